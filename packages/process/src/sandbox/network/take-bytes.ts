import type { Socket } from 'node:net';

/** The next `count` bytes (not none) of a paused socket, what follows left in it; undefined where it ends before them. */
export async function takeBytes(socket: Socket, count: number): Promise<Buffer | undefined> {
  if (count === 0) return undefined;
  while (!socket.destroyed) {
    const bytes: unknown = socket.read(count);
    if (bytes instanceof Buffer) return bytes.length === count ? bytes : undefined;
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
