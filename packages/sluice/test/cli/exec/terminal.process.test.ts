import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BYPASS, MESSAGE_STOP, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';
import { runInTerminal } from './support/terminal.ts';

/** Three messages of one call each: good, failing with a description that would set the window's title, invalid. */
function prepare(): { directory: string; args: readonly string[] } {
  const directory = scratch();
  const work = join(directory, 'work');
  mkdirSync(work);
  writeFileSync(join(work, 'a.txt'), 'alpha\n');
  const input = join(directory, 'calls.jsonl');
  writeFileSync(
    input,
    toolUse('1', 'Read', { file_path: 'a.txt' }) +
      MESSAGE_STOP +
      toolUse('2', 'Bash', { command: `exit 3 # ${'日本'.repeat(40)}` }) +
      MESSAGE_STOP +
      toolUse('3', 'Write', { file_path: '\u001b]2;taken\u0007b.txt' }),
  );
  return { directory, args: ['exec', '--cwd', work, ...BYPASS, input] };
}

it('writes a line for each call, within the width, that does nothing to the terminal', async () => {
  const { directory, args } = prepare();
  const { plain, title } = await runInTerminal(directory, 60, args);
  const shown = plain.map((line) =>
    line.replaceAll(/\d+(\.\d+)? m?s/g, 'N ms').replaceAll(/ +N ms +\d+ B/g, ' [time size]'),
  );
  expect(shown).toEqual([
    '  ✓ Read a.txt [time size]',
    '  ✗ Bash exit 3 # 日本日本日本日本日本日… [time size]',
    '    failed: Exit code 3',
    '  ✗ Write ⟨U+001B⟩]2;taken⟨U+0007⟩b.txt [time size]',
    '    invalid input: content: is required (a string)',
    expect.stringMatching(/^3 calls: 1 ok, 1 failed, 1 invalid · N ms, N ms of/),
    'status 0',
  ]);
  for (const line of plain) expect(line.length).toBeLessThanOrEqual(60);
  expect(title).not.toContain('taken');
});

it('is in color, unless NO_COLOR says otherwise', async () => {
  const first = prepare();
  expect((await runInTerminal(first.directory, 80, first.args)).colored).toContain('\u001b[32m✓');
  const second = prepare();
  const { colored } = await runInTerminal(second.directory, 80, second.args, { NO_COLOR: '1' });
  expect(colored).toContain('✓');
  expect(colored).not.toContain('\u001b[3');
});

it('asks at the terminal: a yes, a no with a note, an always that is kept', async () => {
  const directory = scratch();
  const work = join(directory, 'work');
  mkdirSync(work);
  const input = join(directory, 'calls.jsonl');
  writeFileSync(
    input,
    toolUse('1', 'Bash', { command: 'touch made && echo \u202eevil > note.txt' }) +
      toolUse('2', 'Write', { file_path: 'b.txt', content: 'one\n' }) +
      toolUse('3', 'Bash', { command: 'touch third' }) +
      toolUse('4', 'Bash', { command: 'touch third' }),
  );
  const { plain } = await runInTerminal(
    directory,
    100,
    ['exec', '--cwd', work, input],
    {},
    { after: /because/, keys: ['maybe', 'Enter', 'y', 'Enter'] },
    { after: /Edit\(/, keys: ['n other name', 'Enter'] },
    { after: /Bash\(touch third\)/, keys: ['a', 'Enter'] },
  );
  const shown = plain.join('\n');
  // What can't be seen is named, and no rule is offered for it.
  expect(shown).toContain('command: touch made && echo ⟨U+202E⟩evil > note.txt');
  expect(shown.split('"always" saves').length).toBe(3);
  expect(shown).toContain('denied: other name');
  expect(shown).toContain('status 0');
  expect(readdirSync(work).sort()).toEqual(['.sluice', 'made', 'note.txt', 'third']);
  const saved: unknown = JSON.parse(readFileSync(join(work, '.sluice/settings.local.json'), 'utf8'));
  expect(saved).toEqual({ permissions: { allow: ['Bash(touch third)'] } });
});

it('says of a no that the person has declined, and of what was to come after it the same', async () => {
  const directory = scratch();
  const input = join(directory, 'calls.jsonl');
  writeFileSync(
    input,
    toolUse('1', 'Bash', { command: 'touch first' }) +
      toolUse('2', 'Bash', { command: 'touch second' }) +
      MESSAGE_STOP +
      toolUse('3', 'Bash', { command: 'touch third' }),
  );
  const { plain } = await runInTerminal(
    directory,
    100,
    ['exec', '--cwd', directory, input],
    {},
    { after: /Bash\(touch first\)/, keys: ['n', 'Enter'] },
  );
  const shown = plain.join('\n');
  expect(shown).toContain('denied: a person declined it');
  expect(shown).toContain('canceled: you declined the call of Bash before it');
  expect(shown).not.toMatch(/shutting down|you interrupted|hook/);
  expect(shown).toContain('you declined the call of Bash: the calls after it were not run');
  expect(shown).toContain('status 1');
});

it('asks no one where it is told so', async () => {
  const directory = scratch();
  const input = join(directory, 'calls.jsonl');
  writeFileSync(input, toolUse('1', 'Bash', { command: 'touch made' }));
  const args = ['exec', '--cwd', directory, '--permission-prompts', 'none', input];
  const { plain } = await runInTerminal(directory, 100, args);
  expect(plain.join('\n')).toContain('denied: no rule allows touch made');
});

it('begins a line of its own after the ^C of Ctrl-C', async () => {
  const directory = scratch();
  const input = join(directory, 'calls.jsonl');
  writeFileSync(input, toolUse('1', 'Bash', { command: 'sleep 1000' }));
  const args = ['exec', '--cwd', directory, ...BYPASS, '--progress', input];
  const { plain } = await runInTerminal(directory, 80, args, {}, { after: /has started/, keys: ['C-c'] });
  expect(plain.slice(1, 4)).toEqual([
    '^C',
    expect.stringMatching(/^ {2}■ Bash sleep 1000 /),
    '    canceled: you interrupted',
  ]);
  expect(plain.at(-1)).toBe('status 130');
});

it('takes no answer that was typed before its question was shown', async () => {
  const directory = scratch();
  const work = join(directory, 'work');
  mkdirSync(work);
  const input = join(directory, 'calls.jsonl');
  writeFileSync(
    input,
    toolUse('1', 'Bash', { command: 'touch first' }) + toolUse('2', 'Bash', { command: 'touch second' }),
  );
  const { plain } = await runInTerminal(
    directory,
    100,
    ['exec', '--cwd', work, input],
    {},
    // A whole line too many, and the beginning of one, which only Enter lets a program see.
    { after: /ends the turn/, keys: ['y', 'Enter', 'y', 'Enter', 'y'] },
    { after: /dropped.*\n.*\n.*touch second/, keys: ['Enter'] },
    { after: /dropped[^]*dropped.*\n.*\n.*touch second/, keys: ['n not that', 'Enter'] },
  );
  expect(plain.join('\n')).toContain('denied: not that');
  expect(readdirSync(work)).toEqual(['first']);
});
