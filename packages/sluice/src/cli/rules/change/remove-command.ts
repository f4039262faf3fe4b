import { oneOf } from '../../one-of.ts';
import { parseCommandLine } from '../../parse-command-line.ts';
import { usageError } from '../../usage-error.ts';
import { COMMON_OPTIONS, EXPECTED, placeOf } from '../../settings-place.ts';
import { SYNOPSIS } from '../usage.ts';
import { printChange } from './print-change.ts';
import { removeRule } from './remove-rule.ts';
import { behaviorOf, DESTINATIONS } from './rule-words.ts';

/** `sluice rules remove`; returns the exit code. */
export async function removeCommand(args: readonly string[]): Promise<number> {
  const wrong = (message: string): number => usageError('sluice rules remove', message, SYNOPSIS);
  const line = parseCommandLine(args, { ...COMMON_OPTIONS, from: { type: 'string' } }, EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  const [first, second] = positionals;
  // Tool names start with a capital letter, so a rule is never one of these words.
  const behavior = behaviorOf(first);
  const text = behavior === undefined ? first : second;
  if (text === undefined) return wrong('pass the rule to remove; sluice rules list prints all');
  if (positionals.length > (behavior === undefined ? 1 : 2)) {
    const words = positionals.slice(behavior === undefined ? 0 : 1);
    return wrong(`quote the rule as one argument: '${words.join(' ')}'`);
  }
  const from = oneOf('--from', values.from, DESTINATIONS);
  if (!from.ok) return wrong(from.message);
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const change = await removeRule({ text, behavior, from: from.value }, placed.place);
  return printChange('remove', change, values.json === true);
}
