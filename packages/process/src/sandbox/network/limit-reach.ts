import type { Reach } from './reach.ts';

/**
 * Lets no more than `most` connections be open or on their way at once: requests can be piled up on one connection, and
 * what they open are descriptors of this process.
 */
export function limitReach(reach: Reach, most: number): Reach {
  let count = 0;
  const leave = (): void => {
    count -= 1;
  };
  return async (host, port) => {
    if (count >= most) {
      const reason = `The command has ${most} connections open by way of the sandbox, which is the most.`;
      return { status: 'failed', code: 'too-many', reason };
    }
    count += 1;
    const reached = await reach(host, port);
    if (reached.status !== 'connected' || reached.socket.destroyed) leave();
    else reached.socket.once('close', leave);
    return reached;
  };
}
