// The frame of ./learn show's page, which is written into it with the run's data: of no origin, without network.
onmessage = ({ data }) => {
  document.open();
  document.write(data);
  document.close();
};
