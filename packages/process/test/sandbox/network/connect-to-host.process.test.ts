import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { connectToHost } from '../../../src/sandbox/network/connect-to-host.ts';

const SCRIPT = `const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port));`;

it('gives up on an address that does not answer in time, and leaves no socket', async () => {
  // A process that is stopped accepts nothing; once its queue is full, the kernel does not answer for it either.
  const child = spawn(process.execPath, ['-e', SCRIPT], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  const port = Number(String(printed));
  const waiting = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  try {
    await Promise.race(waiting.map((socket) => once(socket, 'connect')));
    const sockets: Socket[] = [];
    const onSocket = (socket: Socket): void => void sockets.push(socket);
    const options = { isOpen: () => true, limitMs: 200, onSocket };
    expect(await connectToHost('127.0.0.1', port, options)).toMatchObject({
      status: 'failed',
      code: 'no-answer',
      reason: '127.0.0.1 did not respond in time (200 ms).',
    });
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
  } finally {
    for (const socket of waiting) socket.destroy();
    child.kill('SIGKILL');
  }
});
