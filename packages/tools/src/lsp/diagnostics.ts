import { getOwn, isJsonObject } from '@sluice/core';

/** An error that a server reports in a file. */
export interface Diagnostic {
  /** From 0. */
  readonly line: number;
  /** From 0, as the server counts. */
  readonly character: number;
  readonly message: string;
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  /** `ts 2322`, or empty. */
  readonly code: string;
}

const SEVERITIES = ['error', 'warning', 'info', 'hint'] as const;

export function readDiagnostics(value: unknown): readonly Diagnostic[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown): Diagnostic[] => {
    if (!isJsonObject(one)) return [];
    const range = getOwn(one, 'range');
    const start = isJsonObject(range) ? getOwn(range, 'start') : undefined;
    const message = getOwn(one, 'message');
    if (!isJsonObject(start) || typeof message !== 'string') return [];
    const severity = getOwn(one, 'severity');
    const source = getOwn(one, 'source');
    const code = getOwn(one, 'code');
    return [
      {
        line: numberOf(getOwn(start, 'line')),
        character: numberOf(getOwn(start, 'character')),
        message: message.trim(),
        severity: SEVERITIES[typeof severity === 'number' ? severity - 1 : 0] ?? 'error',
        code: [source, code].filter((word) => typeof word === 'string' || typeof word === 'number').join(' '),
      },
    ];
  });
}

/** The errors of `now` that `before` did not have, wherever in the file they stood. */
export function newErrors(before: readonly Diagnostic[], now: readonly Diagnostic[]): readonly Diagnostic[] {
  const known = new Map<string, number>();
  const keyOf = ({ code, message }: Diagnostic): string => `${code}\0${message}`;
  for (const one of before) known.set(keyOf(one), (known.get(keyOf(one)) ?? 0) + 1);
  return now.filter((one) => {
    if (one.severity !== 'error') return false;
    const left = known.get(keyOf(one)) ?? 0;
    if (left > 0) known.set(keyOf(one), left - 1);
    return left === 0;
  });
}

export function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
