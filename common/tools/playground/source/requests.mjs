// The frame of ./learn show's page, which is written into it with the run's data: of no origin, without network. Opened
// otherwise, or asked by another site's page, it would show under this site's address what that page sends: so it does
// nothing.
onmessage = ({ data, origin }) => {
  if (self.origin !== "null" || origin !== location.origin || parent === self) return;
  document.open();
  document.write(data);
  document.close();
};
