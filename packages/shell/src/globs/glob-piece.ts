/** A part of a word that is expanded to paths: text that means itself, or an unquoted `*`, `?` or `[…]`. */
export interface GlobPiece {
  readonly text: string;
  readonly isPattern: boolean;
}

/** The text of a word as the shell leaves it where nothing matches. */
export function textOfPieces(pieces: readonly GlobPiece[]): string {
  return pieces.map(({ text }) => text).join('');
}
