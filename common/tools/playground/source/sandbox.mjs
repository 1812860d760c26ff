// The frame in which a kernel runs: of no origin, without network and storage. Its worker is the one that may hang.
onmessage = ({ data, origin, ports: [page] }) => {
  if (self.origin !== "null" || origin !== location.origin || parent === self) return; // it is not the playground that asks
  onmessage = null;
  const worker = new Worker(URL.createObjectURL(new Blob([RUNNER], { type: "text/javascript" })));
  worker.onmessage = (event) => page.postMessage(event.data);
  worker.onerror = (event) => page.postMessage({ error: event.message ?? "the worker does not start" });
  worker.postMessage(data);
};
