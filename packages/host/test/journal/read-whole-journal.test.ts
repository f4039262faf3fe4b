import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JournalEntry } from '@sluice/core';
import { agentsIn, openJournal, readJournal, readWholeJournal } from '../../src/index.ts';
import { makeScratch } from '../scratch.ts';

let scratch: ReturnType<typeof makeScratch>;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

function write(place: string, ...entries: readonly JournalEntry[]): void {
  const opened = openJournal({ directory: join(scratch.path, place) });
  if (!opened.ok) throw new Error(opened.message);
  for (const entry of entries) opened.journal.append(entry);
  opened.journal.close();
}

const note = (time: number, text: string): JournalEntry => ({
  ...{ v: 1, time, type: 'note', messageId: 'm1', text },
});
const wrote = (time: number, before: string | null, afterHash: string): JournalEntry => ({
  ...{ v: 1, time, type: 'wrote', messageId: 'm1', callId: 'c', path: '/f', afterHash },
  before: before === null ? null : { hash: before, bytes: 1, mode: 0o644, path: `/s/${before}` },
});

it('is the journal of the main agent where there is no other', async () => {
  write('', note(1, 'a'));
  expect(agentsIn(scratch.path)).toEqual([]);
  expect(await readWholeJournal(scratch.path)).toEqual({ ...(await readJournal(scratch.path)), agents: [] });
});

it('puts the journals of all agents together by time, each in its own order, and names their messages', async () => {
  write('', note(1, 'main 1'), note(5, 'main 5'));
  // Its clock was set back in between.
  write('agents/b1', note(3, 'b 3'), note(2, 'b 2'), note(9, 'b 9'));
  write('agents/a1', { v: 1, time: 4, type: 'note', messageId: 'a1/message-1', text: 'a 4' });
  mkdirSync(join(scratch.path, 'agents/.draft'));
  symlinkSync(scratch.path, join(scratch.path, 'agents/link'));
  expect(agentsIn(scratch.path)).toEqual(['a1', 'b1']);
  const { entries, agents } = await readWholeJournal(scratch.path);
  expect(agents).toEqual(['a1', 'b1']);
  expect(entries.map((entry) => (entry.type === 'note' ? [entry.text, entry.messageId] : entry))).toEqual([
    ['main 1', 'm1'],
    ['b 3', 'b1/m1'],
    ['b 2', 'b1/m1'],
    ['a 4', 'a1/message-1'],
    ['main 5', 'm1'],
    ['b 9', 'b1/m1'],
  ]);
});

it('of two writes of one file in one millisecond, the one that finds what the other left is second', async () => {
  write('', wrote(1, 'two', 'three'));
  write('agents/a1', wrote(1, 'one', 'two'));
  write('agents/b1', wrote(1, null, 'one'));
  const { entries } = await readWholeJournal(scratch.path);
  expect(entries.map((entry) => entry.type === 'wrote' && entry.afterHash)).toEqual(['one', 'two', 'three']);
});
