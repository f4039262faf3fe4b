import type { Style } from '../text/style.ts';

/** What is to be appended to the log. */
export type MarkdownPiece =
  | { readonly kind: 'text'; readonly text: string; readonly keepsWords: boolean }
  | { readonly kind: 'end' };

/** A span that has not closed after so many characters is none. */
const MAX_SPAN = 200;
const SPANS: readonly { readonly mark: string; readonly style: 'strong' | 'accent' }[] = [
  { mark: '**', style: 'strong' },
  { mark: '`', style: 'accent' },
];

/**
 * Styles a text while it comes, by appending only: what may still become a span or a longer word is held back. The marks
 * stay, so that what is copied is what the model wrote.
 */
export class MarkdownStream {
  readonly #style: Style;
  #line = '';
  /** How much of the line has been given out. */
  #given = 0;
  #isFenced = false;
  /** The lines of the fence are a difference. */
  #isDifference = false;

  constructor(style: Style) {
    this.#style = style;
  }

  push(text: string): readonly MarkdownPiece[] {
    const pieces: MarkdownPiece[] = [];
    const parts = text.split('\n');
    for (const [index, part] of parts.entries()) {
      this.#line += part.replace(/\r$/, '');
      const isWhole = index < parts.length - 1;
      this.#give(pieces, isWhole);
      if (!isWhole) continue;
      const fence = /^\s*(?:```|~~~)\s*(\w*)/.exec(this.#line);
      if (fence !== null) {
        this.#isFenced = !this.#isFenced;
        this.#isDifference = this.#isFenced && /^(?:diff|patch)$/.test(fence[1] ?? '');
      }
      pieces.push({ kind: 'end' });
      this.#line = '';
      this.#given = 0;
    }
    return pieces;
  }

  /** Nothing more comes. */
  end(): readonly MarkdownPiece[] {
    const pieces: MarkdownPiece[] = [];
    this.#give(pieces, true);
    if (this.#line !== '') pieces.push({ kind: 'end' });
    this.#line = '';
    this.#given = 0;
    this.#isFenced = false;
    this.#isDifference = false;
    return pieces;
  }

  #give(pieces: MarkdownPiece[], isWhole: boolean): void {
    const rest = this.#line.slice(this.#given);
    const isVerbatim = this.#isFenced || /^\s*(?:```|~~~|\|)/.test(this.#line);
    const isHeading = /^#{1,6} /.test(this.#line);
    const { text, length } = isVerbatim
      ? { text: this.#verbatim(rest), length: rest.length }
      : this.#spans(rest, isWhole, isHeading);
    if (length === 0) return;
    // Of a line that may still turn out to be a fence or a heading, the first characters wait.
    if (!isWhole && this.#given === 0 && /^\s*[`~#|]{0,6}$/.test(this.#line)) return;
    this.#given += length;
    pieces.push({ kind: 'text', text, keepsWords: !isVerbatim });
  }

  #verbatim(rest: string): string {
    if (!this.#isDifference || rest === '') return rest;
    return this.#line.startsWith('+')
      ? this.#style('good', rest)
      : this.#line.startsWith('-')
        ? this.#style('bad', rest)
        : rest;
  }

  #spans(rest: string, isWhole: boolean, isHeading: boolean): { text: string; length: number } {
    let out = '';
    let at = 0;
    while (at < rest.length) {
      const span = SPANS.find(({ mark }) => rest.startsWith(mark, at));
      if (span !== undefined) {
        const close = rest.indexOf(span.mark, at + span.mark.length);
        const end = close + span.mark.length;
        if (close !== -1 && close > at + span.mark.length - 1 && end - at <= MAX_SPAN) {
          out += this.#style(span.style, rest.slice(at, end));
          at = end;
          continue;
        }
        if (close === -1 && !isWhole && rest.length - at <= MAX_SPAN) break;
        out += span.mark;
        at += span.mark.length;
        continue;
      }
      const next = rest.slice(at).search(/\*\*|`/);
      const until = next === -1 ? rest.length : at + next;
      const text = rest.slice(at, until);
      const whole = isWhole || next !== -1 ? text : wholeWords(text);
      out += isHeading ? this.#style('strong', whole) : whole;
      at += whole.length;
      if (whole.length < text.length) break;
    }
    return { text: out, length: at };
  }
}

/** Without the last word, which may still grow. */
function wholeWords(text: string): string {
  const end = text.search(/\S*$/);
  return text.length - end > MAX_SPAN ? text : text.slice(0, end);
}
