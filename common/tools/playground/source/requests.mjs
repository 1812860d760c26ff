// The frame of ./learn show's page, which is written into it with the run's data: of no origin, without network. Opened
// otherwise, by another page, it would run in this site's origin what that page sends: so it does nothing.
onmessage = ({ data }) => {
  if (self.origin !== "null") return;
  document.open();
  document.write(data);
  document.close();
};
