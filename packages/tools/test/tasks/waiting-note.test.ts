import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createTaskRegistry } from '../../src/tasks/create-task-registry.ts';
import { taskNotes } from '../../src/tasks/task-note.ts';
import { waitingNote } from '../../src/tasks/waiting-note.ts';
import { controlledWork } from './registry-kit.ts';

const directory = mkdtempSync(join(tmpdir(), 'sluice waiting '));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const outputPath = join(directory, 'output');

/** What is said of an output that has not changed for so long. */
function noteOf(output: string, silentMs = 40_000): string | undefined {
  writeFileSync(outputPath, output);
  return waitingNote(outputPath, statSync(outputPath).mtimeMs + silentMs);
}

describe('a task that seems to wait for an answer', () => {
  it.each([
    'Password: ',
    'Overwrite existing file? [y/N] ',
    "Username for 'https://example.com': ",
    'Are you sure you want to continue connecting (yes/no/[fingerprint])? ',
    'Need to install the following packages:\nexample\nOk to proceed? (y)',
    'Press any key to continue . . .',
    '>>> ',
    '\u001b[36m?\u001b[39m What is your name? ›',
  ])('is one that ends in %j', (output) => {
    expect(noteOf(`some words\n${output}`)).toMatch(/^It may be waiting for input: .* 40 seconds/);
  });

  it.each([
    ['Listening on http://localhost:3000\n', 'its line is ended'],
    ['Password: \nThank you.\n', 'its question was followed by more'],
    ['compiling 3 of 10', 'it asks nothing'],
    ['', 'it has written nothing'],
    [`${'x'.repeat(300)}?`, 'nobody would read that'],
  ])('is none that ends in %j: %s', (output) => {
    expect(noteOf(output)).toBeUndefined();
  });

  it('is none that wrote a moment ago, nor one whose output is gone', () => {
    expect(noteOf('Password: ', 29_000)).toBeUndefined();
    expect(waitingNote(join(directory, 'none'), Date.now())).toBeUndefined();
  });

  it('is told of once while it runs, and then of its end', async () => {
    let now = Date.now();
    const tasks = createTaskRegistry({ now: () => now });
    const { work, finish } = controlledWork();
    writeFileSync(outputPath, 'Continue? ');
    const { id } = tasks.adopt({ ...work, outputPath });
    expect(tasks.takeFinished()).toEqual([]);
    now += 60_000;
    const [note = ''] = taskNotes(tasks.takeFinished());
    expect(note).toMatch(
      new RegExp(`^Background task ${id} \\(make\\) is running\\. .*last output is "Continue\\?"`),
    );
    expect(tasks.takeFinished()).toEqual([]);
    finish({ end: { status: 'exited', code: 0 }, notes: [] });
    await tasks.wait(id, new AbortController().signal);
    expect(tasks.takeFinished()).toMatchObject([{ id, status: { status: 'exited' }, notes: [] }]);
    await tasks.dispose();
  });
});
