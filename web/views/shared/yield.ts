const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.onmessage = () => waiting.shift()?.();

/** Lets waiting messages in. A timer would wait longer than a slice of work takes. */
export const yieldToMessages = (): Promise<void> =>
  new Promise((done) => {
    waiting.push(done);
    port2.postMessage(null);
  });
