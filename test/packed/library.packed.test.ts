import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { emptyDirectory, node } from './packed.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/library.md'), 'utf8');

it('runs the whole agent of the library page in a project that has only the packed packages', () => {
  const example = /## An agent\n\n```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(example.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
  const cwd = emptyDirectory();
  cpSync(join(root, 'examples/fix-the-bug/project'), cwd, { recursive: true });
  const recording = join(root, 'examples/fix-the-bug/session.sse');
  const program = example
    .replace("cwd: '.'", `cwd: ${JSON.stringify(cwd)}`)
    .replace('anthropic/claude-sonnet-5-5', `replay:${recording}`)
    .replace('acceptEdits', 'bypassPermissions');
  const app = join(inject('packedDirectory'), 'app');
  const { stdout, stderr, status } = node(['--input-type=module', '-e', program], { cwd: app });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^completed /);
  expect(status).toBe(0);
  expect(node(['--test'], { cwd }).status).toBe(0);
});

it('has the shell analysis in an entry of its own', () => {
  const program = `import { analyzeCommand } from 'sluice/shell';
const { commands } = analyzeCommand('cat a.txt | sort > b.txt', { cwd: '/work', home: '/home/me' });
console.log(commands.map(({ source, isReadOnly }) => source + ': ' + isReadOnly).join('; '));`;
  const app = join(inject('packedDirectory'), 'app');
  const { stdout, stderr } = node(['--input-type=module', '-e', program], { cwd: app });
  expect({ stdout, stderr }).toEqual({ stdout: 'cat a.txt: true; sort: false\n', stderr: '' });
});

it.each([
  ['sluice', 7],
  ['sluice/runtime', 3],
])('imports %s from few files, and loads no module of Node for it', (entry, files) => {
  const program = `import { registerHooks } from 'node:module';
let files = 0;
registerHooks({ load: (url, context, next) => { files += 1; return next(url, context); } });
const before = new Set(process.moduleLoadList);
await import(${JSON.stringify(entry)});
const loaded = process.moduleLoadList.filter((name) => !before.has(name));
const slow = loaded.filter((name) => /^NativeModule (net|http|crypto|zlib|stream|fs\\/promises)$/.test(name));
console.log(JSON.stringify({ files, slow }));`;
  const app = join(inject('packedDirectory'), 'app');
  const { stdout, stderr } = node(['--input-type=module', '-e', program], { cwd: app });
  expect(stderr).toBe('');
  const found: { files: number; slow: readonly string[] } = JSON.parse(stdout);
  expect(found.slow).toEqual([]);
  expect(found.files).toBeGreaterThan(1);
  expect(found.files).toBeLessThanOrEqual(files);
});

it('shows the model a picture that a person gave as the reason, and keeps of inputs what redact leaves', () => {
  const program = `import { createLocalRuntime } from 'sluice';
const picture = { type: 'image', source: { type: 'base64', media_type: 'image/gif', data: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' } };
await using runtime = await createLocalRuntime({
  cwd: '.',
  redact: (_name, input) => ({ ...input, content: '[redacted]' }),
  canUseTool: async () => ({ behavior: 'deny', message: [{ type: 'text', text: 'Like this.' }, picture] }),
});
const calls = [{ id: 'c', name: 'Write', input: { file_path: 'a.txt', content: 'very secret' } }];
for await (const event of runtime.run(calls))
  if (event.type === 'tool-result') console.log(JSON.stringify({ content: event.result.content, input: event.record.input }));`;
  const app = join(inject('packedDirectory'), 'app');
  const { stdout, stderr } = node(['--input-type=module', '-e', program], { cwd: app });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    content: [
      { type: 'text', text: expect.stringContaining('Like this.') },
      expect.objectContaining({ type: 'image' }),
    ],
    input: { file_path: 'a.txt', content: '[redacted]' },
  });
});

/** One answer of a model, as the Messages API streams it. */
function answer(
  id: string,
  block: { readonly text: string } | { readonly name: string; readonly input: object },
): string {
  const isCall = 'name' in block;
  const usage = { input_tokens: 1, output_tokens: 1 };
  const events = [
    {
      type: 'message_start',
      message: { id, type: 'message', role: 'assistant', model: 'm', content: [], usage },
    },
    {
      type: 'content_block_start',
      index: 0,
      content_block: isCall
        ? { type: 'tool_use', id: `toolu_${id}`, name: block.name, input: {} }
        : { type: 'text', text: '' },
    },
    {
      type: 'content_block_delta',
      index: 0,
      delta: isCall
        ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
        : { type: 'text_delta', text: block.text },
    },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: isCall ? 'tool_use' : 'end_turn' }, usage },
    { type: 'message_stop' },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

it('runs the agents of the library page of which one opens the other', () => {
  const example = /## An agent that starts others[\s\S]*?```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const cwd = emptyDirectory();
  const file = join(cwd, 'hello.txt');
  writeFileSync(file, 'helo\n');
  const recording = join(emptyDirectory(), 'session.sse');
  const answers = [
    answer('1', { name: 'Delegate', input: { task: 'Fix the greeting in hello.txt.' } }),
    answer('2', { name: 'Read', input: { file_path: file } }),
    answer('3', { name: 'Edit', input: { file_path: file, old_string: 'helo', new_string: 'hello' } }),
    answer('4', { text: 'It says hello now.' }),
    answer('5', { text: 'The greeting is fixed.' }),
  ];
  writeFileSync(recording, answers.join(''));
  const program = example
    .replace("cwd: '.'", `cwd: ${JSON.stringify(cwd)}`)
    .replace('anthropic/claude-sonnet-5-5', `replay:${recording}`);
  const app = join(inject('packedDirectory'), 'app');
  const { stdout, stderr, status } = node(['--input-type=module', '-e', program], { cwd: app });
  expect(stderr).toBe('');
  expect(stdout).toBe('The greeting is fixed.\n');
  expect(status).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe('hello\n');
});

it('runs the engine alone as the library page shows it', () => {
  const example = /## The engine alone[\s\S]*?```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const { stdout, stderr, status } = node(['--input-type=module', '-e', example]);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/tool_use_id: 'call_1'[^]*\d{4}-\d\d-\d\dT/);
  expect(status).toBe(0);
});

it("runs the README's library example as printed", () => {
  const example = /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1] ?? '';
  const { stdout, stderr, status } = node(['--input-type=module', '-e', example]);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/You rolled a [1-6]\./);
  expect(status).toBe(0);
});
