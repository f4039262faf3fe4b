import { expect, it } from 'vitest';
import { open } from './support/open-server.ts';

const SECRET = 'a-long-secret-value';

/** A program that is no server, and why it can't be used. */
it.each([
  [
    'writes something else',
    'console.log("key", process.env.API_KEY); process.stdin.resume()',
    /did not respond within .*wrote "key \[redacted\]" to its standard output, which is not the protocol\.$/,
  ],
  [
    'waits and complains',
    'console.error("key", process.env.API_KEY); process.stdin.resume()',
    /did not respond within .*It last wrote:\nkey \[redacted\]$/,
  ],
  [
    'says something else and exits',
    'console.log("usage: x")',
    /exited with code 0\. It wrote "usage: x" to its standard output/,
  ],
  [
    'exits without a word',
    '0',
    /exited with code 0\. To see what it does, run: .* -e 0 -- --key=\[redacted\]$/,
  ],
])(
  'a program that %s is shown so that a person can see why, without its secrets',
  async (_title, code, reason) => {
    const args = ['-e', code, '--', `--key=${SECRET}`];
    const server = {
      kind: 'stdio',
      command: process.execPath,
      args,
      env: { API_KEY: SECRET },
      cwd: undefined,
    } as const;
    const [status] = (await open(server, { env: { MCP_TIMEOUT: '2000' } })).status();
    expect(status).toMatchObject({ state: 'failed', reason: expect.stringMatching(reason) });
    expect(status?.reason).not.toContain(SECRET);
  },
);
