import { expect, test } from 'vitest';
import { thinkingOptions } from '../../src/agent/model/thinking-options.ts';

type Told = Partial<Parameters<typeof thinkingOptions>[0]>;

test.for<readonly [Told, ReturnType<typeof thinkingOptions>, warned?: RegExp]>([
  [{}, undefined],
  [{ option: 'low', env: { SLUICE_EFFORT: 'high' }, setting: 'max' }, { effort: 'low' }],
  [{ env: { SLUICE_EFFORT: 'high', CLAUDE_CODE_EFFORT_LEVEL: 'low' }, setting: 'max' }, { effort: 'high' }],
  [{ env: { CLAUDE_CODE_EFFORT_LEVEL: 'low' }, setting: 'max' }, { effort: 'low' }],
  [{ setting: 'max' }, { effort: 'max' }],
  [{ setting: 'much' }, undefined, /"effortLevel" is ignored: expected low, .* got "much"/],
  [{ env: { SLUICE_EFFORT: 'so' }, setting: 'max' }, { effort: 'max' }, /SLUICE_EFFORT is ignored/],
  [{ env: { MAX_THINKING_TOKENS: ' 8000 ' } }, { maxTokens: 8000 }],
  [{ env: { MAX_THINKING_TOKENS: '0' } }, { maxTokens: 0 }],
  [{ env: { MAX_THINKING_TOKENS: '' } }, undefined],
  [{ env: { MAX_THINKING_TOKENS: '1023' } }, undefined, /MAX_THINKING_TOKENS is ignored: .*1024.*"1023"/],
  [{ env: { MAX_THINKING_TOKENS: '1e4' } }, undefined, /MAX_THINKING_TOKENS is ignored/],
  [
    { option: 'high', env: { MAX_THINKING_TOKENS: '2000' } },
    { effort: 'high', maxTokens: 2000 },
  ],
])('%j', ([told, expected, warned]) => {
  const warnings: string[] = [];
  const warn = (text: string): void => void warnings.push(text);
  expect(thinkingOptions({ option: undefined, env: {}, setting: undefined, warn, ...told })).toEqual(
    expected,
  );
  expect(warnings).toHaveLength(warned === undefined ? 0 : 1);
  if (warned !== undefined) expect(warnings[0]).toMatch(warned);
});
