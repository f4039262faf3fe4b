import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fail, readSession, type Hook, type JournalEntry } from '../../src/index.ts';
import { createKit, ofType, runAll, toolOf, type KitOptions } from '../support/kit.ts';

type Declaration = NonNullable<Parameters<typeof toolOf>[1]>;
type Line = Extract<JournalEntry, { readonly type: 'settled' }>;

async function settledBy(declaration: Declaration, options: KitOptions = {}) {
  const kit = createKit([toolOf('Any', declaration)], options);
  await runAll(kit, [{ id: 'c', name: 'Any', input: {} }]);
  const { entries } = await kit.journal.read();
  const line = entries.find((entry): entry is Line => entry.type === 'settled');
  if (line === undefined) throw new Error('nothing has settled');
  return { line, kit, entries };
}

const LOOKING: Hook = { event: 'PostToolUse', name: 'looks', run: () => undefined };
const data = (value: unknown): Pick<Declaration, 'call'> => ({ call: async () => ({ data: value }) });

describe('the views of a call in its line', () => {
  const text = 'it is done';
  const json = { files: ['a', 'b'] };
  const rows: [
    title: string,
    tool: Declaration,
    hooks: readonly Hook[],
    client: Line['clientView'],
    hook: Line['hookView'],
  ][] = [
    ['text that all see', data(text), [LOOKING], 'model', 'model'],
    ['data that the model is shown as JSON', data(json), [LOOKING], 'model-as-json', 'model-as-json'],
    [
      'data of which the model is shown less',
      { ...data(json), toModel: () => '2 files' },
      [LOOKING],
      { text: JSON.stringify(json) },
      'client',
    ],
    [
      'a view for each',
      { ...data(json), toModel: () => 'm', toClient: () => 'c', toHook: () => 'h' },
      [LOOKING],
      { text: '"c"' },
      { text: '"h"' },
    ],
    ['one that no hook has heard of', data(text), [], 'model', undefined],
    ['nothing for the program', { ...data(text), toClient: () => undefined }, [], undefined, undefined],
    ['no JSON', { ...data(text), toClient: () => 1n }, [], 'no-json', undefined],
    [
      'one that is long, and made of what is kept elsewhere',
      { ...data({ whole: 'x'.repeat(40_000) }), toModel: () => 'm' },
      [LOOKING],
      'long',
      'long',
    ],
    ['long text that all see', data('x'.repeat(40_000)), [LOOKING], 'model', 'model'],
    [
      'a failure',
      {
        call: async () => ({ ...fail('no', 'It failed.'), data: json }),
        toModel: () => 'It failed: 2 files',
      },
      [{ ...LOOKING, event: 'PostToolUseFailure' }],
      { text: JSON.stringify(json) },
      'client',
    ],
  ];

  it.each(rows)('%s', async (_, tool, hooks, client, hook) => {
    const { line } = await settledBy(tool, { hooks, resultLimits: new Map([['Any', Infinity]]) });
    expect([line.clientView, line.hookView]).toEqual([client, hook]);
  });

  it('are not kept once more where they are long', async () => {
    const view = { shown: 'x'.repeat(5000) };
    const { line, kit } = await settledBy(
      { ...data(view), toModel: () => 'm', toHook: () => view },
      { hooks: [LOOKING] },
    );
    expect(line).toMatchObject({ clientView: 'long', hookView: 'long' });
    expect(JSON.stringify(line)).not.toContain('xx');
    expect([...kit.store.texts.values()]).toEqual([]);
  });

  it('keep nothing of what a hook has taken out', async () => {
    const redacting: Hook = { ...LOOKING, run: () => ({ updatedOutput: { said: 'nothing' } }) };
    const { line, entries, kit } = await settledBy(data({ said: 'the secret' }), { hooks: [redacting] });
    expect(line.hookView).toBeUndefined();
    expect(JSON.stringify([entries, [...kit.store.texts.values()]])).not.toContain('the secret');
  });

  it('are in a line that stays short, whatever they are', async () => {
    const odd = fc.string({ unit: 'binary', minLength: 500, maxLength: 9000 });
    await fc.assert(
      fc.asyncProperty(odd, odd, odd, async (model, client, hook) => {
        const views = { toModel: () => model, toClient: () => client, toHook: () => hook };
        const { line } = await settledBy({ ...data({}), ...views }, { hooks: [LOOKING] });
        expect(Buffer.byteLength(JSON.stringify(line))).toBeLessThan(64 * 1024);
      }),
      { numRuns: 50 },
    );
  });

  it('change nothing of what is replayed, and are not needed for it', async () => {
    const tool = { ...data({ files: ['a'] }), toModel: () => 'a file' };
    const { entries, kit } = await settledBy(tool, { hooks: [LOOKING] });
    const old = entries.map((entry) => {
      if (entry.type !== 'settled') return entry;
      const { clientView: _client, hookView: _hook, record, ...rest } = entry;
      const { durations: _durations, ...before } = record;
      return { ...rest, record: before };
    });
    const replay = async (lines: readonly JournalEntry[]) => {
      const again = createKit([toolOf('Any', tool)], { resume: readSession(lines), store: kit.store });
      return ofType(await runAll(again, [{ id: 'c', name: 'Any', input: {} }]), 'message');
    };
    const [now, before] = [await replay(entries), await replay(old)];
    expect(JSON.stringify(now)).toBe(JSON.stringify(before));
    expect(JSON.stringify(now)).toContain('a file');
  });
});

it('a line tells how long each stage took, until it was written', async () => {
  const wait = (ms: number): undefined => {
    clock.advance(ms);
  };
  const before: Hook = { event: 'PreToolUse', name: 'before', run: () => wait(3) };
  const after: Hook = { ...LOOKING, run: () => wait(5) };
  const tool = toolOf('Any', {
    async call() {
      wait(7);
      return { data: 'x' };
    },
  });
  const kit = createKit([tool], { hooks: [before, after] });
  const { clock } = kit;
  await runAll(kit, [{ id: 'c', name: 'Any', input: {} }]);
  const { entries } = await kit.journal.read();
  expect(entries.find(({ type }) => type === 'settled')).toMatchObject({
    record: { executingMs: 7, durations: { preparing: 3, executing: 7, settling: 5 } },
  });
});
