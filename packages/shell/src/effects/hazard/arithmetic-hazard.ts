import type { WordPart } from '../../tree.ts';

const HARMLESS = /^[\w\s+\-*/%()<>!=&|^~?:,]*$/u;

/** The variables that it sets to numbers; undefined: it may change any. */
export function assignedInArithmetic(parts: readonly WordPart[]): readonly string[] | undefined {
  const text = textOf(parts);
  if (text === undefined) return undefined;
  const names = [...text.matchAll(ASSIGNMENT)].map(([, before, after]) => before ?? after ?? '');
  return names.length === (text.match(ASSIGNING) ?? []).length ? names : undefined;
}

const ASSIGNING = /\+\+|--|(?:<<|>>)=|(?<![=!<>])=(?!=)/gu;

/** `++i`; `i++`, `i = 1`, `i <<= 1`. */
const ASSIGNMENT = /(?:\+\+|--)\s*([A-Za-z_]\w*)|([A-Za-z_]\w*)\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))/gu;

/** Names that no program looks for. */
const OF_SCRIPT = /^[a-z][a-z\d_]*$/u;

/**
 * Why an arithmetic expression may run something or change a variable. A name in it stands for an expression of its
 * own, which may hold a command substitution: only names whose values are known to be harmless may be there.
 */
export function arithmeticHazard(
  parts: readonly WordPart[],
  isHarmless: (name: string) => boolean,
): string | undefined {
  const text = textOf(parts);
  if (text === undefined) return 'an arithmetic expression that is not known runs what it says';
  const assigned = assignedInArithmetic(parts);
  if (assigned?.every((name) => OF_SCRIPT.test(name) && isHarmless(name)) !== true)
    return 'an arithmetic expression that changes a variable';
  for (const [name] of text.matchAll(/\b[A-Za-z_]\w*/gu)) {
    if (!isHarmless(name)) return `an arithmetic expression runs what ${name} says`;
  }
  return undefined;
}

/** Literal text, with plain parameters as their names; undefined where it holds anything else. */
function textOf(parts: readonly WordPart[]): string | undefined {
  let text = '';
  for (const part of parts) {
    if (part.type === 'literal') text += part.value;
    else if (part.type === 'glob') text += part.pattern;
    else if (part.type !== 'parameter') return undefined;
    else if (/^[#?$!-]$/u.test(part.name)) text += '0';
    else if (part.operation === '' && /^[A-Za-z_]/u.test(part.name)) text += part.name;
    else return undefined;
  }
  return HARMLESS.test(text) ? text : undefined;
}
