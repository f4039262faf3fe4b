import type { JsonObject, PermissionMode } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { verdict, type Judged } from './judge.ts';

export const EVERY_MODE: readonly PermissionMode[] = [
  'default',
  'acceptEdits',
  'plan',
  'auto',
  'dontAsk',
  'bypassPermissions',
];
export const NOT_BYPASS = EVERY_MODE.filter((mode) => mode !== 'bypassPermissions');

type Expected = 'A' | '?' | 'D';

/** A line of reliability.md as a test: what must hold, under which rules, in which modes, for which calls. */
export interface ReliabilityRow {
  readonly line: number;
  readonly says: string;
  /** What is asked is denied in `dontAsk`. */
  readonly expected: Expected;
  /** Texts are commands. */
  readonly calls: readonly (string | readonly [tool: string, input: JsonObject])[];
  readonly rules?: Omit<Judged, 'mode'>;
  /** Default: `default` alone. */
  readonly modes?: readonly PermissionMode[];
}

export function expectRows(title: string, rows: readonly ReliabilityRow[]): void {
  const cases = rows.flatMap(({ line, says, expected, calls, rules, modes = ['default'] }) =>
    modes.flatMap((mode) =>
      calls.map((call) => {
        const [tool, input] = typeof call === 'string' ? (['Bash', call] as const) : call;
        const shown = JSON.stringify(input).slice(0, 70);
        const wanted = expected === '?' && mode === 'dontAsk' ? 'D' : expected;
        return { line, says, mode, tool, shown, wanted, input, judged: { ...rules, mode } };
      }),
    ),
  );
  describe(title, () => {
    it.each(cases)('$line: $says: $mode: $tool $shown is $wanted', ({ tool, input, judged, wanted }) => {
      expect(verdict(tool, input, judged)).toBe(wanted);
    });
  });
}
