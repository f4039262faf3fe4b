import type { Redirection, Word } from '../../tree.ts';
import { isOtherDescriptor, descriptorOf, valueInWord } from '../item/descriptor-path.ts';
import { textOf, type Item } from '../item/item.ts';
import { SUBSTITUTED_PATH } from '../item/items-of.ts';
import { joinedTexts, NOT_KNOWN, redirectedInput, substitutedText } from './printed-text.ts';
import type { GivenText, State } from './state.ts';
import type { Shell } from './walk.ts';

/**
 * What a command can read from descriptors besides its input: what process substitutions among its words print, and what its own
 * redirections give to the descriptors that its words name (`3<<< …`). One that it inherits isn't known.
 */
export function textsOfDescriptors(
  shell: Shell,
  { words, redirections }: { readonly words: readonly Word[]; readonly redirections: readonly Redirection[] },
  items: readonly Item[],
  state: State,
): GivenText | undefined {
  const substituted = substitutedText(shell, words, state);
  const named = items.flatMap((item) => {
    const text = textOf(item);
    const path = text === undefined ? undefined : valueInWord(text);
    const isPipe = !item.isLiteral && path === SUBSTITUTED_PATH && substituted !== undefined;
    return path === undefined || isPipe || !isOtherDescriptor(path) ? [] : [descriptorOf(path)];
  });
  const texts = [...new Set(named)].flatMap((descriptor) => {
    const given = redirections.findLast((one) => one.descriptor === descriptor);
    if (given !== undefined && /^[>&]/u.test(given.operator)) return [];
    return [(given === undefined ? undefined : redirectedInput(shell, given, state)) ?? NOT_KNOWN];
  });
  if (texts.length === 0) return substituted;
  return joinedTexts(substituted === undefined ? texts : [substituted, ...texts]);
}
