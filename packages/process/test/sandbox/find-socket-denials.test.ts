import { createServer } from 'node:net';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDenials } from '../../src/sandbox/find-denials.ts';
import type { SandboxProfile } from '../../src/sandbox/sandbox-profile.ts';
import { temporaryDirectory } from '../helpers.ts';

const directory = temporaryDirectory();
const root = realpathSync(directory.path);
const socket = join(root, 's');
const missing = join(root, 'none');
const server = createServer();
beforeAll(() => new Promise<void>((resolve) => void server.listen(socket, () => resolve())));
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  directory.dispose();
});

const profile: SandboxProfile = {
  kind: 'workspace-write',
  writable: [],
  protected: [],
  hidden: [],
  network: 'none',
};
const traceback = (caller: string, error = 'PermissionError: [Errno 1] Operation not permitted') =>
  [
    'Traceback (most recent call last):',
    `  File "a.py", line 1, in <module>`,
    `    ${caller}`,
    '  File "/usr/lib/python3.11/socket.py", line 232, in __init__',
    '    _socket.socket.__init__(self, family, type, proto, fileno)',
    error,
  ].join('\n');
const CURL = "curl: (7) Failed to connect to x port 80 after 0 ms: Couldn't connect to server";
const UNIX = [{ type: 'unix-socket' }];
const at = (path: string) => [{ type: 'unix-socket', path }];
const MISSING = [{ type: 'unix-socket', path: missing, isMissing: true }];

describe('sockets in an output', () => {
  it.each<readonly [says: string, output: string, command: string, denials: readonly unknown[]]>([
    ['Node, of one that is there', `Error: connect EPERM ${socket}`, '', at(socket)],
    [
      'Node, with its own end',
      `Error: connect EPERM ${socket} - Local (undefined:undefined)`,
      '',
      at(socket),
    ],
    ['Node, of one that is not', `Error: connect EPERM ${missing}`, '', MISSING],
    ['Node, of one to be opened', `Error: listen EPERM: operation not permitted ${missing}`, '', at(missing)],
    ['Go', `dial unix ${missing}: socket: operation not permitted`, '', MISSING],
    ['Go, of one to be opened', `listen unix ${missing}: socket: operation not permitted`, '', at(missing)],
    ['Python, by its caller', traceback('s = socket.socket(socket.AF_UNIX)'), '', UNIX],
    ['Python, by the command', traceback('main()'), 'python3 -c "socket.socket(socket.AF_UNIX)"', UNIX],
    ['curl', CURL, 'curl -s --unix-socket s http://x/', at(socket)],
    ['curl, of a quoted path', CURL, `curl --unix-socket '${socket}' http://x/`, at(socket)],
  ])('are told of as %s says it', (_, output, command, denials) => {
    expect(findDenials(output, profile, root, command)).toEqual(denials);
    expect(findDenials(output, { ...profile, unixSockets: 'open' }, root, command)).not.toContainEqual(
      expect.objectContaining({ type: 'unix-socket' }),
    );
  });

  it.each([
    ['Python, of a raw one', traceback('socket.socket(socket.AF_INET, socket.SOCK_RAW)'), ''],
    ['Python, of another error', traceback('socket.AF_UNIX', 'OSError: [Errno 24] Too many open files'), ''],
    ['Python, of a file', 'PermissionError: [Errno 1] Operation not permitted', 'echo AF_UNIX'],
    ['curl, of a host', CURL, 'curl http://x/'],
    ['curl, of a socket that is not there', CURL, `curl --unix-socket ${missing} http://x/`],
    [
      'curl, of another failure',
      'curl: (52) Empty reply from server',
      `curl --unix-socket ${socket} http://x/`,
    ],
    ['Node, of a port', 'Error: connect ECONNREFUSED 127.0.0.1:80', ''],
  ])('are none as %s says it', (_, output, command) => {
    expect(findDenials(output, profile, root, command)).toEqual([]);
  });
});
