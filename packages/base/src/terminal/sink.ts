import type { Writable } from 'node:stream';

/** Text on its way out, at the reader's pace. */
export interface Sink {
  /** Resolves when there is room for more; nothing is written once the stream has failed. Never rejects. */
  write(text: string): Promise<void> | undefined;
  /** Resolves when everything has been handed to the system, or the stream has failed. */
  drained(): Promise<void>;
  /** Why nothing can be written any more: closed by its reader, say. */
  readonly failure: Error | undefined;
}

/** `onFailure` is called once, when the stream turns out to be closed or unwritable. It must not throw. */
export function createSink(stream: Writable, onFailure: (error: Error) => void = () => {}): Sink {
  let failure: Error | undefined;
  let pending = 0;
  let wakers: (() => void)[] = [];

  const wake = (): void => {
    for (const resolve of wakers.splice(0)) resolve();
  };
  const fail = (error: Error): void => {
    if (failure !== undefined) return;
    failure = error;
    wake();
    onFailure(error);
  };
  const until = async (isReached: () => boolean): Promise<void> => {
    while (failure === undefined && !isReached()) {
      await new Promise<void>((resolve) => wakers.push(resolve));
    }
  };
  stream.on('error', fail);
  stream.on('drain', wake);
  stream.on('close', () => fail(new Error('the stream was closed')));

  return {
    write(text) {
      if (failure !== undefined || text === '') return undefined;
      pending += 1;
      const hasRoom = stream.write(text, (error) => {
        pending -= 1;
        // Comes before the stream's own event: anyone who waits for the drain must not miss it.
        if (error instanceof Error) fail(error);
        wake();
      });
      return hasRoom ? undefined : until(() => !stream.writableNeedDrain);
    },
    drained: () => until(() => pending === 0),
    get failure() {
      return failure;
    },
  };
}
