import type { Script, Word } from '../tree.ts';
import { isReserved } from './keywords.ts';

/** Words of letters, digits and signs that mean nothing to the shell, and blanks between them. */
const PLAIN = /^[\w./:@%+,][\w./:@%+,= -]*$/u;

/** A command that needs no grammar; undefined for all others. */
export function parsePlainCommand(source: string): Script | undefined {
  if (!PLAIN.test(source)) return undefined;
  const words: Word[] = [];
  for (const { 0: value, index: start } of source.matchAll(/[^ ]+/gu)) {
    const parts = [{ type: 'literal' as const, value, isQuoted: false }];
    words.push({ parts, literal: value, isQuoted: false, start, end: start + value.length });
  }
  const [name] = words;
  if (name?.literal === undefined || name.literal.includes('=') || isReserved(name.literal)) return undefined;
  const end = words.at(-1)?.end ?? 0;
  return {
    items: [
      {
        command: { type: 'simple', assignments: [], words, redirections: [], start: 0, end },
        isBackground: false,
      },
    ],
  };
}
