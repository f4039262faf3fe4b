import { ndJsonStream, type Stream } from '@agentclientprotocol/sdk';

/** An editor's messages on standard input, and the program's on standard output. Each message is written as it is sent: a line. */
export function stdioStream(): Stream {
  const write = (text: string | Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => (error == null ? resolve() : reject(error)));
    });
  // The rejected write says it.
  process.stdout.on('error', () => {});
  // What the package answers to lines that are no messages.
  const problems = new WritableStream<Uint8Array>({ write });
  const { readable } = ndJsonStream(problems, standardInput());
  const writable: Stream['writable'] = new WritableStream({
    write: (message) => write(`${JSON.stringify(message)}\n`),
  });
  return { readable, writable };
}

/** Node's own conversion loads more, and takes more turns of the event loop for each piece. */
function standardInput(): ReadableStream<Uint8Array> {
  const { stdin } = process;
  let isOpen = true;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = (): void => {
        if (isOpen) controller.close();
        isOpen = false;
      };
      stdin.on('data', (bytes: Buffer) => {
        controller.enqueue(bytes);
        if ((controller.desiredSize ?? 1) <= 0) stdin.pause();
      });
      // Whatever ends it, the editor is gone.
      for (const event of ['end', 'error', 'close']) stdin.once(event, end);
    },
    pull() {
      stdin.resume();
    },
    cancel() {
      isOpen = false;
      stdin.destroy();
    },
  });
}
