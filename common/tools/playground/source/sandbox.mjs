// The frame in which a kernel runs: of no origin, without network and storage. Its worker is the one that may hang.
onmessage = ({ data, ports: [page] }) => {
  if (self.origin !== "null") return; // some page has opened it otherwise
  const worker = new Worker(URL.createObjectURL(new Blob([RUNNER], { type: "text/javascript" })));
  worker.onmessage = (event) => page.postMessage(event.data);
  worker.onerror = (event) => page.postMessage({ error: event.message ?? "the worker does not start" });
  worker.postMessage(data);
};
