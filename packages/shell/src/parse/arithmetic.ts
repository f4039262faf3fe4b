import type { WordPart } from '../tree.ts';
import { isAt, isAtEnd, refuse, type Reader } from './reader.ts';

/** Text up to the `))` that closes it, which is stepped over. Anything that might be a subshell in a subshell is refused. */
export function readArithmeticText(reader: Reader): WordPart[] {
  const { source } = reader;
  const opening = reader.position;
  const parts: WordPart[] = [];
  let start = opening;
  let open = 0;
  const flush = (): void => {
    if (reader.position > start)
      parts.push({ type: 'literal', value: source.slice(start, reader.position), isQuoted: true });
  };
  for (;;) {
    if (isAtEnd(reader)) refuse(reader, 'unterminated', 'an arithmetic expression without its "))"', opening);
    const character = source.charAt(reader.position);
    if (character === '$' || character === '`') {
      flush();
      parts.push(reader.grammar.expansion(reader, 'double'));
      start = reader.position;
      continue;
    }
    if (character === ')' && open === 0) break;
    if (character === '(') open += 1;
    if (character === ')') open -= 1;
    if (!/[\w \t\n()[\]+\-*/%<>=!&|^~?:,.#@]/u.test(character))
      refuse(reader, 'unsupported', `"${character}" in an arithmetic expression`);
    reader.position += 1;
  }
  flush();
  if (!isAt(reader, '))')) refuse(reader, 'unsupported', 'either an arithmetic expression or a subshell');
  reader.position += 2;
  return parts;
}
