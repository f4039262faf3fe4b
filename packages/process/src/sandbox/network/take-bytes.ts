import type { Socket } from 'node:net';

/** The next `count` bytes (not none) of a paused socket, what follows left in it; undefined where it ends before them. */
export async function takeBytes(socket: Socket, count: number): Promise<Buffer | undefined> {
  if (count === 0) return undefined;
  const parts: Buffer[] = [];
  let length = 0;
  while (!socket.destroyed) {
    // Whatever there is: a stream that keeps some of it says at once, and for ever, that it can be read.
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
