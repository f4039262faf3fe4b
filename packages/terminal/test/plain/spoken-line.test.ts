import { expect, it } from 'vitest';
import { spokenCounts, spokenFacts, spokenLabel, spokenLine } from '../../src/plain/spoken-line.ts';

it.each([
  [' 12 - old', 'removed', 'removed 12: old'],
  [' 12 + new', 'added', 'added 12: new'],
  [' 12   same', 'plain', ' 12   same'],
  ['✓ Which indent? tabs', 'added', 'answered: Which indent? tabs'],
  ['✓ ls', 'allowed', 'allowed: ls'],
  ['? touch x', 'warning', 'asks about: touch x'],
  ['! 2 hidden characters', 'warning', 'warning: 2 hidden characters'],
  // The call's own text, whatever it looks like.
  ['✓ ls', 'plain', '✓ ls'],
  ['1 - one', 'plain', '1 - one'],
  ['? x', 'plain', '? x'],
] as const)('%s, %s: reads %s', (text, tone, spoken) => {
  expect(spokenLine({ text, tone })).toBe(spoken);
});

it('reads labels, facts and counts without signs', () => {
  expect(spokenLabel('No, and say why …')).toBe('No, and say why');
  expect(spokenLabel('[x] tabs: Use tabs')).toBe('tabs: Use tabs (chosen)');
  expect(spokenLabel('[ ] spaces')).toBe('spaces');
  expect(spokenFacts('sluice 1.0 · a model · ~/app')).toBe('sluice 1.0, a model, ~/app');
  expect(spokenFacts('Glob *  1.2k tokens  running')).toBe('Glob *, 1.2k tokens, running');
  expect(spokenCounts('+2 \u22121')).toBe('2 added, 1 removed');
  expect(spokenCounts('4 lines')).toBe('4 lines');
});
