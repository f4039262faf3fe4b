import { expect, it } from 'vitest';
import { z } from 'zod';
import { createKit, ofType, runAll, textOfResult, toolOf } from '../support/kit.ts';

const schema = z.strictObject({
  word: z.string().min(1).max(4).optional(),
  pair: z.string().min(2).optional(),
  own: z.string().min(1, 'says which one').optional(),
  list: z.array(z.string()).min(1).max(2).optional(),
  positive: z.number().positive().optional(),
  below: z.number().lt(9).optional(),
  '-A': z.int().min(0).max(10).optional(),
  step: z.number().multipleOf(5).optional(),
});

async function told(input: object): Promise<string> {
  const kit = createKit([{ ...toolOf('Bound'), inputSchema: schema }]);
  return textOfResult(await runAll(kit, [{ id: 'c1', name: 'Bound', input }]), 'c1');
}

it.each([
  [{ word: '' }, 'word: must not be empty; got the string ""'],
  [{ word: 'abcde' }, 'word: must have at most 4 characters, and has 5; got the string "abcde"'],
  [{ word: '😀😀😀😀😀' }, 'word: must have at most 4 characters, and has 5;'],
  [{ pair: 'x' }, 'pair: must have at least 2 characters; got'],
  [{ own: '' }, 'own: says which one; got'],
  [{ list: [] }, 'list: must not be empty; got an empty array'],
  [{ list: ['a', 'b', 'c'] }, 'list: must have at most 2 items, and has 3; got'],
  [{ positive: 0 }, 'positive: must be more than 0; got the number 0'],
  [{ below: 9 }, 'below: must be less than 9; got the number 9'],
  [{ '-A': -1 }, '- -A: must be 0 or more; got the number -1'],
  [{ '-A': 11 }, '- -A: must be 10 or less; got the number 11'],
  [{ '-A': 'x' }, '- -A: expected an integer, got the string "x"'],
  [{ step: 7 }, 'step: must be a multiple of 5; got the number 7'],
])('%j', async (input, text) => {
  expect(await told(input)).toContain(text);
});

it('names a field that begins with a dash as it is', async () => {
  const kit = createKit([{ ...toolOf('Bound'), inputSchema: schema }]);
  const events = await runAll(kit, [{ id: 'c1', name: 'Bound', input: { '-A': '1' } }]);
  expect(ofType(events, 'notice').map(({ message }) => message)).toEqual([
    expect.stringContaining('"-A" was given as text and converted to a number.'),
  ]);
});
