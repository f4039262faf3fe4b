import { reachOfScripts } from '../../tables/possible-touches/scripts.ts';
import type { ScriptReach } from '../../tables/scripts/script-reach.ts';
import { argumentsOf, textOf, type Item } from '../item/item.ts';
import { SUBSTITUTED_PATH } from '../item/items-of.ts';
import type { GivenTexts } from './running-shell.ts';

const INPUTS = ['-', '/dev/stdin', '/dev/fd/0'];

/** What a script of sed or awk does that the line itself writes: `awk -f <(echo …)`, `sed -f - <<< …`. Undefined: there is none. */
export function givenScriptReach(
  items: readonly Item[],
  { input, substituted }: GivenTexts,
): ScriptReach | undefined {
  const words = items.slice(1).map((item) => textOf(item) ?? '');
  const path = [SUBSTITUTED_PATH, ...INPUTS].find((one) =>
    words.some((word) => word === one || /^(?:-\w*[fE]|--\w+=)/u.exec(word)?.[0].concat(one) === word),
  );
  if (path === undefined) return undefined;
  const given = path === SUBSTITUTED_PATH ? substituted : input;
  return reachOfScripts(argumentsOf(items), { path, text: given?.isKnown === true ? given.text : undefined });
}
