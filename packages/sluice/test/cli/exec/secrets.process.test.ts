import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@sluice/core';
import { portOf } from '../../../../process/test/sandbox/network/servers.ts';
import {
  asHttp,
  createHttpServer,
  serveTls,
  testAuthority,
} from '../../../../process/test/sandbox/network/tls/world.ts';
import { linesOf, runCli, textField, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';
import { neededSandbox } from '../../../../process/test/sandbox/needed-sandbox.ts';

const support = await neededSandbox();

const VALUES = { KEY: 'the-value-of-key', TOKEN: 'the-value-of-token', OTHER: 'seen', SHORT: 'abc' };
const FILE_VALUE = 'the-value-in-a-file';

function world(sandbox: JsonObject, more: JsonObject = {}) {
  const root = scratch();
  const [cwd, home] = [join(root, 'project'), join(root, 'home')];
  mkdirSync(join(home, '.claude'), { recursive: true });
  mkdirSync(cwd);
  writeFileSync(join(home, 'token'), `${FILE_VALUE}\n`);
  const settings = { permissions: { allow: ['Bash'] }, ...more, sandbox };
  writeFileSync(join(home, '.claude/settings.json'), JSON.stringify(settings));
  const env = { ...VALUES, HOME: home, SLUICE_STATE_DIR: join(root, 'state') };
  /** A script does what no table knows. */
  writeFileSync(join(cwd, 'script.sh'), SHOW);
  return { root, cwd, home, env };
}

const SHOW =
  'echo "$KEY|$TOKEN|$OTHER|$SHORT"; cat ~/token; cat /proc/self/environ /proc/$PPID/environ | tr "\\0" "\\n" | grep -c the-value; true';

const credentials = {
  envVars: [
    { name: 'KEY', mode: 'deny' },
    ...['TOKEN', 'SHORT'].map((name) => ({ name, mode: 'mask', injectHosts: ['example.com'] })),
  ],
  files: [{ path: '~/token', mode: 'mask' }],
};

describe.skipIf(!support.isAvailable)('secrets', () => {
  it('are known to no command, in the sandbox or out of it, nor told of, nor kept; hooks know them', async () => {
    const hook = { type: 'command', command: 'echo "$KEY $TOKEN" >"$HOME/hook"' };
    const more = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook] }] } };
    const { root, cwd, home, env } = world({ enabled: true, credentials }, more);
    const envFile = join(root, 'env-file');
    writeFileSync(envFile, `export KEY=${VALUES.KEY} TOKEN=${VALUES.TOKEN} SHORT=abc FROM_FILE=1\n`);
    const calls = [
      { command: 'bash script.sh; echo $FROM_FILE' },
      { command: 'bash script.sh', dangerouslyDisableSandbox: true },
      { command: 'env' },
    ];
    const { stdout, stderr } = await runCli(
      ['exec', '--session-dir', join(root, 'session'), '--cwd', cwd],
      calls.map((input, index) => toolUse(`call-${index}`, 'Bash', input)).join(''),
      { env: { ...env, CLAUDE_ENV_FILE: envFile } },
    );
    const [inside, outside, reading] = linesOf(stdout, 'tool_result').map((line) =>
      textField(line, 'content'),
    );
    expect(inside).toMatch(/^\|[A-Za-z0-9]{18}\|seen\|\n[A-Za-z0-9]{19}\n0\n1$/);
    const standIn = inside?.split('|')[1];
    // Files are hidden by the sandbox alone.
    expect(outside?.split('\n').slice(0, 2)).toEqual([`|${standIn}|seen|`, FILE_VALUE]);
    expect(reading).toContain(`TOKEN=${standIn}\n`);
    expect(reading).not.toMatch(/^(KEY|SHORT)=/m);
    const told = [stdout.replaceAll(FILE_VALUE, ''), stderr].join('\n');
    expect(told).not.toMatch(/the-value/);
    expect(stderr).toContain('"SHORT" is hidden rather than masked: it has fewer than 8 characters.');
    const journal = readFileSync(join(root, 'session/journal.jsonl'), 'utf8');
    expect(journal.replaceAll(FILE_VALUE, '')).not.toContain('the-value');
    expect(readFileSync(join(home, 'hook'), 'utf8')).toBe(`${VALUES.KEY} ${VALUES.TOKEN}\n`);
    expect(readdirSync(cwd)).toEqual(['script.sh']);
  });

  it('are known to no command where there is no sandbox, and are counted by the doctor and explained without a value', async () => {
    const { cwd, env } = world({ credentials });
    const calls = toolUse('call', 'Bash', { command: 'bash script.sh' });
    const { stdout } = await runCli(['exec', '--cwd', cwd], calls, { env });
    expect(linesOf(stdout, 'tool_result')[0]?.['content']).toMatch(/^\|[A-Za-z0-9]{18}\|seen\|\n/);
    const doctor = await runCli(['doctor', '--cwd', cwd], '', { env });
    expect(doctor.stdout).toContain('2 variables and 0 files hidden, 1 variable and 1 file masked');
    expect(doctor.stdout).toContain('files can be read anyway: the sandbox is off');
    const explained = await runCli(['explain', '--json', '--cwd', cwd, 'Bash', 'echo $TOKEN'], '', { env });
    expect(explained.status).toBe(0);
    expect(`${doctor.stdout}${doctor.stderr}${explained.stdout}${explained.stderr}`).not.toContain(
      'the-value',
    );
  });

  it('arrive at their hosts, and are stand-ins again in what these answer', async () => {
    const authority = testAuthority();
    const seen: string[] = [];
    const http = createHttpServer((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`);
      response.end(`${request.headers.authorization}\n`);
    });
    const server = await serveTls(authority, '127.0.0.2', asHttp(http), undefined, '127.0.0.2');
    const place = `127.0.0.2:${portOf(server)}`;
    const envVars = [
      { name: 'TOKEN', mode: 'mask', injectHosts: [place] },
      { name: 'OTHER_TOKEN', mode: 'mask' },
    ];
    const files = [{ path: '~/rc', mode: 'mask', extract: 'token=(.*)', injectHosts: [place] }];
    const network = { allowedDomains: [place], tlsTerminate: {} };
    const { root, cwd, home, env } = world({ enabled: true, network, credentials: { envVars, files } });
    writeFileSync(join(home, 'rc'), `user=me\ntoken=${FILE_VALUE}\n`);
    writeFileSync(join(root, 'ca.pem'), authority.certificate);
    writeFileSync(
      join(cwd, 'script.sh'),
      `for key in "$TOKEN" "$OTHER_TOKEN" "$(tail -n 1 ~/rc)"; do curl -sS -H "authorization: $key" https://${place}/x; done`,
    );
    const { stdout, stderr } = await runCli(
      ['exec', '--cwd', cwd],
      toolUse('call', 'Bash', { command: 'bash script.sh' }),
      { env: { ...env, OTHER_TOKEN: 'the-value-of-nobody', NODE_EXTRA_CA_CERTS: join(root, 'ca.pem') } },
    );
    server.close();
    expect(seen).toEqual([
      `/x ${VALUES.TOKEN}`,
      expect.stringMatching(/^\/x [A-Za-z0-9]{19}$/),
      `/x token=${FILE_VALUE}`,
    ]);
    const content = textField(linesOf(stdout, 'tool_result')[0], 'content');
    expect(content).toMatch(/^[A-Za-z0-9]{18}\n[A-Za-z0-9]{19}\ntoken=[A-Za-z0-9]{19}$/);
    expect(`${stdout}${stderr}`).not.toContain('the-value');
  });

  it.each([false, true])(
    "the key of a person's own authority is read by no call, where `filesystem.disabled` is %s",
    async (disabled) => {
      const tlsTerminate = { caCertPath: '~/ca.pem', caKeyPath: '~/ca.key' };
      const { cwd, home, env } = world({
        enabled: true,
        network: { tlsTerminate },
        filesystem: { disabled },
      });
      writeFileSync(join(home, 'ca.key'), 'the-value-of-a-key');
      // Too long to be looked into before it runs.
      writeFileSync(join(cwd, 'script.sh'), `cat ~/ca.key; echo "<$?>"\n#${' '.repeat(10_000)}`);
      const calls = [
        toolUse('a', 'Bash', { command: 'bash script.sh' }),
        toolUse('b', 'Bash', { command: 'cat ~/ca.key' }),
        toolUse('c', 'Read', { file_path: join(home, 'ca.key') }),
      ];
      const { stdout } = await runCli(['exec', '--cwd', cwd, '--allow', 'Read'], calls.join(''), { env });
      const [script, ...denied] = linesOf(stdout, 'tool_result').map((line) => textField(line, 'content'));
      expect(script).toMatch(/^(cat: .*\n)?<\d>$/);
      expect(denied).toHaveLength(2);
      for (const text of denied) expect(text).toMatch(/ca\.key contains the CA key .* no tool call may read/);
      expect(stdout).not.toContain('the-value');
    },
  );

  it('unix sockets are within reach where the switch says so', async () => {
    for (const allowAllUnixSockets of [false, true]) {
      const { root, cwd, env } = world({ enabled: true, network: { allowAllUnixSockets } });
      const path = join(root, 'socket');
      const server = createServer((connection) => void connection.end('hello'));
      await new Promise<void>((resolve) => server.listen(path, resolve));
      writeFileSync(
        join(cwd, 'script.sh'),
        `python3 -c 'import socket; s = socket.socket(socket.AF_UNIX); s.connect("${path}"); print(s.recv(9).decode())'`,
      );
      const calls = toolUse('call', 'Bash', { command: 'bash script.sh' });
      const { stdout } = await runCli(['exec', '--cwd', cwd], calls, { env });
      server.close();
      expect(linesOf(stdout, 'tool_result')[0]).toMatchObject({
        content: allowAllUnixSockets ? 'hello' : expect.stringContaining('Operation not permitted'),
      });
    }
  });
});
