import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { messageLines, emptyDirectory, resultOf, sluice } from './packed.ts';

/** A document of one page that says "Hello PDF". */
function pdf(): string {
  const text = 'BT /F1 24 Tf 50 100 Td (Hello PDF) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 144] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${file}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}

it('runs commands that only read without asking, in the spellings of options that are rarely used', () => {
  const cwd = emptyDirectory();
  writeFileSync(join(cwd, 'notes.txt'), 'one\n');
  for (const args of [
    ['init', '-q'],
    ['add', 'notes.txt'],
  ])
    spawnSync('git', args, { cwd });
  const commands = [
    ['git status -v', '+one'],
    ['git diff -Onotes.txt --cached', '+one'],
    // Some of them may not be installed, and then still run.
    ...['git var GIT_PAGER', 'fd -l', 'xxd --help', 'tree --fromfile notes.txt'].map(
      (command) => [command, ''] as const,
    ),
  ] as const;
  const run = sluice(['exec'], {
    cwd,
    input: messageLines(commands.map(([command], index) => [`c${index}`, 'Bash', { command }])),
  });
  for (const [index, [, text]] of commands.entries()) expect(resultOf(run, `c${index}`)).toContain(text);
  expect(run.stdout).not.toContain('Permission denied');
});

it('runs every kind of tool from the packed command', () => {
  const cwd = emptyDirectory();
  writeFileSync(join(cwd, 'letter.pdf'), pdf());
  writeFileSync(join(cwd, 'notes.txt'), 'one\ntwo\n');
  const cell = { cell_type: 'code', source: 'print(1)', metadata: {}, outputs: [], execution_count: null };
  writeFileSync(
    join(cwd, 'book.ipynb'),
    JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 4 }),
  );
  const run = sluice(['exec', '--permission-mode', 'bypassPermissions'], {
    cwd,
    input: messageLines(
      [
        ['pdf', 'Read', { file_path: join(cwd, 'letter.pdf') }],
        ['text', 'Read', { file_path: join(cwd, 'notes.txt') }],
        ['book', 'Read', { file_path: join(cwd, 'book.ipynb') }],
        ['alias', 'ReadFileTool', { file_path: join(cwd, 'letter.pdf') }],
        ['other alias', 'FileReadTool', { file_path: join(cwd, 'letter.pdf') }],
      ],
      [
        ['edit', 'Edit', { file_path: join(cwd, 'notes.txt'), old_string: 'two', new_string: 'three' }],
        ['write', 'Write', { file_path: join(cwd, 'new.txt'), content: 'new\n' }],
        [
          'cell',
          'NotebookEdit',
          { notebook_path: join(cwd, 'book.ipynb'), cell_id: 'cell-0', new_source: 'print(2)' },
        ],
        ['glob', 'Glob', { pattern: '*.txt' }],
        ['grep', 'Grep', { pattern: 'three', output_mode: 'content' }],
        ['bash', 'Bash', { command: 'wc -l < notes.txt' }],
        ['todo', 'TodoWrite', { todos: [{ content: 'Pack', status: 'pending', activeForm: 'Packing' }] }],
        ['sleep', 'Sleep', { seconds: 0.1 }],
      ],
    ),
  });
  for (const id of ['pdf', 'alias', 'other alias']) expect(resultOf(run, id)).toContain('Hello PDF');
  expect(resultOf(run, 'text')).toContain('two');
  expect(resultOf(run, 'book')).toContain('print(1)');
  expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('one\nthree\n');
  expect(readFileSync(join(cwd, 'new.txt'), 'utf8')).toBe('new\n');
  expect(readFileSync(join(cwd, 'book.ipynb'), 'utf8')).toContain('print(2)');
  expect(resultOf(run, 'glob')).toContain('new.txt');
  expect(resultOf(run, 'grep')).toContain('three');
  expect(resultOf(run, 'bash').trim()).toBe('2');
  expect(run.stdout).not.toContain('"is_error":true');
  expect(run.status).toBe(0);
});

it('shows as much of a search as its head_limit asks for, and of a message as messageBudget says', () => {
  const cwd = emptyDirectory();
  const lines = Array.from({ length: 600 }, (_, at) => `found ${at} ${'x'.repeat(60)}\n`);
  writeFileSync(join(cwd, 'long.txt'), lines.join(''));
  const search = { output_mode: 'content', '-n': false, head_limit: 500 };
  const calls = ['found .', 'f.und'].map(
    (pattern, index) => [`c${index}`, 'Grep', { ...search, pattern }] as const,
  );
  const run = sluice(['exec', '--settings', '{"messageBudget": 50000}'], { cwd, input: messageLines(calls) });
  for (const id of ['c0', 'c1']) {
    expect(resultOf(run, id)).toContain('found 250 ');
    expect(resultOf(run, id).length).toBeGreaterThan(30_000);
  }
  const message = run.stdout.split('\n').find((line) => line.startsWith('{"type":"user"')) ?? '';
  expect(message.length).toBeGreaterThan(30_000);
  expect(message.length).toBeLessThan(55_000);
  expect(message).toContain('The result is too long to show');
});

it("runs the calls of a stream of Google's Interactions API", () => {
  const step = { type: 'function_call', id: 'call_1', name: 'Bash', arguments: {} };
  const change = { type: 'arguments_delta', arguments: '{"command": "echo interactive"}' };
  const interaction = { id: 'v1', status: 'in_progress', model: 'gemini-3-pro' };
  const events = [
    { event_type: 'interaction.created', interaction },
    { event_type: 'step.start', index: 0, step },
    { event_type: 'step.delta', index: 0, delta: change },
    { event_type: 'step.stop', index: 0 },
    { event_type: 'interaction.completed', interaction: { ...interaction, status: 'requires_action' } },
  ];
  const input = events.map((event) => `event: ${event.event_type}\ndata: ${JSON.stringify(event)}\n\n`);
  const run = sluice(['exec'], { input: input.join('') });
  expect([resultOf(run, 'call_1').trim(), run.status]).toEqual(['interactive', 0]);
});
