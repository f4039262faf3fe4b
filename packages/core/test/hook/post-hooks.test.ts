import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fail, type Hook, type PostToolUseResult } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import {
  collect,
  createGate,
  createKit,
  FREE,
  ofType,
  resultOf,
  runAll,
  statuses,
  textOfResult,
  toEnd,
  toolOf,
} from '../support/kit.ts';

const one = [{ id: 'c', name: 'Any', input: {} }];

describe('hooks after the work', () => {
  const post = (
    result: PostToolUseResult,
    event: 'PostToolUse' | 'PostToolUseFailure' = 'PostToolUse',
  ): Hook => ({
    event,
    name: 'post',
    run: () => result,
  });

  it('see the output as the tool shows it to hooks, and what came of the call', async () => {
    const seen: unknown[] = [];
    const looking = (event: 'PostToolUse' | 'PostToolUseFailure'): Hook => ({
      event,
      name: 'looks',
      run: ({ output, outcome, input }) => void seen.push([event, output, outcome.code, input]),
    });
    const tool = toolOf('Any', {
      call: async ({ bad }) => (bad === true ? { ...fail('no', 'no'), data: 'partial' } : { data: 'whole' }),
      toHook: (data) => ({ seen: data }),
    });
    const kit = createKit([tool], { hooks: [looking('PostToolUse'), looking('PostToolUseFailure')] });
    await runAll(kit, [
      { id: 'c1', name: 'Any', input: {} },
      { id: 'c2', name: 'Any', input: { bad: true } },
    ]);
    expect(seen).toEqual([
      ['PostToolUse', { seen: 'whole' }, 'ok', {}],
      ['PostToolUseFailure', { seen: 'partial' }, 'tool-error', { bad: true }],
    ]);
  });

  it('replace the output, for the model, for the client and for what is kept', async () => {
    const kit = createKit([toolOf('Any', { call: async () => ({ data: 'secret'.repeat(20_000) }) })], {
      hooks: [post({ updatedOutput: 'redacted' })],
    });
    const events = await runAll(kit, one);
    expect(textOfResult(events, 'c')).toBe('redacted');
    expect(resultOf(events, 'c').clientView).toBe('redacted');
    expect([...kit.store.texts.values()].join('')).not.toMatch(/secret/);
    expect(JSON.stringify(kit.journal.entries)).not.toMatch(/secret/);
  });

  it.each([
    [
      'of a hook',
      { checksImages: true, call: async () => ({ data: 'old' }) },
      { updatedOutput: 'new' },
      true,
    ],
    ['of a tool', { call: async () => ({ data: 'own' }) }, {}, true],
    [
      'of a tool that checks its images',
      { checksImages: true, call: async () => ({ data: 'own' }) },
      {},
      false,
    ],
  ])('images %s are checked before a model gets them', async (_whose, declaration, result, isChecked) => {
    const image = (data: string) =>
      ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }) as const;
    const tool = toolOf('Any', {
      ...declaration,
      readReplacement: (value) => value,
      toModel: (data) => [{ type: 'text', text: String(data) }, image('bad'), image('good'), image('big')],
    });
    const kit = createKit([tool], {
      hooks: [post(result)],
      async checkImage(given) {
        const { data } = given.source;
        if (data === 'bad') return { ok: false, reason: 'is broken' };
        return data === 'big'
          ? { ok: true, image: image('small'), note: 'It is smaller.' }
          : { ok: true, image: given };
      },
    });
    const events = await runAll(kit, one);
    const [, ...images] = ofType(events, 'message')[0]?.results[0]?.content ?? [];
    expect(images).toEqual(
      isChecked
        ? [
            { type: 'text', text: '[An image was left out here: it is broken.]' },
            image('good'),
            image('small'),
            { type: 'text', text: '[It is smaller.]' },
          ]
        : [image('bad'), image('good'), image('big')],
    );
  });

  it('must keep to the output’s schema, else the output stands and a notice says so', async () => {
    const tool = {
      ...toolOf('Any', { call: async () => ({ data: { n: 1 } }) }),
      outputSchema: z.object({ n: z.number() }),
    };
    for (const [value, shown, notices] of [
      [{ n: 2 }, '{"n":2}', 0],
      [{ n: 'x' }, '{"n":1}', 1],
      ['text', '{"n":1}', 1],
      [undefined, '{"n":1}', 1],
    ] as const) {
      const events = await runAll(createKit([tool], { hooks: [post({ updatedOutput: value })] }), one);
      expect(textOfResult(events, 'c')).toBe(shown);
      expect(ofType(events, 'notice')).toHaveLength(notices);
    }
  });

  it('remove the capture file of what they replace', async () => {
    const tool = toolOf('Any', {
      async call(_, { captureFile }) {
        const { path } = captureFile();
        kit.store.write(path, 'secret');
        return { data: path };
      },
      toModel: (path) => ({ type: 'stored-text', path: String(path), bytes: 6, head: 'secret' }),
    });
    const kit = createKit([tool], { hooks: [post({ updatedOutput: 'redacted' })] });
    expect(textOfResult(await runAll(kit, one), 'c')).toBe('redacted');
    expect(kit.store.texts.size).toBe(0);
  });

  it('add context and stop the loop; a failure of theirs is a notice', async () => {
    const kit = createKit([toolOf('Any')], {
      hooks: [
        { event: 'PreToolUse', name: 'before', run: () => ({ additionalContext: 'a' }) },
        post({ additionalContext: 'b', stop: { reason: 'tests pass' } }),
        { event: 'PostToolUse', name: 'broken', run: () => Promise.reject(new Error('bang')) },
      ],
    });
    const events = await runAll(kit, one);
    expect(ofType(events, 'message')[0]).toMatchObject({
      additionalContext: ['a', 'b'],
      stop: { reason: 'tests pass' },
    });
    expect(ofType(events, 'notice')).toMatchObject([{ code: 'hook-failed', message: 'broken: bang' }]);
  });

  it('say something to the person; an output replaced twice is told', async () => {
    const kit = createKit([toolOf('Any')], {
      hooks: [post({ notices: ['look'], updatedOutput: 'a' }), post({ updatedOutput: 'b' })],
    });
    const events = await runAll(kit, one);
    expect(textOfResult(events, 'c')).toBe('b');
    expect(ofType(events, 'notice').map(({ code, message }) => [code, message])).toEqual([
      ['hook-message', 'look'],
      [
        'hook-message',
        'The hooks "post", "post" each replaced the output of the same call: the one from "post" is used.',
      ],
    ]);
  });

  it.each([
    ['makes calls with effects run alone', undefined, false, false],
    ['leaves them as they are when it says that it has none', 'none', false, true],
    ['leaves calls that only read as they are', undefined, true, true],
  ] as const)('a hook that may itself have effects %s', async (_, effects, isReadOnly, runsBeside) => {
    const gates = [createGate(), createGate()];
    const free = { ...FREE, isReadOnly };
    const tool = toolOf('Any', {
      ...free,
      call: async ({ n }) => ({ data: await gates[Number(n)]?.passed }),
    });
    const hook: Hook = {
      event: 'PostToolUse',
      name: 'formats',
      run: () => undefined,
      ...(effects === undefined ? {} : { effects }),
    };
    const kit = createKit([tool], { hooks: [hook] });
    const reading = collect(kit.runtime.run([0, 1].map((n) => ({ id: `c${n}`, name: 'Any', input: { n } }))));
    await quiet();
    expect(statuses(reading.events, 'c1').includes('executing')).toBe(runsBeside);
    for (const gate of gates) gate.open();
    await toEnd(reading, kit.clock);
  });
});
