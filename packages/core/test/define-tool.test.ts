import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  assemblePool,
  constantOf,
  defineTool,
  modelTools,
  type CallContext,
  type Tool,
  type ToolSchema,
  type ToolYield,
} from '../src/index.ts';
import type { DescribedFor } from '../src/pool/definitions.ts';
import { createKit, ofType, outcomes, runAll, toolOf } from './support/kit.ts';

const bare = defineTool({
  name: 'Bare',
  description: 'does nothing',
  inputSchema: z.object({ n: z.number() }),
  call: async ({ n }) => ({ data: n + 1 }),
});

describe('defineTool', () => {
  it('fails closed where nothing is declared', () => {
    expect(bare.isConcurrencySafe({ n: 1 })).toBe(false);
    expect(bare.isReadOnly({ n: 1 })).toBe(false);
    expect(bare.isDestructive({ n: 1 })).toBe(true);
    expect(bare.isIdempotent({ n: 1 })).toBe(false);
    expect(bare.interruptBehavior({ n: 1 })).toBe('block');
    expect(bare.maxResultSizeChars({ n: 1 })).toBe(50_000);
    expect(bare.isEnabled()).toBe(true);
    expect(bare.claims).toBeUndefined();
  });

  it('derives destructive, idempotent and interrupt behavior from read-only', () => {
    const reader = defineTool({ ...base, isReadOnly: ({ n }) => n > 0 });
    expect(reader.isDestructive({ n: 1 })).toBe(false);
    expect(reader.isIdempotent({ n: 1 })).toBe(true);
    expect(reader.interruptBehavior({ n: 1 })).toBe('cancel');
    expect(reader.interruptBehavior({ n: 0 })).toBe('block');
  });

  it('knows which declarations are the same for every input, those that follow from others too', () => {
    const facts = ({
      isReadOnly,
      isDestructive,
      isIdempotent,
    }: Pick<typeof bare, 'isReadOnly' | 'isDestructive' | 'isIdempotent'>) =>
      [isReadOnly, isDestructive, isIdempotent].map(constantOf);
    expect(facts(bare)).toEqual([false, true, false]);
    expect(facts(defineTool({ ...base, isReadOnly: true }))).toEqual([true, false, true]);
    const byInput = ({ n }: { n: number }): boolean => n > 0;
    expect(facts(defineTool({ ...base, isReadOnly: byInput }))).toEqual([undefined, undefined, undefined]);
    expect(facts(defineTool({ ...base, isDestructive: byInput }))).toEqual([false, undefined, false]);
  });

  it('refuses a name that a model API would refuse', () => {
    expect(() => defineTool({ ...base, name: 'no spaces' })).toThrow(/letters, digits/);
  });

  it.each<[title: string, schema: ToolSchema, root: RegExp]>([
    ['a JSON Schema of a text', { type: 'string' }, /got the type "string"/],
    ['a JSON Schema of a list', { type: 'array', items: {} }, /got the type "array"/],
    ['several types', { type: ['object', 'null'] }, /got the type \["object","null"\]/],
    ['a choice with a text', { anyOf: [{ type: 'object' }, { type: 'string' }] }, /"string" in "anyOf"/],
    ['a choice in a choice', { oneOf: [{ allOf: [{ type: 'array' }] }] }, /"array" in "allOf" in "oneOf"/],
    ['values', { enum: ['a', 'b'] }, /got "enum" without the type "object"/],
    ['a list of schemas', JSON.parse('[{"type":"object"}]'), /got a list/],
    ['a zod schema of a text', z.string(), /got the type "string"/],
    ['a zod schema of a list', z.array(z.object({})), /got the type "array"/],
  ])('refuses %s at the root, which no model could be shown', (_, inputSchema, root) => {
    const define = () => defineTool({ ...base, inputSchema });
    expect(define).toThrow(TypeError);
    expect(define).toThrow(root);
    expect(define).toThrow(/tool Base must describe an object/);
  });

  it.each<[title: string, schema: ToolSchema]>([
    ['nothing', {}],
    ['no type', { properties: {} }],
    ['alternatives', { anyOf: [{ type: 'object' }] }],
    ['a zod union', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
    ['a zod pipe', z.object({}).transform((value) => value)],
  ])('takes %s at the root', async (_, inputSchema) => {
    const tool = defineTool({ ...base, inputSchema });
    expect(await modelTools(assemblePool({ builtIn: [tool] }))).toHaveLength(1);
  });
});

describe('a description that is a function', () => {
  it('depends on the pool, the mode and the model, and on the input where there is one', async () => {
    const tool = defineTool({
      ...base,
      description: async ({ input, pool, mode, model }) =>
        [input?.n, pool.tools.map(({ name }) => name).join('+'), mode, model].map(String).join(' '),
    });
    const pool = assemblePool({ builtIn: [tool] });
    const described = async (...about: readonly DescribedFor[]) =>
      (await modelTools(pool, undefined, ...about)).map(({ description }) => description);
    expect(await described()).toEqual(['undefined Base undefined undefined']);
    expect(await described({ mode: 'plan', model: 'a/b' })).toEqual(['undefined Base plan a/b']);
    pool.update('more', [toolOf('More')]);
    expect((await described({ mode: 'plan' }))[0]).toBe('undefined Base+More plan undefined');
    if (typeof tool.description === 'string') throw new Error('It is not a function.');
    expect(await tool.description({ input: { n: 7 }, pool })).toBe('7 Base+More undefined undefined');
  });
});

describe('progress', () => {
  it('has the type that the tool says', async () => {
    interface Step {
      readonly step: number;
    }
    const tool = defineTool({
      ...base,
      async *call(_input, context: CallContext<unknown, Step>): AsyncGenerator<ToolYield<string, Step>> {
        context.progress({ step: 1 });
        // @ts-expect-error: no step
        context.progress({ stop: 1 });
        yield { progress: { step: 2 } };
        yield { data: 'done' };
      },
    });
    const typed: Tool<{ n: number }, string, unknown, Step> = tool;
    const kit = createKit([typed]);
    const events = await runAll(kit, [{ id: 'c', name: 'Base', input: { n: 1 } }]);
    expect(outcomes(events)).toEqual({ c: 'ok' });
    expect(ofType(events, 'progress').at(-1)?.data).toEqual({ step: 2 });
  });
});

const base = {
  name: 'Base',
  description: 'base',
  inputSchema: z.object({ n: z.number() }),
  call: async () => ({ data: 0 }),
};
