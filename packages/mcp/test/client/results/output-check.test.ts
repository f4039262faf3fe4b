import { expect, it } from 'vitest';
import { createAjvValidator } from '../../../../host/src/index.ts';
import { outputChecks } from '../../../src/client/results/output-check.ts';

const SLOW = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };

it.each([
  ['a result that fits', 'aaa', undefined],
  ['one that does not', 7, expect.stringContaining("doesn't match the tool's output schema: a:")],
  ['one that the schema would check for ever', `${'a'.repeat(60)}!`, undefined],
])('the note of %s', async (_title, a, note) => {
  const check = outputChecks(createAjvValidator())(SLOW);
  expect(await check({ content: [], structuredContent: { a } })).toEqual(note);
});
