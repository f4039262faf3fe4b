import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, inject, it, onTestFinished } from 'vitest';
import { emptyDirectory, node, sluice } from './packed.ts';
import { scriptedModel, scriptedPrint } from './scripted.ts';

const dist = (): string => join(inject('packedDirectory'), 'app/node_modules/sluice/dist');
const keptIn = (home: string): readonly string[] => {
  const code = join(home, '.cache/sluice/code');
  return existsSync(code) ? readdirSync(code) : [];
};

/** An MCP server over pipes, with one tool. */
const SERVER = `
const results = {
  initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
  'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object', properties: { of: { type: 'string' } } } }] },
  'tools/call': { content: [{ type: 'text', text: 'looked' }] },
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (results[method]) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }));
});
`;

it('contains compiled code, which the first start in a new home directory uses, and a server as well', async () => {
  const home = emptyDirectory();
  const input = '{"type":"tool_use","id":"a","name":"Bash","input":{"command":"true"}}\n';
  expect(sluice(['exec'], { input, env: { HOME: home } })).toMatchObject({ status: 0, stderr: '' });
  const cwd = emptyDirectory();
  writeFileSync(join(cwd, 'server.cjs'), SERVER);
  const servers = { mcpServers: { s: { command: process.execPath, args: [join(cwd, 'server.cjs')] } } };
  const ran = await scriptedPrint('Look.', [{ name: 'mcp__s__look', input: { of: 'it' } }, 'Seen.'], {
    cwd,
    args: ['--mcp-config', JSON.stringify(servers), '--permission-mode', 'bypassPermissions'],
    env: { HOME: home },
  });
  expect(ran).toMatchObject({ status: 0, stdout: 'Seen.\n' });
  expect(ran.requests.at(-1)).toContain('looked');
  expect(keptIn(home)).toEqual([]);
});

/** Chunks that the runs of the build do not load: their code goes into the user's cache. */
const WITHOUT_CODE: Readonly<Record<string, string>> = {
  acorn: 'scripts: workflows and the REPL',
  authority: 'TLS termination in the sandbox',
  croner: 'schedules',
  'open-session-telemetry': 'OpenTelemetry, where it is switched on',
  webapi: 'the login at remote MCP servers',
  wrapper: 'Monitor on a WebSocket',
};
/** Smaller chunks have no compiled code at all. */
const SMALLEST = 32 * 1024;

it('contains compiled code of all but a few chunks', () => {
  const shipped = readdirSync(join(dist(), 'code'));
  const without = readdirSync(join(dist(), 'cli'))
    .filter((chunk) => statSync(join(dist(), 'cli', chunk)).size >= SMALLEST)
    .filter((chunk) => !shipped.some((name) => name.startsWith(`${chunk}-`)))
    .map((chunk) => chunk.replace(/-[\w-]{8}\.cjs$/, ''));
  expect(without.filter((name) => WITHOUT_CODE[name] === undefined)).toEqual([]);
});

/** A file of a few lines costs a run with servers a third of a millisecond, and is compiled each time. */
it('loads the client of MCP servers from one file, beside those that each run loads', () => {
  const cli = join(dist(), 'cli');
  const codeOf = (chunk: string): string => readFileSync(join(cli, chunk), 'utf8');
  const client = readdirSync(cli).find(
    (chunk) => /^mcp-[\w-]{8}\.cjs$/.test(chunk) && codeOf(chunk).includes('openMcpServers'),
  );
  const [head = ''] = codeOf(client ?? '').split(';', 1);
  const needed = [...head.matchAll(/require\("\.\/([^"]+)-[\w-]{8}\.cjs"\)/g)].map(([, name]) => name);
  expect(needed.toSorted()).toEqual(['cli', 'exec', 'rolldown-runtime', 'settings']);
});

it('works with code that was compiled by another version of Node, or with other flags: it has a cache of its own', () => {
  const app = join(inject('packedDirectory'), 'app');
  // Beside the installed packages, which it needs.
  const copy = mkdtempSync(join(app, 'copy-'));
  cpSync(join(app, 'node_modules/sluice'), copy, { recursive: true });
  const code = join(copy, 'dist/code');
  const bin = join(copy, 'bin/sluice.js');
  const input = '{"type":"tool_use","id":"a","name":"Bash","input":{"command":"echo $((6*7))"}}\n';
  const run = (home: string, flags: readonly string[] = []): void => {
    for (let start = 0; start < 2; start += 1) {
      const ran = node([...flags, bin, 'exec', '--permission-mode', 'bypassPermissions'], {
        input,
        env: { HOME: home },
      });
      expect(ran).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('42') });
    }
  };
  const before = new Map(readdirSync(code).map((name) => [name, readFileSync(join(code, name))]));
  const [flagged, other] = [emptyDirectory(), emptyDirectory()];
  run(flagged, ['--no-opt']);
  expect(keptIn(flagged).length).toBeGreaterThan(0);
  expect(readdirSync(code).map((name) => [name, readFileSync(join(code, name))])).toEqual([...before]);
  // As a package looks that another version of Node has built.
  for (const name of before.keys())
    renameSync(join(code, name), join(code, name.replace(process.version, 'v24.0.0')));
  run(other);
  expect(keptIn(other).length).toBeGreaterThan(0);
  expect(keptIn(other).every((name) => name.includes(process.version))).toBe(true);
});

const PRCTL = process.arch === 'arm64' ? 167 : 157;
/** Like the first process of a container without an init: adopts every orphan, and waits for none. */
const KEEPER = `syscall(${PRCTL}, 36, 1, 0, 0, 0) == 0 or die "$!"; if (fork == 0) { exec @ARGV } sleep while 1`;

/** Zombies have ended. */
function living(): readonly { readonly pid: number; readonly parent: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return state === 'Z' ? [] : [{ pid: Number(pid), parent: Number(parent) }];
      } catch {
        return [];
      }
    });
}

const isLiving = (pid: number): boolean => living().some((one) => one.pid === pid);

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(20);
}

function pidsIn(directory: string): readonly number[] {
  const file = join(directory, 'pids');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : [];
}

const TWO = 'echo $$ >> pids; sleep 60 & echo $! >> pids; sleep 60';

it.each([
  ['-p', 'SIGINT'],
  ['-p', 'SIGTERM'],
  ['-p', 'SIGHUP'],
  ['-p', 'end'],
  ['exec', 'SIGINT'],
  ['exec', 'SIGTERM'],
  ['exec', 'SIGHUP'],
  ['exec', 'end'],
] as const)('leaves nothing where no one waits for what has ended: %s, %s', async (subcommand, how) => {
  const cwd = emptyDirectory();
  const call = { name: 'Bash', input: { command: TWO, run_in_background: how === 'end' } };
  const model = await scriptedModel([call, 'Started.']);
  onTestFinished(() => model.close());
  const directory = inject('packedDirectory');
  const words = subcommand === '-p' ? ['-p', 'Go.', ...model.args] : ['exec'];
  const home = join(directory, 'home');
  mkdirSync(home, { recursive: true });
  const bin = join(directory, 'app/node_modules/.bin/sluice');
  const all = [process.execPath, bin, ...words, '--permission-mode', 'bypassPermissions'];
  const keeper = spawn('perl', ['-e', KEEPER, ...all], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: home, OPENAI_API_KEY: 'none' },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  onTestFinished(() => void keeper.kill('SIGKILL'));
  const input = `${JSON.stringify({ type: 'tool_use', id: 'a', ...call })}\n`;
  if (subcommand === 'exec') keeper.stdin.write(input);
  else keeper.stdin.end();
  const children = (): readonly number[] =>
    living()
      .filter(({ parent }) => parent === keeper.pid)
      .map(({ pid }) => pid);
  await until(() => pidsIn(cwd).length === 2);
  const [program = 0] = children();
  const started = pidsIn(cwd);
  if (how !== 'end') process.kill(program, how);
  keeper.stdin.end();
  await until(() => !isLiving(program));
  expect(started.filter(isLiving)).toEqual([]);
  // The watchdog has nothing to do, and goes too.
  await until(() => children().length === 0);
});

it('names what ignores SIGTERM after Ctrl-C, and kills it after another one, with its result', async () => {
  const cwd = emptyDirectory();
  const command = `trap '' TERM; echo $$ >> pids; sleep 60 & echo $! >> pids; wait`;
  const model = await scriptedModel([{ name: 'Bash', input: { command } }]);
  onTestFinished(() => model.close());
  const directory = inject('packedDirectory');
  const bin = join(directory, 'app/node_modules/.bin/sluice');
  const args = [
    '-p',
    'Go.',
    ...model.args,
    '--output-format',
    'stream-json',
    '--permission-mode',
    'bypassPermissions',
  ];
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: join(directory, 'home'), OPENAI_API_KEY: 'none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (part: string) => (stdout += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (stderr += part));
  const status = new Promise<number | null>((resolve) => void child.once('close', resolve));
  await until(() => pidsIn(cwd).length === 2);
  const pids = pidsIn(cwd);
  child.kill('SIGINT');
  await until(() => stderr.includes('\n'));
  expect(stderr).toBe(`sluice: waiting for sleep (pid ${pids[1]}) to stop, press Ctrl-C again to kill\n`);
  child.kill('SIGINT');
  expect(await status).toBe(130);
  expect(stdout.match(/"type":"tool_result","tool_use_id":"call_1"/g)).toHaveLength(1);
  expect(stdout).toContain(`"data":{"type":"stopping","processes":[{"pid":${pids[1]},"name":"sleep"}]}`);
  expect(pids.filter(isLiving)).toEqual([]);
});
