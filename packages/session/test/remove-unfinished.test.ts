import { linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '@sluice/core';
import { expect, it } from 'vitest';
import { removeUnfinished } from '../src/directory/remove-unfinished.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

const NAME = '.sluice-abcDEF_-0123.tmp';
const AT = { v: 1, time: 0, messageId: 'm', callId: 'c' } as const;

function wrote(path: string, temporaryPath: string): JournalEntry {
  return { ...AT, type: 'wrote', path, before: null, afterHash: 'h', temporaryPath };
}

function settled(outcome: 'ok' | 'tool-error'): JournalEntry {
  return { ...AT, type: 'settled', outcome, isError: false, content: { text: '""' }, record: {} };
}

/** What is in the directory once the entries have been gone through. */
function left(directory: string, entries: readonly JournalEntry[]): readonly string[] {
  const before = readdirSync(directory).length;
  const lines = removeUnfinished(entries);
  const after = readdirSync(directory).sort();
  expect(lines).toHaveLength(before - after.length);
  return after;
}

function room(name = NAME) {
  const directory = scratch();
  const temporary = join(directory, name);
  writeFileSync(temporary, 'half');
  return { directory, path: join(directory, 'a.txt'), temporary };
}

it.each([
  ['a call that was cut off', []],
  ['a call that failed', [settled('tool-error')]],
])('what %s has left goes', (_, after) => {
  const { directory, path, temporary } = room();
  expect(left(directory, [wrote(path, temporary), ...after])).toEqual([]);
});

it('what no journal names stays, whatever its name', () => {
  const { directory, path, temporary } = room();
  expect(left(directory, [wrote(path, join(directory, '.sluice-000000000000.tmp'))])).toEqual([NAME]);
  const { v, time, messageId, callId } = AT;
  const bare = { v, time, messageId, callId, type: 'wrote', path, before: null, afterHash: 'h' } as const;
  expect(left(directory, [bare])).toEqual([NAME]);
  expect(left(directory, [wrote(path, temporary), settled('ok')])).toEqual([NAME]);
});

it.each(['a.txt', '.sluice-abc.tmp', '.sluice-abcdefghijkl.tmp.txt'])(
  'a journal that names a file called %s removes nothing',
  (name) => {
    const { directory, path, temporary } = room(name);
    expect(left(directory, [wrote(path, temporary)])).toEqual([name]);
  },
);

it('nothing goes in another directory, behind a link, or that has another name too', () => {
  const { directory, temporary } = room();
  const other = scratch();
  expect(left(directory, [wrote(join(other, 'a.txt'), temporary)])).toEqual([NAME]);
  const link = join(other, 'link');
  symlinkSync(directory, link);
  expect(left(directory, [wrote(join(link, 'a.txt'), join(link, NAME))])).toEqual([NAME]);
  linkSync(temporary, join(other, 'second'));
  expect(left(directory, [wrote(join(directory, 'a.txt'), temporary)])).toEqual([NAME]);
  const tree = scratch();
  mkdirSync(join(tree, NAME));
  expect(left(tree, [wrote(join(tree, 'a.txt'), join(tree, NAME))])).toEqual([NAME]);
});
