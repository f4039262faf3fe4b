import type { Reach } from './reach.ts';

/**
 * Limits connections that are open or being opened: requests can be pipelined on one connection, and each one that they open uses a
 * descriptor of this process.
 */
export function limitReach(reach: Reach, max: number): Reach {
  let count = 0;
  const leave = (): void => {
    count -= 1;
  };
  return async (host, port) => {
    if (count >= max) {
      const reason = `The command has ${max} connections open through the sandbox, which is the maximum.`;
      return { status: 'failed', code: 'too-many', reason };
    }
    count += 1;
    const reached = await reach(host, port);
    if (reached.status !== 'connected' || reached.socket.destroyed) leave();
    else reached.socket.once('close', leave);
    return reached;
  };
}
