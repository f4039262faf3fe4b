/** What a person has typed or pasted. */
export type Key =
  /** `name`: `enter`, `ctrl+c`, `shift+tab`, `a`. `data`: the bytes, for an editor. */
  | { readonly kind: 'key'; readonly name: string; readonly data: string }
  | { readonly kind: 'paste'; readonly text: string };

/** A key that writes a character, and no command. */
export function isText(key: Key): boolean {
  if (key.kind === 'paste' || key.data === ' ') return true;
  return key.name.length <= 2 && !key.data.startsWith('\u001b') && key.data >= ' ';
}
