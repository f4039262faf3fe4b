import { describe, expect, it } from 'vitest';
import { createMemoryStore, type ModelContent } from '../../src/index.ts';
import { boundCall } from '../../src/result/bound-call.ts';
import { createKit, ofType, resultOf, runAll, textOfResult, toolOf } from '../support/kit.ts';

const one = [{ id: 'c', name: 'Tool', input: {} }];
const answers = (data: string, declaration: Parameters<typeof toolOf>[1] = {}) =>
  toolOf('Tool', { call: async () => ({ data }), ...declaration });

describe('the bound of one result', () => {
  const rows: [string, number, Parameters<typeof toolOf>[1], [string, number][], boolean][] = [
    ['just below the default', 49_999, {}, [], false],
    ['at the default', 50_000, {}, [], false],
    ['above the default', 50_001, {}, [], true],
    ['at the tool’s own limit', 100, { maxResultSizeChars: 100 }, [], false],
    ['above the tool’s own limit', 101, { maxResultSizeChars: 100 }, [], true],
    [
      'above the default, whatever more the tool would like',
      50_001,
      { maxResultSizeChars: 90_000 },
      [],
      true,
    ],
    ['of a tool that bounds itself', 500_000, { maxResultSizeChars: Infinity }, [], false],
    [
      'of a tool whose limit throws, above the default',
      50_001,
      {
        maxResultSizeChars: () => {
          throw new Error();
        },
      },
      [],
      true,
    ],
    ['below an override that raises', 60_000, {}, [['Tool', 60_000]], false],
    ['above an override that raises', 60_001, {}, [['Tool', 60_000]], true],
    ['above an override that lowers', 101, {}, [['Tool', 100]], true],
    [
      'above an override of a tool that bounds itself',
      101,
      { maxResultSizeChars: Infinity },
      [['Tool', 100]],
      true,
    ],
    ['below what is configured for the tool', 60_000, { resultLimit: 60_000 }, [], false],
    ['above what is configured for the tool', 60_001, { resultLimit: 60_000 }, [], true],
    ['above an override, whatever is configured', 101, { resultLimit: 60_000 }, [['Tool', 100]], true],
    ['with an override for another tool', 50_000, {}, [['Other', 100]], false],
  ];
  it.each(rows)('%s (%d)', async (_, length, declaration, overrides, isPreview) => {
    const text = 'x'.repeat(length);
    const kit = createKit([answers(text, declaration)], {
      resultLimits: new Map(overrides),
      messageBudget: 1e9,
    });
    const events = await runAll(kit, one);
    const shown = textOfResult(events, 'c');
    expect(shown === text).toBe(!isPreview);
    expect(resultOf(events, 'c').record.storedAt !== undefined).toBe(isPreview);
    if (isPreview) {
      const { storedAt } = resultOf(events, 'c').record;
      expect(shown).toContain(`${length} characters. The full result is in ${storedAt}`);
      expect(kit.store.texts.get(storedAt ?? '')).toBe(text);
      expect(shown).toContain('x'.repeat(Math.min(2000, length)));
      expect(shown).not.toContain('x'.repeat(2001));
    }
  });

  it('shows the beginning, or both ends where the tool says so', async () => {
    const text = `${'a'.repeat(30_000)}${'b'.repeat(30_000)}`;
    const head = textOfResult(await runAll(createKit([answers(text)]), one), 'c');
    expect(head).toMatch(/\[Its beginning:\]\na{2000}$/);
    const both = textOfResult(
      await runAll(createKit([answers(text, { resultPreview: 'head-and-tail' })]), one),
      'c',
    );
    expect(both).toMatch(/\[Its beginning:\]\na{1000}\n\[Its end:\]\nb{1000}$/);
  });

  it('keeps the outcome when the store is full, says so in the preview and tells the person', async () => {
    for (const code of ['full', 'unwritable'] as const) {
      const kit = createKit([answers('x'.repeat(60_000))]);
      kit.store.breakWith(code);
      const events = await runAll(kit, one);
      expect(resultOf(events, 'c')).toMatchObject({ outcome: { code: 'ok' }, result: { is_error: false } });
      expect(textOfResult(events, 'c')).toMatch(
        /60000 characters\. The full result could not be saved .*only this preview remains/,
      );
      expect(ofType(events, 'notice')).toMatchObject([{ code: 'store-unwritable', callId: 'c' }]);
    }
  });

  it.each([
    [100, 0],
    [101, 1],
    [50_001, 0],
  ])(
    'of %i units tells the user that it is large only if the model gets all of it',
    async (units, notices) => {
      const kit = createKit([answers('x'.repeat(units), { largeResultChars: 100 })]);
      const told = ofType(await runAll(kit, one), 'notice');
      expect(told).toHaveLength(notices);
      if (notices > 0)
        expect(told).toMatchObject([
          {
            code: 'large-result',
            callId: 'c',
            message: expect.stringContaining('"resultLimits": {"Tool":100}'),
          },
        ]);
    },
  );

  it('keeps images, and puts the preview before them', async () => {
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
    } as const;
    const tool = toolOf('Tool', {
      toModel: () => [image, { type: 'text', text: 'x'.repeat(60_000) }, image],
    });
    const { content } = resultOf(await runAll(createKit([tool]), one), 'c').result;
    expect(content).toMatchObject([{ type: 'text', text: expect.stringMatching(/too long/) }, image, image]);
  });

  it('shows a failure that is too long in part, too', async () => {
    const kit = createKit([toolOf('Tool', { call: () => Promise.reject(new Error('x'.repeat(60_000))) })]);
    const events = await runAll(kit, one);
    expect(resultOf(events, 'c').result.is_error).toBe(true);
    expect(textOfResult(events, 'c').length).toBeLessThan(3000);
  });
});

describe('text that a tool has streamed to a file', () => {
  const stored: ModelContent = {
    type: 'stored-text',
    path: '/s/1',
    bytes: 5_000_000_000,
    head: 'begin\n',
    tail: 'end',
    prefix: 'Exit code 1',
  };
  const bound = (preview: 'head' | 'head-and-tail', content: ModelContent = stored) =>
    boundCall(content, { toolName: 'Tool', limit: Infinity, preview, store: createMemoryStore() });

  it('is shown by its size, place and beginning, after what stands first whatever its size', async () => {
    expect(await bound('head')).toEqual({
      content:
        'Exit code 1\n[The result is too long to show: 5000000000 bytes. The full result is in /s/1; read the parts that you need from there.]\n[Its beginning:]\nbegin\n',
      storedAt: '/s/1',
      isReplaced: true,
      problem: undefined,
    });
  });

  it('is shown from both ends where the tool gave both', async () => {
    expect((await bound('head-and-tail')).content).toMatch(/\[Its end:\]\nend$/);
    expect((await bound('head-and-tail', { ...stored, tail: 'x'.repeat(64_000) })).content).toMatch(
      /\nx{1000}$/,
    );
  });

  it('is never cut in a surrogate pair', async () => {
    const { content } = await bound('head', { ...stored, head: `x${'😀'.repeat(1000)}` });
    if (typeof content !== 'string') throw new Error('no text');
    expect(content.isWellFormed()).toBe(true);
    expect(content).not.toContain('\ufffd');
  });
});
