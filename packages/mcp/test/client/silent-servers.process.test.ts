import { expect, it } from 'vitest';
import { open } from './support/open-server.ts';

const SECRET = 'a-long-secret-value';

/** A program that is not a server, how long it may take to answer, and why it can't be used. */
it.each([
  [
    'writes something else',
    'echo "key $API_KEY"; exec cat > /dev/null',
    2_000,
    /did not respond within .*wrote "key \[redacted\]" to its standard output, which is not MCP\.$/,
  ],
  [
    'waits and complains',
    'echo "key $API_KEY" >&2; exec cat > /dev/null',
    2_000,
    /did not respond within .*Its last output:\nkey \[redacted\]$/,
  ],
  [
    'says something else and exits',
    'echo "usage: x"',
    60_000,
    /exited with code 0\. It wrote "usage: x" to its standard output/,
  ],
  [
    'exits without a word',
    'true',
    60_000,
    /exited with code 0\. To see what it does, run: .* -c true -- --key=\[redacted\]$/,
  ],
])(
  'a program that %s is shown so that a person can see why, without its secrets',
  async (_title, code, timeoutMs, reason) => {
    const args = ['-c', code, '--', `--key=${SECRET}`];
    const server = {
      kind: 'stdio',
      command: '/bin/sh',
      args,
      env: { API_KEY: SECRET },
      cwd: undefined,
    } as const;
    const [status] = (await open(server, { env: { MCP_TIMEOUT: `${timeoutMs}` } })).status();
    expect(status).toMatchObject({ state: 'failed', reason: expect.stringMatching(reason) });
    expect(status?.reason).not.toContain(SECRET);
  },
);
