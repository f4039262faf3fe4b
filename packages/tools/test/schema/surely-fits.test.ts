import type { JsonObject } from '@sluice/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { KNOWN_INPUTS } from '../../src/schema/known-inputs.ts';
import { lazySchema } from '../../src/schema/lazy-schema.ts';
import { surelyFits } from '../../src/schema/surely-fits.ts';
import { madeSchemas } from './converted-inputs.ts';

const known = new Map<string, JsonObject>(Object.entries(KNOWN_INPUTS));
const schemas = [...madeSchemas()].map(([name, made]): [string, JsonObject, z.ZodType] => [
  name,
  known.get(name) ?? {},
  made,
]);

const anyValue = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.constantFrom('content', 'replace', 'code', 'markdown', 'count', 'x'),
  fc.integer({ min: -3, max: 4000 }),
  fc.double(),
  fc.constantFrom(2 ** 53, -(2 ** 53), Infinity, -0),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string({ maxLength: 2 }), { maxLength: 2 }),
);

describe.each(schemas)('an input of %s that surely fits', (_name, json, schema) => {
  const fields = Object.keys(json['properties'] ?? {});
  const inputs = fc.dictionary(
    fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...fields, 'unknown') },
      fc.constantFrom('other', '__proto__'),
    ),
    anyValue,
  );

  it('is taken by the schema, and comes out as it went in', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        if (surelyFits(json, input)) expect(schema.safeParse(input)).toEqual({ success: true, data: input });
      }),
      { numRuns: 500 },
    );
  });
});

describe('calls as models make them', () => {
  it.each([
    ['Bash', { command: 'true' }],
    ['Bash', { command: 'npm test', timeout: 1000, description: 'Run the tests', run_in_background: true }],
    ['Read', { file_path: '/a', offset: 1, limit: 20 }],
    ['Edit', { file_path: '/a', old_string: 'a', new_string: '', replace_all: true }],
    ['Write', { file_path: '/a', content: '' }],
    ['Grep', { pattern: 'a', output_mode: 'content', '-n': true, head_limit: 0 }],
    ['Glob', { pattern: '*.ts' }],
  ])('%s: fits without its schema', (name, input) => {
    expect(surelyFits(known.get(name) ?? {}, input)).toBe(true);
  });
});

it('a schema is made only for what does not surely fit', () => {
  let count = 0;
  const schema = madeSchemas().get('Glob');
  if (schema === undefined) throw new Error('There is no Glob.');
  const later = lazySchema(() => {
    count += 1;
    return schema;
  }, KNOWN_INPUTS.Glob);
  expect(later['~standard'].validate({ pattern: 'a' })).toEqual({ value: { pattern: 'a' } });
  expect(count).toBe(0);
  expect(later['~standard'].validate({ pattern: 1 })).toHaveProperty('issues');
  expect(count).toBe(1);
});
