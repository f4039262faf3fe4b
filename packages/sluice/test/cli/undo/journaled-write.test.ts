import type { JournalEntry, PreImage } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { chooseWrites } from '../../../src/cli/undo/choose-writes.ts';
import { journaledWrites, type JournaledWrite } from '../../../src/cli/undo/journaled-write.ts';
import { madeWrites } from '../../../src/cli/undo/made-writes.ts';
import { planRestore } from '../../../src/cli/undo/plan-restore.ts';
import { includeLaterWrites } from '../../../src/cli/undo/include-later-writes.ts';

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

function settled(callId: string, outcome: 'ok' | 'tool-error' | 'cancelled'): JournalEntry {
  const call = { type: 'settled', messageId: 'm', callId, outcome, isError: outcome !== 'ok' } as const;
  return { ...base, ...call, content: { text: '[]' }, record: {} };
}

describe('which writes were made', () => {
  const made = (entries: readonly JournalEntry[], hash: string | undefined) =>
    shown(madeWrites(journaledWrites(entries), new Map([['/a', hash]])));
  const one = wrote('m', 'c1', '/a', 'h0', 'h1');
  const failed = settled('c1', 'tool-error');

  it.each([
    ['failed, and the file is as before', [one, failed], 'h0', []],
    ['cut off, and the file is as before', [one], 'h0', []],
    ['cancelled, and the file is as before', [one, settled('c1', 'cancelled')], 'h0', []],
    ['failed after the write', [one, failed], 'h1', ['c1 /a h1']],
    ['failed, and the file was damaged', [one, failed], 'half', ['c1 /a h1']],
    ['well, and taken back by hand', [one, settled('c1', 'ok')], 'h0', ['c1 /a h1']],
    [
      'failed, and the next call found the file as before',
      [one, failed, wrote('m', 'c2', '/a', 'h0', 'h2')],
      'h2',
      ['c2 /a h2'],
    ],
    [
      'failed twice',
      [one, failed, wrote('m', 'c2', '/a', 'h0', 'h2'), settled('c2', 'tool-error')],
      'h0',
      [],
    ],
    [
      'failed, but the next call found it written',
      [one, failed, wrote('m', 'c2', '/a', 'h1', 'h2')],
      'h2',
      ['c1 /a h1', 'c2 /a h2'],
    ],
    ['failed to make a file', [wrote('m', 'c1', '/a', null, 'h1'), failed], undefined, []],
  ])('a call that ended: %s', (_, entries, hash, expected) => {
    expect(made(entries, hash)).toEqual(expected);
  });

  it('of a file that can not be looked at nothing is known', () => {
    expect(shown(madeWrites(journaledWrites([one, failed]), new Map()))).toEqual(['c1 /a h1']);
  });
});

describe('what happens to a file', () => {
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
    ['a later call wrote it again', { messageId: 'm1' }, 'h3', 'followed'],
    [
      'a later call wrote it again, and brought back what was there',
      { messageId: 'm1' },
      undefined,
      'followed',
    ],
    ['a later call wrote it again, which was undone by hand', { messageId: 'm1' }, 'h2', 'followed'],
  ])('%s', (_, choice, hash, status) => {
    expect(plan(choice, hash)?.status).toBe(status);
  });

  it.each([
    ['gone back over', 'h2', 'restore'],
    ['of which the last had failed', 'h1', 'restore'],
    ['none of them made', undefined, 'as-before'],
  ])('several writes, %s', (_, hash, status) => {
    const writes = all.slice(0, 2);
    expect(planRestore(writes, writes, new Map([['/a', hash]]))[0]?.status).toBe(status);
  });

  it('with later ones of the same file, all are undone', () => {
    expect(shown(includeLaterWrites(chooseWrites(all, { messageId: 'm1', callId: 'c2' }), all))).toEqual([
      'c2 /a h2',
      'c2/1 /b y',
      'c1 /a h3',
    ]);
  });

  it('goes back to what was there before the first of the chosen writes, and knows of later ones', () => {
    expect(plan({ messageId: 'm1' }, 'h3')).toMatchObject({ target: null, later: { afterHash: 'h3' } });
    expect(plan({}, 'h3')).toMatchObject({ target: held('h2'), later: undefined });
  });

  it('a file that someone else wrote between two calls goes back only as far as that', () => {
    const gap = journaledWrites([wrote('m', 'c1', '/a', 'h0', 'h1'), wrote('m', 'c2', '/a', 'other', 'h2')]);
    expect(planRestore(gap, gap, new Map([['/a', 'h2']]))[0]?.status).toBe('changed');
    expect(planRestore(gap.slice(1), gap, new Map([['/a', 'h2']]))[0]?.status).toBe('restore');
  });
});
