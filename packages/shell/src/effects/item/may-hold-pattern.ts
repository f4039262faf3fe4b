import type { WordPart } from '../../tree.ts';

/** Set by the shell to a number or a fixed text. */
const NEVER = /^[#?$!0-]$/u;

/** Operations that leave a part of the value, or change its letters. */
const PART_OF_VALUE = /^(?:%%?|##?|\^\^?|,,?|:-?\d)/u;

/** Whether what the shell puts in the place of an unquoted part may be a pattern, which it expands then. */
export function mayHoldPattern(part: WordPart, { isPlain }: { isPlain: (name: string) => boolean }): boolean {
  if (part.type === 'command-substitution') return !part.isQuoted;
  if (part.type !== 'parameter' || part.isQuoted || NEVER.test(part.name)) return false;
  const { name, operation } = part;
  if (operation === '' || PART_OF_VALUE.test(operation)) return !isPlain(name);
  return !isPlain(name) || /[*?[`$\\~{!]/u.test(operation);
}
