import type { Socket } from 'node:net';

/** Reads the next `count` bytes (at least 1) of a paused socket and leaves the rest in it; undefined if it ends before. */
export async function takeBytes(socket: Socket, count: number): Promise<Buffer | undefined> {
  if (count === 0) return undefined;
  const parts: Buffer[] = [];
  let length = 0;
  while (!socket.destroyed) {
    // Read whatever is there: a stream that keeps some of it would report itself readable again and again.
    const part: unknown = socket.read();
    if (part instanceof Buffer) {
      parts.push(part);
      length += part.length;
      if (length < count) continue;
      const all = Buffer.concat(parts);
      if (length > count) socket.unshift(all.subarray(count));
      return all.subarray(0, count);
    }
    if (socket.readableEnded) return undefined;
    await nextChange(socket);
  }
  return undefined;
}

function nextChange(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const events = ['readable', 'end', 'close'] as const;
    const done = (): void => {
      for (const event of events) socket.off(event, done);
      resolve();
    };
    for (const event of events) socket.on(event, done);
  });
}
