import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  assemblePool,
  modelTools,
  toJsonSchema,
  toolDefinitions,
  type AnyTool,
  type ModelApi,
} from '../../src/index.ts';
import { toolOf } from '../support/kit.ts';

const APIS: readonly ModelApi[] = ['anthropic', 'openai', 'gemini'];

const zodTool = (): AnyTool => ({
  ...toolOf('Zod'),
  inputSchema: z.object({
    path: z.string().describe('where'),
    limit: z.int().min(1).optional(),
    mode: z.enum(['a', 'b']).default('a'),
  }),
});

/** The same schema, its keywords in another order; `properties` in the author's. */
const PLAIN = {
  type: 'object',
  description: 'd',
  properties: { b: { type: 'string', description: 'x' }, a: { minimum: 1, type: 'integer' } },
  required: ['b'],
  additionalProperties: false,
  $defs: { one: { type: 'null' }, two: { enum: [1, 2] } },
};
const SHUFFLED = {
  $defs: { two: { enum: [1, 2] }, one: { type: 'null' } },
  additionalProperties: false,
  required: ['b'],
  properties: { b: { description: 'x', type: 'string' }, a: { type: 'integer', minimum: 1 } },
  description: 'd',
  type: 'object',
  $schema: 'https://json-schema.org/draft/2020-12/schema',
};

async function bytes(tools: readonly AnyTool[], api: ModelApi): Promise<string> {
  return JSON.stringify(await toolDefinitions(assemblePool({ builtIn: tools }), api));
}

describe('the definitions for a model', () => {
  it.each(APIS)('are the same bytes each time for %s', async (api) => {
    const make = (): AnyTool[] => [zodTool(), { ...toolOf('Plain'), inputSchema: structuredClone(PLAIN) }];
    expect(await bytes(make(), api)).toBe(await bytes(make().toReversed(), api));
  });

  it.each(APIS)('do not change with the order of keywords in a plain schema for %s', async (api) => {
    const one = await bytes([{ ...toolOf('Plain'), inputSchema: PLAIN }], api);
    expect(await bytes([{ ...toolOf('Plain'), inputSchema: SHUFFLED }], api)).toBe(one);
  });

  it('have the form of each API', async () => {
    const pool = assemblePool({
      builtIn: [toolOf('Late', { isDeferred: true }), toolOf('Read', { description: async () => 'reads' })],
    });
    const schema = toJsonSchema(toolOf('Read').inputSchema);
    expect(await toolDefinitions(pool, 'anthropic')).toEqual([
      { name: 'Read', description: 'reads', input_schema: schema },
    ]);
    expect(await toolDefinitions(pool, 'openai')).toEqual([
      { type: 'function', function: { name: 'Read', description: 'reads', parameters: schema } },
    ]);
    expect(await toolDefinitions(pool, 'gemini')).toEqual([
      { functionDeclarations: [{ name: 'Read', description: 'reads', parametersJsonSchema: schema }] },
    ]);
  });
});

describe('the schema that a model is shown', () => {
  it('lacks the optional properties that are not for it to fill in', async () => {
    const inputSchema = {
      type: 'object',
      properties: {
        asked: { type: 'string' },
        filledIn: { type: 'object', readOnly: true },
        needed: { type: 'string', readOnly: true },
      },
      required: ['asked', 'needed'],
    } as const;
    const tool = { ...toolOf('Asks'), inputSchema };
    const [shown] = await modelTools(assemblePool({ builtIn: [tool] }));
    expect(Object.keys(Object(shown?.inputSchema['properties']))).toEqual(['asked', 'needed']);
    expect(toJsonSchema(tool.inputSchema)['properties']).toHaveProperty('filledIn');
  });
});

describe('the JSON Schema of a tool', () => {
  it('lacks what zod says of every integer and record', () => {
    const schema = z.object({
      count: z.int(),
      few: z.int().max(9),
      names: z.record(z.string(), z.string()),
      some: z.record(z.enum(['a', 'b']), z.string()),
    });
    expect(toJsonSchema(schema)['properties']).toMatchObject({
      count: { type: 'integer' },
      few: { type: 'integer', maximum: 9 },
      names: { type: 'object', additionalProperties: { type: 'string' } },
      some: { propertyNames: { enum: ['a', 'b'] } },
    });
    expect(JSON.stringify(toJsonSchema(schema))).not.toMatch(/90071992|"propertyNames":\{"type":"string"\}/v);
  });

  it('has an object at its root, even where none was said', () => {
    expect(toJsonSchema({ properties: {} })).toEqual({ type: 'object', properties: {} });
    expect(() => toJsonSchema({ type: 'string' })).toThrow(/root/);
    expect(() => toJsonSchema(z.string())).toThrow(/root/);
  });

  it('keeps the properties in the author’s order, and fields called like keywords as they are', () => {
    const schema = toJsonSchema({
      type: 'object',
      properties: { zebra: { type: 'string' }, properties: { type: 'object', properties: { z: {}, a: {} } } },
    });
    expect(JSON.stringify(schema)).toBe(
      '{"type":"object","properties":{"zebra":{"type":"string"},"properties":{"type":"object","properties":{"z":{},"a":{}}}}}',
    );
  });

  it('is what the model may send, not what the tool gets', () => {
    expect(toJsonSchema(z.object({ a: z.string().default('x') }))['required']).toBeUndefined();
  });

  it('comes from any Standard Schema that can say it', () => {
    const standard = {
      '~standard': {
        version: 1 as const,
        vendor: 'other',
        validate: (value: unknown) => ({ value }),
        jsonSchema: { input: () => ({ properties: { a: {} }, type: 'object' }) },
      },
    };
    expect(toJsonSchema(standard)).toEqual({ type: 'object', properties: { a: {} } });
    expect(() => toJsonSchema({ '~standard': { ...standard['~standard'], jsonSchema: undefined } })).toThrow(
      /\(other\) can't be converted/,
    );
  });
});
