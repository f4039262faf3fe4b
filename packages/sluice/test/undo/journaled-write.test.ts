import type { JournalEntry, PreImage } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { chooseWrites } from '../../src/undo/choose-writes.ts';
import { journaledWrites, type JournaledWrite } from '../../src/undo/journaled-write.ts';
import { planRestore } from '../../src/undo/plan-restore.ts';

const base = { v: 1 as const, time: 0 };
const held = (hash: string): PreImage => ({ hash, bytes: 1, mode: 0o644, path: `/s/${hash}` });

function wrote(
  messageId: string,
  callId: string,
  path: string,
  before: string | null,
  afterHash: string,
): JournalEntry {
  return {
    ...base,
    type: 'wrote',
    messageId,
    callId,
    path,
    before: before === null ? null : held(before),
    afterHash,
  };
}

function undone(messageId: string, callId: string, path: string, afterHash: string): JournalEntry {
  return { ...base, type: 'undone', messageId, callId, path, afterHash };
}

const shown = (writes: readonly JournaledWrite[]) =>
  writes.map(({ callId, path, afterHash }) => `${callId} ${path} ${afterHash}`);

const SESSION: readonly JournalEntry[] = [
  { ...base, type: 'received', messageId: 'm1', callId: 'c1', name: 'Write', input: { text: '{}' } },
  wrote('m1', 'c1', '/a', null, 'h1'),
  wrote('m1', 'c2', '/a', 'h1', 'h2'),
  wrote('m1', 'c2/1', '/b', 'x', 'y'),
  wrote('m2', 'c1', '/a', 'h2', 'h3'),
];

it('the writes of a session, without those that were undone, each with its tool', () => {
  expect(shown(journaledWrites(SESSION))).toEqual(['c1 /a h1', 'c2 /a h2', 'c2/1 /b y', 'c1 /a h3']);
  expect(journaledWrites(SESSION).map(({ toolName }) => toolName)).toEqual(['Write', '', '', '']);
  const back = [...SESSION, undone('m2', 'c1', '/a', 'h3'), undone('m9', 'c1', '/a', 'h1')];
  expect(shown(journaledWrites(back))).toEqual(['c1 /a h1', 'c2 /a h2', 'c2/1 /b y']);
});

it('calls that ran at the same time are told in their own order, with those that they made', () => {
  const received = (callId: string, parentCallId?: string): JournalEntry => ({
    ...base,
    type: 'received',
    messageId: 'm',
    callId,
    ...(parentCallId !== undefined && { parentCallId }),
    name: 'Write',
    input: { text: '{}' },
  });
  const entries = [
    ...[received('c1'), received('c2'), wrote('m', 'c2', '/b', null, 'h')],
    ...[received('c1/1', 'c1'), wrote('m', 'c1/1', '/a', null, 'h'), wrote('m', 'c1', '/c', null, 'h')],
  ];
  expect(journaledWrites(entries).map(({ callId }) => callId)).toEqual(['c1/1', 'c1', 'c2']);
});

it('of two writes that are alike the later is undone first; a write made again after an undo counts', () => {
  const twice = [wrote('m', 'c', '/a', 'h0', 'h1'), wrote('m', 'c', '/a', 'h2', 'h1')];
  const [first, second] = journaledWrites(twice);
  expect(journaledWrites([...twice, undone('m', 'c', '/a', 'h1')])).toEqual([first]);
  const again = [...twice.slice(0, 1), undone('m', 'c', '/a', 'h1'), ...twice.slice(1)];
  expect(journaledWrites(again)).toEqual([second]);
});

it.each([
  ['the last call', {}, ['c1 /a h3']],
  ['a call by its id, the later of two', { callId: 'c1' }, ['c1 /a h3']],
  ['a call of a message', { callId: 'c1', messageId: 'm1' }, ['c1 /a h1']],
  ['a call and those that it made', { callId: 'c2' }, ['c2 /a h2', 'c2/1 /b y']],
  ['a message', { messageId: 'm1' }, ['c1 /a h1', 'c2 /a h2', 'c2/1 /b y']],
  ['a file: its last write', { path: '/b' }, ['c2/1 /b y']],
  ['a file, within a message', { path: '/a', messageId: 'm1' }, ['c2 /a h2']],
  ['an id that only begins so', { callId: 'c' }, []],
  ['what is not there', { messageId: 'm3' }, []],
])('chooses %s', (_, choice, expected) => {
  expect(shown(chooseWrites(journaledWrites(SESSION), choice))).toEqual(expected);
});

describe('what becomes of a file', () => {
  const all = journaledWrites(SESSION);
  const plan = (choice: object, hash: string | undefined) =>
    planRestore(
      chooseWrites(all, choice),
      all,
      new Map([
        ['/a', hash],
        ['/b', 'y'],
      ]),
    ).find(({ path }) => path === '/a');

  it.each([
    ['it holds what the call wrote', {}, 'h3', 'restore'],
    ['the write had failed', {}, 'h2', 'as-before'],
    ['somebody else wrote', {}, 'other', 'changed'],
    ['it is gone', {}, undefined, 'changed'],
    ['several writes, gone back over', { messageId: 'm1' }, 'h2', 'restore'],
    ['several writes, of which the last had failed', { messageId: 'm1' }, 'h1', 'restore'],
    ['several writes, none of them made', { messageId: 'm1' }, undefined, 'as-before'],
    ['a later call wrote it again', { messageId: 'm1' }, 'h3', 'changed'],
  ])('%s', (_, choice, hash, status) => {
    expect(plan(choice, hash)?.status).toBe(status);
  });

  it('goes back to what was there before the first of the chosen writes, and knows of later ones', () => {
    expect(plan({ messageId: 'm1' }, 'h3')).toMatchObject({ target: null, later: { afterHash: 'h3' } });
    expect(plan({}, 'h3')).toMatchObject({ target: held('h2'), later: undefined });
  });

  it('a file that somebody else wrote between two calls goes back only as far as that', () => {
    const gap = journaledWrites([wrote('m', 'c1', '/a', 'h0', 'h1'), wrote('m', 'c2', '/a', 'other', 'h2')]);
    expect(planRestore(gap, gap, new Map([['/a', 'h2']]))[0]?.status).toBe('changed');
    expect(planRestore(gap.slice(1), gap, new Map([['/a', 'h2']]))[0]?.status).toBe('restore');
  });
});
