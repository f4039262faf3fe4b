import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createInputValidator } from '../../src/input/validate.ts';
import type { ToolSchema } from '../../src/index.ts';

const validator = createInputValidator(undefined);

async function validated(schema: ToolSchema, input: Parameters<typeof validator.validate>[1]) {
  return validator.validate(schema, input);
}

const number = z.object({ v: z.number() });
const integer = z.object({ v: z.int() });
const flag = z.object({ v: z.boolean() });
const list = z.object({ v: z.array(z.number()) });
const object = z.object({ v: z.object({ a: z.number() }) });

describe('safe coercions', () => {
  const taken: [string, ToolSchema, string, unknown][] = [
    ['a number', number, '5', 5],
    ['a negative number with a fraction', number, '-0.5', -0.5],
    ['a whole number', integer, '7', 7],
    ['true', flag, 'true', true],
    ['false', flag, 'false', false],
    ['a list', list, '[1,2]', [1, 2]],
    ['an object', object, '{"a":1}', { a: 1 }],
    ['one branch of a union', z.object({ v: z.union([z.number(), z.boolean()]) }), 'true', true],
    ['a number that may be absent', z.object({ v: z.number().optional() }), '5', 5],
    ['a number that may be null', z.object({ v: z.number().nullable() }), '5', 5],
  ];
  it.each(taken)('take text for %s', async (_, schema, text, value) => {
    expect(await validated(schema, { v: text })).toMatchObject({
      ok: true,
      input: { v: value },
      json: { v: value },
      coercions: [expect.stringMatching(/^"v" was given as text/)],
    });
  });

  const refused: [string, ToolSchema, string][] = [
    ['a number with words around it', number, '5 apples'],
    ['an empty text for a number', number, ''],
    ['a word for a boolean', flag, 'yes'],
    ['True in the manner of Python', flag, 'True'],
    ['1 for a boolean', flag, '1'],
    ['a fraction for a whole number', integer, '1.5'],
    ['a whole number that is too large to be exact', integer, '9007199254740993'],
    ['a number that overflows', number, '1e999'],
    ['an object for a list', list, '{"a":1}'],
    ['a list for an object', object, '[1]'],
    ['the word null for a number', number, 'null'],
    ['a number for a text that has a pattern', z.object({ v: z.string().regex(/^a/) }), '5'],
    ['a number where a text may stand', z.object({ v: z.union([z.literal('auto'), z.number()]) }), '5'],
  ];
  it.each(refused)('refuse %s', async (_, schema, text) => {
    expect(await validated(schema, { v: text })).toMatchObject({ ok: false, issues: [{ path: ['v'] }] });
  });

  it('never touch a text where a text is allowed', async () => {
    const schema = z.object({ text: z.string(), either: z.union([z.string(), z.number()]) });
    const input = { text: '5', either: '[1]' };
    expect(await validated(schema, input)).toEqual({ ok: true, input, json: input, coercions: [] });
  });

  it('reach into lists and objects, and leave all else as it came', async () => {
    const schema = z.object({ rows: z.array(z.object({ n: z.number(), s: z.string() })), done: z.boolean() });
    const input = {
      rows: [
        { n: 1, s: '1' },
        { n: '2', s: '2' },
      ],
      done: 'true',
    };
    const validation = await validated(schema, input);
    expect(validation).toMatchObject({
      ok: true,
      json: {
        rows: [
          { n: 1, s: '1' },
          { n: 2, s: '2' },
        ],
        done: true,
      },
    });
    expect(validation.ok && validation.coercions).toHaveLength(2);
    expect(input.done).toBe('true');
  });

  it('do not save an input that is wrong elsewhere as well', async () => {
    const validation = await validated(z.object({ n: z.number(), s: z.string() }), { n: '5', s: 1 });
    expect(validation).toMatchObject({ ok: false, issues: [{ path: ['s'] }] });
  });

  it('follow references of a schema that speaks of itself', async () => {
    type Tree = { n: number; below: Tree[] };
    const tree: z.ZodType<Tree> = z.object({
      n: z.number(),
      get below() {
        return z.array(tree);
      },
    });
    const validation = await validated(z.object({ tree }), {
      tree: { n: 1, below: [{ n: '2', below: [] }] },
    });
    expect(validation).toMatchObject({ ok: true, json: { tree: { n: 1, below: [{ n: 2, below: [] }] } } });
  });

  it('treat keys of the prototype as ordinary keys', async () => {
    const schema = z.object({ constructor: z.number(), toString: z.number() });
    const validation = await validated(schema, { constructor: '1', toString: '2' });
    expect(validation).toMatchObject({ ok: true, coercions: [expect.anything(), expect.anything()] });
    const missing = await validated(schema, {});
    expect(missing).toMatchObject({ ok: false, issues: [{ received: 'nothing' }, { received: 'nothing' }] });
  });
});
