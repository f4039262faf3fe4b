import { describe, expect, it } from 'vitest';
import type { JsonObject, SchemaIssue } from '@sluice/core';
import { createAjvValidator } from '../../src/index.ts';

const validator = createAjvValidator();

async function issues(schema: JsonObject, value: unknown): Promise<readonly SchemaIssue[]> {
  return (await validator.compile(schema))(value);
}

describe('what is wrong with a value', () => {
  const list = {
    type: 'object',
    properties: { a: { type: 'array', items: { type: 'object', required: ['b'] } } },
  };
  const rows: readonly (readonly [string, JsonObject, unknown, SchemaIssue])[] = [
    ['a type', { type: 'string' }, 1, { path: [], message: 'must be a string' }],
    [
      'several types',
      { type: ['integer', 'null'] },
      'x',
      { path: [], message: 'must be an integer or null' },
    ],
    ['a missing key', { required: ['a'] }, {}, { path: [], message: 'must have the key "a"' }],
    [
      'a missing key below',
      list,
      { a: [{ b: 1 }, {}] },
      { path: ['a', 1], message: 'must have the key "b"' },
    ],
    [
      'a missing key that every object inherits',
      { required: ['constructor'] },
      {},
      { path: [], message: 'must have the key "constructor"' },
    ],
    [
      'a key too many',
      { properties: { a: {} }, additionalProperties: false },
      { a: 1, b: 2 },
      { path: [], message: 'must not have the key "b"' },
    ],
    [
      'a key that no part has taken',
      { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      { a: 1, b: 2 },
      { path: [], message: 'must not have the key "b"' },
    ],
    [
      'a key that goes with another',
      { dependentRequired: { a: ['b'] } },
      { a: 1 },
      { path: [], message: 'must have the key "b" where it has "a"' },
    ],
    ['a constant', { const: { a: 1 } }, 2, { path: [], message: 'must be {"a":1}' }],
    ['one of several', { enum: ['a', 2] }, 'b', { path: [], message: 'must be one of "a", 2' }],
    ['the only one', { enum: ['a'] }, 'b', { path: [], message: 'must be "a"' }],
    [
      'what must not be',
      { properties: { a: false } },
      { a: 1 },
      { path: ['a'], message: 'must not be given' },
    ],
    [
      'keys with a slash, a tilde and digits',
      { properties: { 'a/b~c': { properties: { 0: { type: 'string' } } } } },
      { 'a/b~c': { 0: 1 } },
      { path: ['a/b~c', '0'], message: 'must be a string' },
    ],
    [
      'a number too small',
      { properties: { n: { minimum: 1 } } },
      { n: 0 },
      { path: ['n'], message: 'must be >= 1' },
    ],
    [
      'a text too long',
      { maxLength: 1 },
      'ab',
      { path: [], message: 'must not have more than 1 characters' },
    ],
  ];
  it.each(rows)('%s', async (_, schema, value, issue) => {
    expect(await issues(schema, value)).toEqual([issue]);
  });

  it('is all of it', async () => {
    const schema = { type: 'object', required: ['a', 'b'], additionalProperties: false };
    expect(await issues(schema, { c: 1 })).toHaveLength(3);
  });

  it('names the key whose name is wrong', async () => {
    const found = await issues({ propertyNames: { maxLength: 2 } }, { abc: 1 });
    expect(found.map(({ message }) => message)).toEqual([
      'must not have the key "abc", which must not have more than 2 characters',
      'must not have the key "abc"',
    ]);
  });

  it('is told of the first twenty values and the first hundred issues', async () => {
    const numbers = Array.from({ length: 1000 }, (_, n) => n);
    const [issue] = await issues({ enum: numbers }, 'x');
    expect(issue?.message).toMatch(/18, 19 and 980 more$/);
    expect(await issues({ items: { type: 'string' } }, numbers)).toHaveLength(100);
  });

  it('is nothing when the value is valid', async () => {
    expect(await issues({ type: 'object', required: ['a'] }, { a: null })).toEqual([]);
  });
});

describe('schemas that are taken', () => {
  const rows: readonly (readonly [string, JsonObject, unknown, unknown])[] = [
    ['unknown keywords', { type: 'string', 'x-hint': 1 }, 'a', 1],
    [
      'what is not a schema in the place of one',
      { properties: { a: 1, b: { type: 'string' } } },
      { a: 1 },
      { b: 1 },
    ],
    ['unknown formats', { type: 'string', format: 'postcode' }, 'a', 1],
    ['known formats, unchecked', { type: 'string', format: 'date-time' }, 'a', 1],
    ['a reference to itself', { items: { $ref: '#' }, type: 'array' }, [[]], [1]],
    [
      'definitions of draft-07',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        definitions: { A: { type: 'integer' } },
        $ref: '#/definitions/A',
      },
      1,
      'a',
    ],
    [
      'tuples of draft-07',
      { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] },
      ['a'],
      [1],
    ],
    ['tuples of 2020-12', { prefixItems: [{ type: 'string' }] }, ['a'], [1]],
    ['a dialect that no one knows', { $schema: 'https://example.com/mine', type: 'string' }, 'a', 1],
    ['if and else', { if: { required: ['a'] }, else: { required: ['b'] } }, { a: 1 }, {}],
    ['patterns that the u flag refuses', { pattern: '^[\\w-.]+$' }, 'a-b', 'a b'],
    ['patterns that need the u flag', { pattern: '^\\p{Lu}$' }, '\u00c9', 'p'],
    ['a schema that calls itself asynchronous', { $async: true, type: 'string' }, 'a', 1],
    [
      'keys named like parts of every object',
      { properties: { toString: { type: 'string' } } },
      {},
      { toString: 1 },
    ],
  ];
  it.each(rows)('%s', async (_, schema, valid, invalid) => {
    expect(await issues(schema, valid)).toEqual([]);
    expect(await issues(schema, invalid)).not.toEqual([]);
  });

  it('two that have one $id', async () => {
    const $id = 'https://example.com/schema';
    expect(await issues({ $id, type: 'string', $defs: { a: { $id: 'a', type: 'string' } } }, 'a')).toEqual(
      [],
    );
    expect(await issues({ $id, type: 'number', $defs: { a: { $id: 'a', type: 'number' } } }, 1)).toEqual([]);
  });

  it('are not changed', async () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { a: {} },
    };
    const before = structuredClone(schema);
    await issues(schema, { a: 1 });
    expect(schema).toEqual(before);
  });
});

describe('schemas that are refused, in one line', () => {
  let deep: JsonObject = { type: 'string' };
  for (let depth = 0; depth < 20_000; depth += 1) deep = { not: deep };
  const rows: readonly (readonly [string, JsonObject])[] = [
    ['a type that is none', { type: 'text' }],
    ['a keyword with a wrong value', { required: 'a' }],
    ['a reference to another document', { $ref: 'https://example.com/other' }],
    ['a reference to nothing', { $ref: '#/$defs/none' }],
    ['a pattern that is none', { pattern: '(' }],
    ['one $id twice', { $defs: { a: { $id: 'a' }, b: { $id: 'a', type: 'string' } } }],
    ['nesting without end', deep],
  ];
  it.each(rows)('%s', async (_, schema) => {
    await expect(validator.compile(schema)).rejects.toThrow(/^The schema is not valid: [^\n]+$/);
    expect(await issues({ type: 'string' }, 'still works')).toEqual([]);
  });
});

describe('a value that a schema would check for ever is unchecked', () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 60 }, (_, level) => {
      const next = { $ref: `#/$defs/${level + 1}` };
      return [`${level}`, { allOf: [next, next] }];
    }),
  );
  it.each<[string, JsonObject, unknown]>([
    ['of a pattern', { pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`],
    ['of the pattern of keys', { patternProperties: { '^(a|a)*$': {} } }, { [`${'a'.repeat(60)}!`]: 1 }],
    ['of the pattern in names', { propertyNames: { pattern: '^(a|aa)+$' } }, { [`${'a'.repeat(90)}!`]: 1 }],
    ['of references that double', { $ref: '#/$defs/0', $defs: { ...doubling, 60: { type: 'string' } } }, 'x'],
  ])('%s', async (_title, schema, value) => {
    expect(await issues(schema, value)).toEqual([
      { path: [], message: 'it took longer than 1 s', isUnchecked: true },
    ]);
    // And the next one is checked.
    expect(await issues({ pattern: '^a+$' }, 'aa')).toEqual([]);
  });
});

it.each(['urn:x', 'urn:', 'https://[', '#/$defs/a', 'a b'])(
  'the name of a schema may be anything: %j',
  async ($id) => {
    const schema = { $id, properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'string' } } };
    expect(await issues(schema, { a: 'x' })).toEqual([]);
    expect(await issues(schema, { a: 1 })).toEqual([{ path: ['a'], message: 'must be a string' }]);
  },
);

it('a schema that goes round in a circle checks nothing, and does not throw', async () => {
  expect(await issues({ $ref: '#' }, 1)).toEqual([
    { path: [], message: expect.stringContaining('stack'), isUnchecked: true },
  ]);
});
