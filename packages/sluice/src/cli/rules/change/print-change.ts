import { printAll } from '../../print.ts';
import { sanitize } from '@sluice/core';
import { say } from '../../say.ts';
import type { RuleChange } from './rule-change.ts';
import { jsonText } from '../../json-text.ts';

/** Prints the result of a change; returns the exit code. */
export async function printChange(command: string, change: RuleChange, isJson: boolean): Promise<number> {
  const { ok, message, warnings } = change;
  if (isJson) {
    const status = await printAll(jsonText(change));
    return ok ? status : 1;
  }
  for (const warning of warnings) say(`sluice rules ${command}`, `warning: ${warning}`);
  if (ok) return printAll(`${sanitize(message)}\n`);
  say(`sluice rules ${command}`, message);
  return 1;
}
