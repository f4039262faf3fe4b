import type { Command, Script, Word } from '../../tree.ts';
import { visitScript } from './visit.ts';

/**
 * Variables that stand for the names of a list, whatever is in it: those of a loop over what a command prints,
 * and those that take their values from another. What a command prints is such a list where it isn't quoted.
 */
export function listedVariables(script: Script, known: readonly string[]): ReadonlySet<string> {
  const listed = new Set(known);
  const sources: { readonly name: string; readonly words: readonly Word[] | 'parameters' }[] = [];
  const command = (one: Command): void => {
    if (one.type === 'for' || one.type === 'select')
      sources.push({ name: one.variable, words: one.words ?? 'parameters' });
    if (one.type !== 'simple') return;
    for (const { name, value } of one.assignments)
      sources.push({ name, words: 'parts' in value ? [value] : value });
  };
  visitScript(script, { command, part: () => undefined });
  for (let size = -1; size !== listed.size;) {
    ({ size } = listed);
    for (const { name, words } of sources)
      if (words === 'parameters' ? listed.has('@') : words.some((word) => takesFromList(word, listed)))
        listed.add(name);
  }
  return listed;
}

function takesFromList({ parts }: Word, listed: ReadonlySet<string>): boolean {
  return parts.some(
    (part) => part.type === 'command-substitution' || (part.type === 'parameter' && listed.has(part.name)),
  );
}
