import { stem } from './stem.ts';

/** Words that people and tool authors use for the same thing. */
const GROUPS = [
  'get fetch read retrieve show view open',
  'create make add new insert write',
  'delete remove erase drop clear',
  'update change modify edit set replace',
  'list enumerate all ls browse',
  'search find lookup query locate',
  'send post publish submit message',
  'run execute start launch invoke',
  'stop kill end cancel abort',
  'folder directory dir',
  'repo repository project',
  'picture image photo screenshot',
  'web internet online url page website',
  'mail email inbox',
  'sum add plus total',
  'rename move',
  'issue ticket bug',
] as const;

/** The other words of a word's groups, stemmed like queries. */
export const SYNONYMS: ReadonlyMap<string, readonly string[]> = synonymsOf();

function synonymsOf(): ReadonlyMap<string, readonly string[]> {
  const others = new Map<string, Set<string>>();
  for (const group of GROUPS) {
    const words = group.split(' ').map(stem);
    for (const word of words) {
      const known = others.get(word) ?? new Set();
      for (const other of words) if (other !== word) known.add(other);
      others.set(word, known);
    }
  }
  return new Map([...others].map(([word, set]) => [word, [...set]]));
}
