import { nearestName, orList } from '@sluice/base';
import { oneOf } from '../../one-of.ts';
import { parseCommandLine } from '../../parse-command-line.ts';
import { usageError } from '../../usage-error.ts';
import { COMMON_OPTIONS, EXPECTED, placeOf } from '../../settings-place.ts';
import { SYNOPSIS } from '../usage.ts';
import { addRule } from './add-rule.ts';
import { printChange } from './print-change.ts';
import { behaviorOf, BEHAVIORS, DESTINATIONS } from './rule-words.ts';

/** `sluice rules add`; returns the exit code. */
export async function addCommand(args: readonly string[]): Promise<number> {
  const wrong = (message: string): number => usageError('sluice rules add', message, SYNOPSIS);
  const line = parseCommandLine(
    args,
    { ...COMMON_OPTIONS, to: { type: 'string' }, force: { type: 'boolean' } },
    EXPECTED,
  );
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  const [word, text, ...extra] = positionals;
  if (word === undefined) return wrong(`pass ${orList(BEHAVIORS)}, and a rule`);
  const behavior = behaviorOf(word);
  if (behavior === undefined) return wrong(unknownBehavior(word));
  if (text === undefined) return wrong('pass a rule, such as "Bash(npm test *)"');
  if (extra.length > 0) return wrong(`quote the rule as one argument: '${[text, ...extra].join(' ')}'`);
  const to = oneOf('--to', values.to, DESTINATIONS);
  if (!to.ok) return wrong(to.message);
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const wish = { behavior, text, destination: to.value ?? 'local', isForced: values.force === true };
  const change = await addRule(wish, placed.place);
  return printChange('add', change, values.json === true);
}

function unknownBehavior(word: string): string {
  const near = nearestName(word, BEHAVIORS);
  const hint = near === undefined ? `say ${orList(BEHAVIORS)}` : `did you mean ${near}?`;
  return `${JSON.stringify(word)} is not a rule behavior; ${hint}`;
}
