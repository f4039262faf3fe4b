import { describe, expect, it } from 'vitest';
import { readBashLimits } from '../../../src/bash/settings/bash-limits.ts';

describe('readBashLimits', () => {
  it('has defaults', () => {
    expect(readBashLimits({})).toEqual({
      defaultTimeoutMs: 120_000,
      maxTimeoutMs: 600_000,
      defaultBackgroundMs: 1_800_000,
      maxBackgroundMs: 7_200_000,
      maxOutputChars: 30_000,
      warnings: [],
    });
  });

  it('takes what is in range', () => {
    const env = {
      BASH_DEFAULT_TIMEOUT_MS: ' 5000 ',
      BASH_MAX_TIMEOUT_MS: '7000',
      BASH_MAX_OUTPUT_LENGTH: '150000',
    };
    expect(readBashLimits(env)).toEqual({
      defaultTimeoutMs: 5_000,
      maxTimeoutMs: 7_000,
      defaultBackgroundMs: 1_800_000,
      maxBackgroundMs: 7_200_000,
      maxOutputChars: 150_000,
      warnings: [],
    });
  });

  it('never has a ceiling below the default', () => {
    expect(readBashLimits({ BASH_DEFAULT_TIMEOUT_MS: '900000' }).maxTimeoutMs).toBe(900_000);
    expect(readBashLimits({ BASH_MAX_TIMEOUT_MS: '10' }).maxTimeoutMs).toBe(120_000);
  });

  it.each(['abc', '-1', '0', '1.5', '1e3', '99999999999', '12 s'])('ignores %j and says so', (value) => {
    const { defaultTimeoutMs, warnings } = readBashLimits({ BASH_DEFAULT_TIMEOUT_MS: value });
    expect(defaultTimeoutMs).toBe(120_000);
    const text: unknown = expect.stringContaining(`BASH_DEFAULT_TIMEOUT_MS is ignored: "${value}"`);
    expect(warnings).toEqual([{ variable: 'BASH_DEFAULT_TIMEOUT_MS', text }]);
  });

  it('takes an empty value for none', () => {
    expect(readBashLimits({ BASH_MAX_OUTPUT_LENGTH: '' }).warnings).toEqual([]);
  });

  it('has the length of output from whoever makes the tool, and does not look at the variable then', () => {
    const limits = readBashLimits({ BASH_MAX_OUTPUT_LENGTH: 'long' }, 150_000);
    expect(limits).toMatchObject({ maxOutputChars: 150_000, warnings: [] });
  });

  it.each([0, -1, 1.5, 150_001, Number.NaN, Infinity])('takes no length of %s', (length) => {
    expect(() => readBashLimits({}, length)).toThrow(RangeError);
  });
});
