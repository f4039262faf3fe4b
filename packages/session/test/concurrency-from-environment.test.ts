import { expect, it } from 'vitest';
import { concurrencyFromEnvironment } from '../src/runtime/concurrency-from-environment.ts';

const SLUICE = 'SLUICE_MAX_TOOL_USE_CONCURRENCY';
const CLAUDE = 'CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY';

it.each([
  ['nothing is set', {}, undefined, 0],
  ['the other name alone counts', { [CLAUDE]: '4' }, 4, 0],
  ["Sluice's own wins", { [SLUICE]: '2', [CLAUDE]: '4' }, 2, 0],
  ['a bad own value is warned of, and the other counts', { [SLUICE]: 'many', [CLAUDE]: '4' }, 4, 1],
  ['two bad values are warned of', { [SLUICE]: '-1', [CLAUDE]: '2.5' }, undefined, 2],
  ['zero is not a cap', { [SLUICE]: '0' }, undefined, 1],
  ['an empty value is not a number', { [SLUICE]: '' }, undefined, 1],
])('%s', (_, env, cap, warningCount) => {
  const warnings: string[] = [];
  expect(concurrencyFromEnvironment(env, (text) => warnings.push(text))).toBe(cap);
  expect(warnings).toHaveLength(warningCount);
  for (const warning of warnings)
    expect(warning).toMatch(/^\w+ is ignored: expected a positive whole number, got "/);
});
