import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { answerOverHttp, clientLines, writeServers } from './ordinary-servers.ts';

interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, string>>;
}

/**
 * Puts compiled code beside the chunks of the command, so that its first start is as fast as later ones. V8 compiles a
 * function when it is first called; so the built command does some ordinary work, with a model that is a script, and what its own
 * cache then holds is shipped.
 */
export async function shipCode(dist: string): Promise<void> {
  const shipped = join(dist, 'code');
  rmSync(shipped, { recursive: true, force: true });
  const directory = mkdtempSync(join(tmpdir(), 'sluice-code-'));
  const calls = ordinaryCalls(directory);
  const server = await startModel(calls);
  try {
    await doOrdinaryWork(dist, directory, addressOf(server), calls);
    const code = join(directory, 'cache/sluice/code');
    if (!existsSync(code)) throw new Error('The built command has kept no compiled code.');
    mkdirSync(shipped);
    const ship = (from: string, name: string): void => {
      copyFileSync(from, join(shipped, name));
      // The cache is private; the package is for every user.
      chmodSync(join(shipped, name), 0o644);
    };
    for (const name of readdirSync(code)) ship(join(code, name), name);
    const ofExec = join(directory, 'exec-cache/sluice/code');
    for (const name of readdirSync(ofExec)) {
      const sizeIn = (place: string): number => statSync(join(place, name)).size;
      if (sizeIn(ofExec) < sizeIn(code) * WORTH_IT) ship(join(ofExec, name), `${name}-exec`);
    }
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Code for one command is shipped where it is that much smaller than the code for all. */
const WORTH_IT = 0.95;

function ordinaryCalls(directory: string): readonly Call[] {
  const file = join(directory, 'project/note.txt');
  return [
    { name: 'Read', input: { file_path: file } },
    { name: 'Bash', input: { command: 'true' } },
    { name: 'Grep', input: { pattern: 'note', path: join(directory, 'project') } },
    { name: 'Glob', input: { pattern: '*.txt', path: join(directory, 'project') } },
    { name: 'Edit', input: { file_path: file, old_string: 'first', new_string: 'second' } },
    { name: 'Write', input: { file_path: join(directory, 'project/other.txt'), content: 'text\n' } },
  ];
}

async function doOrdinaryWork(
  dist: string,
  directory: string,
  address: string,
  calls: readonly Call[],
): Promise<void> {
  const cwd = join(directory, 'project');
  const mayAll = ['--permission-mode', 'bypassPermissions'];
  const messages = [...calls.map((call, at) => ({ type: 'tool_use', id: `call-${at}`, ...call })), STOP];
  const env = {
    PATH: process.env['PATH'],
    HOME: directory,
    XDG_CACHE_HOME: join(directory, 'cache'),
    ANTHROPIC_BASE_URL: address,
    ANTHROPIC_API_KEY: 'none',
    TERM: 'xterm-256color',
  };
  const run = (args: readonly string[], input: string, cache = 'cache'): Promise<void> =>
    runToEnd(process.execPath, [join(dist, 'cli.js'), ...args], {
      cwd,
      env: { ...env, XDG_CACHE_HOME: join(directory, cache) },
      input,
    });
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'note.txt'), 'A note, the first.\n');
  writeOrdinaryHome(directory);
  await run(['--help'], '');
  for (const cache of ['exec-cache', 'cache']) {
    await run(
      ['exec', ...mayAll, '--output-format', 'jsonl'],
      messages.map((one) => `${JSON.stringify(one)}\n`).join(''),
      cache,
    );
    writeFileSync(join(cwd, 'note.txt'), 'A note, the first.\n');
  }
  const [bash, stop] = [messages[1], messages.at(-1)];
  await run(['exec', ...mayAll, '--settings', HOOKS], `${JSON.stringify(bash)}\n${JSON.stringify(stop)}\n`);
  await run(['-p', 'Do the work.', ...mayAll, '--model', 'anthropic/claude-sonnet-4-5'], '');
  await run(['-p', 'Answer.', '--model', 'anthropic/claude-sonnet-4-5'], '');
  const servers = writeServers(directory, address);
  await run(
    ['-p', 'Ask the servers.', ...mayAll, '--mcp-config', servers, '--model', 'anthropic/claude-sonnet-4-5'],
    '',
  );
  await run(['mcp', 'serve'], clientLines());
  await run(['trace'], '');
  await run(['acp', '--model', 'anthropic/claude-sonnet-4-5'], editorLines(cwd));
  await useTerminal(
    [process.execPath, join(dist, 'cli.js'), '--model', 'anthropic/claude-sonnet-4-5'],
    cwd,
    env,
  );
}

/** Many users have some, which load code of their own. */
const HOOKS = JSON.stringify({
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'true' }] }] },
});

/** What most homes hold: a skill, an agent, and instructions. */
function writeOrdinaryHome(home: string): void {
  const head = '---\nname: tidy\ndescription: Tidies up. Use it at the end.\n---\n\nTidy up.\n';
  // A list is YAML, which other fields are read without.
  const agent = head.replace('---\n\n', 'tools:\n  - Read\n  - Grep\n---\n\n');
  const files = { 'skills/tidy/SKILL.md': head, 'agents/tidy.md': agent, 'CLAUDE.md': 'Be brief.\n' };
  for (const [name, text] of Object.entries(files)) {
    const path = join(home, '.claude', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** An editor that opens a session. */
function editorLines(cwd: string): string {
  const requests = [
    { method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } },
    { method: 'session/new', params: { cwd, mcpServers: [] } },
  ];
  return requests
    .map((request, index) => `${JSON.stringify({ jsonrpc: '2.0', id: index + 1, ...request })}\n`)
    .join('');
}

/** The interactive terminal: a prompt, its answer, Ctrl-D. On a machine without `script`, no code of the terminal is shipped. */
async function useTerminal(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const command = words.map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qefc', `stty cols 80 rows 24; exec ${command}`, '/dev/null'], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: 20_000,
  });
  const steps = [
    { after: 'default \u00b7 ', type: 'Answer.\r' },
    { after: 'All', type: '\u0004' },
  ];
  let shown = '';
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    shown += part;
    const [step] = steps;
    if (step === undefined || !shown.includes(step.after)) return;
    steps.shift();
    shown = '';
    child.stdin.write(step.type);
  });
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
}

const STOP: StreamEvent = { type: 'message_stop' };

async function runToEnd(
  file: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly input: string },
): Promise<void> {
  const child = spawn(file, args, { cwd: options.cwd, env: options.env, stdio: ['pipe', 'pipe', 'pipe'] });
  // A program that ends early says why by its exit code.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [status, printed, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (status !== 0)
    throw new Error(`sluice ${args.slice(1).join(' ')} ended with ${String(status)}: ${errors}${printed}`);
}

const SERVER_CALLS: readonly Call[] = ['pipes', 'web'].map((server) => ({
  name: `mcp__${server}__look`,
  input: { name: 'first' },
}));

/** Answers "Do the work." with the calls, a request each, "Ask the servers." with one to each server, and anything else with a text. */
async function startModel(calls: readonly Call[]): Promise<Server> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url === '/mcp') {
        const answer = request.method === 'POST' ? answerOverHttp(body) : undefined;
        const status = request.method === 'POST' ? (answer === undefined ? 202 : 200) : 405;
        response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
        return;
      }
      const done = body.split('"tool_result"').length - 1;
      const asked = [
        { prompt: 'Do the work.', calls },
        { prompt: 'Ask the servers.', calls: SERVER_CALLS },
      ].find(({ prompt }) => body.includes(prompt));
      const call = asked?.calls[done];
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        answerOf(call, done)
          .map((data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`)
          .join(''),
      );
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The model has no port.');
  return `http://127.0.0.1:${address.port}`;
}

interface StreamEvent extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

/** An answer in the format of Anthropic's API. */
function answerOf(call: Call | undefined, index: number): readonly StreamEvent[] {
  const message = {
    id: `msg_${index}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1 },
  };
  const block =
    call === undefined
      ? { start: { type: 'text', text: '' }, delta: { type: 'text_delta', text: 'Done. **All** of it.' } }
      : {
          start: { type: 'tool_use', id: `toolu_${index}`, name: call.name, input: {} },
          delta: { type: 'input_json_delta', partial_json: JSON.stringify(call.input) },
        };
  return [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: block.start },
    { type: 'content_block_delta', index: 0, delta: block.delta },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: call === undefined ? 'end_turn' : 'tool_use', stop_sequence: null },
      usage: { output_tokens: 5 },
    },
    STOP,
  ];
}
