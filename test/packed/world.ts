import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { PATIENT, type Ended } from './packed.ts';

const MEMORY = dirname(
  createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/package.json'),
);
const examples = join(import.meta.dirname, '../../examples');

/** The stored session that the documentation names. */
const SESSION = '0123abcd-0000-4000-8000-000000000000';

/** A project such as a reader of the documentation has: a repository in which the packages are installed. */
export interface World {
  readonly cwd: string;
  /** Runs a program to its end; one that doesn't end in a minute is killed. */
  run(command: string, args: readonly string[]): Promise<Ended>;
}

/** A model that says "Done." to everything, in the forms of the two APIs that the documentation's models have. */
export async function startModel(): Promise<Server & { readonly port: number }> {
  const server = createServer((request, response) => {
    const events = request.url?.includes('/messages') === true ? ANTHROPIC : CHAT;
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(stream(events));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return Object.assign(server, { port: typeof address === 'object' && address !== null ? address.port : 0 });
}

export async function openWorld(port: number): Promise<World> {
  const directory = inject('packedDirectory');
  const place = mkdtempSync(join(directory, 'world-'));
  const [cwd, home, bin] = [join(place, 'project'), join(place, 'home'), join(place, 'bin')];
  for (const path of [join(cwd, '.vscode'), bin, join(home, '.sluice')]) mkdirSync(path, { recursive: true });
  cpSync(examples, join(cwd, 'examples'), { recursive: true });
  linkPackages(join(directory, 'app/node_modules'), join(cwd, 'node_modules'));
  const files = {
    'package.json': '{"type": "module", "private": true, "scripts": {"test": "true"}}\n',
    'notes.txt': 'one\n',
    'files.txt': 'notes.txt\n',
    'corpus.jsonl': '{"tool":"Bash","input":{"command":"git status"}}\n',
    'calls.jsonl': `${JSON.stringify({ type: 'tool_use', ...WRITE })}\n`,
    '.vscode/mcp.json': '{"servers": {"github": {"command": "github-server"}}}\n',
    'demo.sse': stream(ANTHROPIC),
    'session.sse': stream([...CALL, ...ANTHROPIC]),
    '.gitignore': 'node_modules\n',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  writeFileSync(
    join(home, '.sluice/settings.json'),
    JSON.stringify({ permissions: { defaultMode: 'acceptEdits' } }),
  );
  // What the documentation has of other programs.
  writeFileSync(join(bin, 'ollama'), '#!/bin/sh\nexit 0\n');
  chmodSync(join(bin, 'ollama'), 0o755);
  const env = {
    PATH: `${bin}:${join(cwd, 'node_modules/.bin')}:${process.env['PATH']}`,
    HOME: home,
    LANG: 'C.UTF-8',
    ...PATIENT,
    MEMORY_FILE_PATH: join(home, 'memory.jsonl'),
    RECORDING: join(cwd, 'demo.sse'),
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    OLLAMA_HOST: `http://127.0.0.1:${port}`,
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  };
  const run = async (command: string, args: readonly string[]): Promise<Ended> => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
    const status = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { stdout, stderr, status: await status };
  };
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-qm', 'Begin'],
  ])
    execFileSync('git', args, { cwd, env, stdio: 'ignore' });
  return { cwd, run };
}

/** The installed packages, and the MCP server that a clone of the repository has. */
function linkPackages(from: string, to: string): void {
  mkdirSync(join(to, '@modelcontextprotocol'), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@modelcontextprotocol') symlinkSync(join(from, name), join(to, name));
  symlinkSync(MEMORY, join(to, '@modelcontextprotocol/server-memory'));
}

/** Stores the session that the documentation names: it has written a file. */
export async function storeSession({ run }: World): Promise<void> {
  const { status, stderr } = await run('sluice', [
    '-p',
    'Write.',
    '--session-id',
    SESSION,
    '--model',
    'replay:session.sse',
  ]);
  if (status !== 0) throw new Error(`The session could not be made: ${stderr}`);
}

const WRITE = { id: 'w', name: 'Write', input: { file_path: 'made.txt', content: 'made\n' } };

function message(block: object, delta: object, reason: string): readonly object[] {
  return [
    {
      type: 'message_start',
      message: { id: 'm', type: 'message', role: 'assistant', model: 'example', content: [], usage: {} },
    },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: reason }, usage: {} },
    { type: 'message_stop' },
  ];
}

const ANTHROPIC = message({ type: 'text', text: '' }, { type: 'text_delta', text: 'Done.' }, 'end_turn');
const CALL = message(
  { type: 'tool_use', id: WRITE.id, name: WRITE.name, input: {} },
  { type: 'input_json_delta', partial_json: JSON.stringify(WRITE.input) },
  'tool_use',
);
const CHAT = [
  { id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'Done.' } }] },
  {
    id: 'x',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
  },
];

function stream(events: readonly object[]): string {
  const isChat = events === CHAT;
  const lines = events.map((event) => {
    const name = 'type' in event ? `event: ${String(event.type)}\n` : '';
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return lines.join('') + (isChat ? 'data: [DONE]\n\n' : '');
}
