import type { Word, WordPart } from '../../tree.ts';
import { arithmeticHazard } from './arithmetic-hazard.ts';

/**
 * Why expanding a word does more than reading variables and running its substitutions, which are looked at by
 * themselves: it may assign, or run what the value of a variable says.
 */
export function wordHazard(word: Word, isHarmless: (name: string) => boolean): string | undefined {
  for (const part of word.parts) {
    const hazard = partHazard(part, isHarmless);
    if (hazard !== undefined) return hazard;
  }
  return undefined;
}

function partHazard(part: WordPart, isHarmless: (name: string) => boolean): string | undefined {
  if (part.type === 'arithmetic') return arithmeticHazard(part.parts, isHarmless);
  if (part.type !== 'parameter' || part.operation === '') return undefined;
  const { operation, name, words } = part;
  if (operation.startsWith('!')) return `\${!${name}} runs what its value says`;
  let rest = operation.startsWith('#') && name !== '#' ? operation.slice(1) : operation;
  let operands = words;
  if (rest.startsWith('[')) {
    const close = rest.indexOf(']');
    const [index, ...others] = words;
    const inside = rest.slice(1, close);
    if (index === undefined || close === -1 || inside.includes('['))
      return `the subscript of ${name} is not plain`;
    if (inside !== '@' && inside !== '*') {
      const hazard = arithmeticHazard(index.parts, isHarmless);
      if (hazard !== undefined) return hazard;
    }
    rest = rest.slice(close + 1);
    operands = others;
  }
  if (rest.startsWith('@P')) return `\${${name}@P} runs what its value says`;
  if (/^:?=/u.test(rest)) return `an expansion that assigns ${name}`;
  if (/^:(?![-=?+])/u.test(rest)) {
    return arithmeticHazard(operands.at(-1)?.parts ?? [], isHarmless);
  }
  for (const operand of operands) {
    const hazard = wordHazard(operand, isHarmless);
    if (hazard !== undefined) return hazard;
  }
  return undefined;
}
