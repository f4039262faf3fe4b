import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCommand } from '../../src/parse/parse-command.ts';
import { commands, RUNS, SEED } from './nasty.ts';

test('nothing throws or hangs, whatever the text', () => {
  fc.assert(
    fc.property(fc.oneof(commands, fc.string({ unit: 'binary', maxLength: 60 })), (source) => {
      const parsed = parseCommand(source);
      if (parsed.kind === 'opaque') expect(parsed.at).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: RUNS * 5, seed: SEED },
  );
});

test.each([
  'a ',
  '[',
  '{',
  '~:',
  '$(',
  '`',
  '\\',
  '"',
  "'",
  '<<E ',
  '<<E\n',
  'a;',
  'a|',
  '((',
  '${x:-',
  'a=(',
  '[[ (',
  '*',
  '{a,',
  '#',
  '$',
  "$'",
])('a command of the greatest length made of %j ends', (piece) => {
  expect(parseCommand(piece.repeat(Math.floor(10_000 / piece.length)))).toHaveProperty('kind');
});
