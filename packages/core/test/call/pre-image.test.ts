import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CallContext, FileChange } from '../../src/index.ts';
import { collect, createGate, createKit, runAll, textOfResult, toEnd, toolOf } from '../support/kit.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const BEFORE = { bytes: Buffer.from('old'), mode: 0o100640 };
const CHANGE: FileChange = {
  path: '/d/a',
  before: BEFORE,
  afterHash: hashOf('new'),
  temporaryPath: '/d/new',
};

/** A tool that keeps the pre-image and says what came of it, nested once where its input says so. */
const writer = (change: FileChange) =>
  toolOf('Writer', {
    async call({ nested }, { keepPreImage, invoke }) {
      const problem = await keepPreImage(change);
      if (nested === true) await invoke({ name: 'Writer', input: {} });
      return { data: problem === undefined ? 'kept' : `${problem.code}: ${problem.message}` };
    },
  });

it('a write is journaled with what the file held, after the start and before the end of its call', async () => {
  const kit = createKit([writer(CHANGE)]);
  const events = await runAll(kit, [{ id: 'c', name: 'Writer', input: {} }]);
  expect(textOfResult(events, 'c')).toBe('kept');
  const types = kit.journal.entries.map(({ type }) => type);
  expect(types.filter((type) => ['started', 'wrote', 'settled'].includes(type))).toEqual([
    'started',
    'wrote',
    'settled',
  ]);
  const path = `/memory/pre-images/${hashOf('old')}.bin`;
  expect(kit.journal.entries.find(({ type }) => type === 'wrote')).toMatchObject({
    messageId: 'message-1',
    callId: 'c',
    path: '/d/a',
    before: { hash: hashOf('old'), bytes: 3, mode: 0o640, path },
    afterHash: hashOf('new'),
    temporaryPath: '/d/new',
  });
  expect(kit.store.bytes.get(path)).toEqual(new Uint8Array(BEFORE.bytes));
});

it('a new file has no pre-image; a nested call names its parent', async () => {
  const kit = createKit([writer({ ...CHANGE, before: undefined })]);
  await runAll(kit, [{ id: 'c', name: 'Writer', input: { nested: true } }]);
  const wrote = kit.journal.entries.filter(({ type }) => type === 'wrote');
  expect(wrote).toMatchObject([
    { callId: 'c', before: null },
    { callId: 'c/1', parentCallId: 'c', before: null },
  ]);
  expect(kit.store.bytes.size).toBe(0);
});

it.each(['full', 'unwritable'] as const)('a store that is %s is a reason not to write', async (code) => {
  const kit = createKit([writer(CHANGE)]);
  kit.store.breakWith(code);
  const events = await runAll(kit, [{ id: 'c', name: 'Writer', input: {} }]);
  expect(textOfResult(events, 'c')).toMatch(/^pre-image-not-kept: \/d\/a was not written, .*The store/);
  expect(kit.journal.entries.some(({ type }) => type === 'wrote')).toBe(false);
});

it('a journal that breaks after the call began is a reason not to write', async () => {
  const kit = createKit([
    toolOf('Writer', {
      async call(_, { keepPreImage }) {
        kit.journal.breakWith('The disk is gone.');
        const problem = await keepPreImage(CHANGE);
        kit.journal.breakWith(undefined);
        return { data: problem?.code ?? 'kept' };
      },
    }),
  ]);
  const events = await runAll(kit, [{ id: 'c', name: 'Writer', input: {} }]);
  expect(textOfResult(events, 'c')).toBe('journal-unwritable');
});

it('a call that has been settled meanwhile may no longer write', async () => {
  const gate = createGate();
  const told = createGate();
  let kept: Awaited<ReturnType<CallContext['keepPreImage']>>;
  const stubborn = toolOf('Stubborn', {
    timeoutMs: () => 10,
    async call(_, { keepPreImage }) {
      await gate.passed;
      kept = await keepPreImage(CHANGE);
      told.open();
      return { data: '' };
    },
  });
  const kit = createKit([stubborn]);
  await toEnd(collect(kit.runtime.run([{ id: 'c', name: 'Stubborn', input: {} }])), kit.clock);
  gate.open();
  await told.passed;
  expect(kept?.code).toBe('superseded');
  expect(kit.journal.entries.some(({ type }) => type === 'wrote')).toBe(false);
});
