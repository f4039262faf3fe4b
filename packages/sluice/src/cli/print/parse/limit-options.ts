import { parsePositive } from '@sluice/base';
import { POSITIVE, type PrintValues } from '../print-flags.ts';
import type { PrintOptions } from '../print-options.ts';
import type { Parsed } from './parsed.ts';

export function limitOptions(values: PrintValues): Parsed<Pick<PrintOptions, 'maxTurns' | 'maxBudgetUsd'>> {
  const maxTurns = number('max-turns', values['max-turns']);
  if (!maxTurns.ok) return maxTurns;
  const budget = dollars(values['max-budget-usd']);
  if (!budget.ok) return budget;
  return { ok: true, value: { maxTurns: maxTurns.value, maxBudgetUsd: budget.value } };
}

function number(name: string, text: string | undefined): Parsed<number | undefined> {
  if (text === undefined) return { ok: true, value: undefined };
  const value = parsePositive(text);
  return value === undefined
    ? { ok: false, message: `--${name} must be ${POSITIVE}; got ${JSON.stringify(text)}` }
    : { ok: true, value };
}

function dollars(text: string | undefined): Parsed<number | undefined> {
  if (text === undefined) return { ok: true, value: undefined };
  const value = /^\d{1,9}(?:\.\d{1,20})?(?:e-\d{1,2})?$/.test(text) ? Number(text) : 0;
  return value > 0
    ? { ok: true, value }
    : {
        ok: false,
        message: `--max-budget-usd must be an amount above 0, such as 2.50; got ${JSON.stringify(text)}`,
      };
}
