import type { Socket } from 'node:net';

/** Waits until one side of a tunnel has sent something or closed. The data stays in its socket. */
export function whoSpeaksFirst(client: Socket, host: Socket): Promise<'client' | 'host' | 'nobody'> {
  const EVENTS = ['readable', 'end', 'close'] as const;
  return new Promise((resolve) => {
    const look = (): void => {
      const first =
        client.readableLength > 0
          ? 'client'
          : host.readableLength > 0
            ? 'host'
            : [client, host].some((side) => side.readableEnded || side.destroyed)
              ? 'nobody'
              : undefined;
      if (first === undefined) return;
      for (const event of EVENTS) {
        client.off(event, look);
        host.off(event, look);
      }
      resolve(first);
    };
    for (const event of EVENTS) {
      client.on(event, look);
      host.on(event, look);
    }
    look();
  });
}
