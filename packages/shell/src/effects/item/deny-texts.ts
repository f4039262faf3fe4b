import { decodedText, plainText, writtenText } from './command-text.ts';
import { textOf, type Item } from './item.ts';

/** More ways to see one command are not told: it is opaque then. */
export const MAX_TEXTS = 64;

/** Every way in which a deny rule may have meant this command: as written, decoded, without quotes, by its last name. */
export function addDenyTexts(texts: Set<string>, items: readonly Item[], prefix: string): void {
  const [first, ...rest] = items;
  if (first === undefined) return;
  const name = textOf(first);
  const slash = name?.lastIndexOf('/') ?? -1;
  const ways: (readonly Item[])[] = [items];
  if (name !== undefined && slash !== -1)
    ways.push([{ ...first, value: name.slice(slash + 1), isLiteral: true }, ...rest]);
  for (const way of ways) {
    for (const text of [writtenText(way), decodedText(way), plainText(way)]) texts.add(prefix + text);
  }
}
