import type { WordPart } from '../../tree.ts';

const HARMLESS = /^[\w\s+\-*/%()<>!=&|^~?:,]*$/u;

/** Whether it may change a variable. */
export function assignsInArithmetic(parts: readonly WordPart[]): boolean {
  const text = textOf(parts);
  return text === undefined || isAssigning(text);
}

/**
 * Why an arithmetic expression may run something or change a variable. A name in it stands for an expression of its
 * own, which may hold a command substitution: only names whose values are known to be harmless may stand there.
 */
export function arithmeticHazard(
  parts: readonly WordPart[],
  isHarmless: (name: string) => boolean,
): string | undefined {
  const text = textOf(parts);
  if (text === undefined) return 'an arithmetic expression that is not known runs what it says';
  if (isAssigning(text)) return 'an arithmetic expression that changes a variable';
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

function isAssigning(text: string): boolean {
  return /\+\+|--/u.test(text) || text.replaceAll(/[=!<>]=/gu, '').includes('=') || /(?:<<|>>)=/u.test(text);
}
