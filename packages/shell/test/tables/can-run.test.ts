import { expect, it } from 'vitest';
import { canRun } from './can-run.ts';

it.each(['false', 'no-such-program-anywhere'])(
  '%s fails the tests that need it in CI, and skips them elsewhere',
  (program) => {
    expect(() => canRun(program, [], true)).toThrow(`In CI this test needs "${program}"`);
    expect(canRun(program, [], false)).toBe(false);
    expect(canRun('true', [], true)).toBe(true);
  },
);
