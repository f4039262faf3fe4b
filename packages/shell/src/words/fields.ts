import { globToken, type WordEntry } from './entry.ts';

export interface FieldOptions {
  /** The characters that an unquoted variable is cut at; empty: none. */
  readonly separators: string;
  readonly splitOptions: boolean;
}

interface TextPiece {
  readonly text: string;
  readonly isGlob: boolean;
}

type Piece<Value extends object> = TextPiece | { readonly object: Value };

/** Builds the entries of one word: one, or several if it contains an object or a variable is split into fields. */
export class Fields<Value extends object> {
  readonly #options: FieldOptions;
  readonly #entries: WordEntry<Value>[] = [];
  #pieces: Piece<Value>[] = [];
  #text = '';
  #isGlob = false;
  #hasQuotes = false;
  /** Separators that are not blanks, in the run that the last value ended with; `undefined`: it ended with none. */
  #separatorRun: number | undefined;

  constructor(options: FieldOptions) {
    this.#options = options;
  }

  /** Any text that follows ends a run of separators, even an empty quotation. */
  endRun(): void {
    const run = this.#separatorRun;
    if (run === undefined) return;
    this.#separatorRun = undefined;
    if (run > 0 || !this.#isEmpty()) this.#endField();
    for (let count = 1; count < run; count += 1) this.#entries.push('');
  }

  addText(text: string): void {
    this.#text += text;
  }

  addQuotes(): void {
    this.#hasQuotes = true;
  }

  markGlob(): void {
    this.#isGlob = true;
  }

  addObject(object: Value): void {
    this.endRun();
    this.#endPiece();
    this.#pieces.push({ object });
  }

  addUnquotedValue(value: string): void {
    if (this.#options.separators === '') {
      this.#text += value;
      return;
    }
    // Code units, not code points: a separator may be half of a pair, as in shell-quote.
    for (let index = 0; index < value.length; index += 1) this.#addUnquotedCharacter(value.charAt(index));
  }

  #addUnquotedCharacter(character: string): void {
    if (!this.#options.separators.includes(character)) {
      this.endRun();
      this.#text += character;
      return;
    }
    const isBlank = character === ' ' || character === '\t' || character === '\n';
    this.#separatorRun = (this.#separatorRun ?? 0) + (isBlank ? 0 : 1);
  }

  /** The entries of a word that ends at a blank or an operator. */
  end(): readonly WordEntry<Value>[] {
    this.endRun();
    const isKept = this.#options.separators === '' || (this.#hasQuotes && this.#entries.length === 0);
    if (isKept || !this.#isEmpty() || this.#isGlob) this.#endField();
    return this.#entries;
  }

  /** The entries of a word that ends at a comment: its last field, if empty, is left out, and is never a glob. */
  endAtComment(): readonly WordEntry<Value>[] {
    this.endRun();
    this.#isGlob = false;
    this.#pieces = this.#pieces.map((piece) =>
      'object' in piece ? piece : { text: piece.text, isGlob: false },
    );
    if (!this.#isEmpty()) this.#endField();
    return this.#entries;
  }

  #isEmpty(): boolean {
    return this.#text === '' && this.#pieces.length === 0;
  }

  #endPiece(): void {
    if (this.#text !== '' || this.#isGlob) this.#pieces.push({ text: this.#text, isGlob: this.#isGlob });
    this.#text = '';
    this.#isGlob = false;
  }

  #endField(): void {
    this.#endPiece();
    const pieces = this.#pieces;
    this.#pieces = [];
    if (pieces.length === 0) this.#entries.push('');
    for (const piece of this.#options.splitOptions ? withoutEqualsSign(pieces) : pieces) {
      if ('object' in piece) this.#entries.push(piece.object);
      else this.#entries.push(piece.isGlob ? globToken(piece.text) : piece.text);
    }
  }
}

/** `--name=` and an object, and nothing else, become `--name` and the object. */
function withoutEqualsSign<Value extends object>(pieces: readonly Piece<Value>[]): readonly Piece<Value>[] {
  const [name, value] = pieces;
  if (pieces.length !== 2 || name === undefined || value === undefined) return pieces;
  if ('object' in name || name.isGlob || !('object' in value)) return pieces;
  const isOption = name.text.startsWith('-') && name.text.indexOf('=') === name.text.length - 1;
  return isOption ? [{ text: name.text.slice(0, -1), isGlob: false }, value] : pieces;
}
