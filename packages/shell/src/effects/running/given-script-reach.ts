import { reachOfScripts } from '../../tables/possible-touches/scripts.ts';
import type { ScriptReach } from '../../tables/scripts/script-reach.ts';
import { argumentsOf, textOf, type Item } from '../item/item.ts';
import { isInput, isOtherDescriptor } from '../item/descriptor-path.ts';
import type { GivenTexts } from './running-shell.ts';

/** What a script of sed or awk does that the line itself writes: `awk -f <(echo …)`, `sed -f - <<< …`. Undefined: there is none. */
export function givenScriptReach(
  items: readonly Item[],
  { input, substituted }: GivenTexts,
): ScriptReach | undefined {
  const words = items.slice(1).map((item) => textOf(item) ?? '');
  const paths = words.map((word) => /^(?:-\w*?[fE]|--\w+=)(.+)$/su.exec(word)?.[1] ?? word);
  const path = paths.find(isOtherDescriptor) ?? paths.find(isInput);
  if (path === undefined) return undefined;
  const given = isOtherDescriptor(path) ? substituted : input;
  return reachOfScripts(argumentsOf(items), { path, text: given?.isKnown === true ? given.text : undefined });
}
