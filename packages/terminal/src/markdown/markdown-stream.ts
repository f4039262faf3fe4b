import { highlighted } from './highlight.ts';
import type { Style } from '../text/style.ts';

/** What is to be appended to the log. */
export type MarkdownPiece =
  | { readonly kind: 'text'; readonly text: string; readonly keepsWords: boolean }
  | { readonly kind: 'end' };

const FENCE = /^\s*(?:`{3,}|~{3,})\s*([^\s`]*)/;
/** A longer line of code is not written by hand. */
const MAX_COLORED = 2000;
const NOTHING = { text: '', length: 0 };
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
  /** Of the open fence. Undefined: none is open. */
  #language: string | undefined;

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
      this.#turnFence();
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
    this.#language = undefined;
    return pieces;
  }

  /** A line with a fence opens a block of code, or ends it. */
  #turnFence(): void {
    const [, language] = FENCE.exec(this.#line) ?? [];
    if (language === undefined) return;
    this.#language = this.#language === undefined ? language.toLowerCase() : undefined;
  }

  #give(pieces: MarkdownPiece[], isWhole: boolean): void {
    const rest = this.#line.slice(this.#given);
    const isVerbatim = this.#language !== undefined || /^\s*(?:```|~~~|\|)/.test(this.#line);
    const { text, length } = isVerbatim ? this.#code(rest, isWhole) : this.#spans(rest, isWhole);
    if (length === 0) return;
    // Of a line that may still turn out to be a fence or a heading, the first characters wait.
    if (!isWhole && this.#given === 0 && /^\s*[`~#|>]{0,6}$/.test(this.#line)) return;
    this.#given += length;
    pieces.push({ kind: 'text', text, keepsWords: !isVerbatim });
  }

  /** Code waits for its line to end, if it isn't too long for that: a color depends on what follows. */
  #code(rest: string, isWhole: boolean): { text: string; length: number } {
    const language = this.#language;
    const isPlain = language === undefined || this.#given > 0 || rest.length > MAX_COLORED;
    if (isPlain || FENCE.test(this.#line)) return verbatim(rest);
    if (!isWhole) return rest.length > MAX_SPAN ? verbatim(rest) : NOTHING;
    return { text: highlighted(rest, language, this.#style), length: rest.length };
  }

  #spans(rest: string, isWhole: boolean): { text: string; length: number } {
    const lineStyle = /^#{1,6} /.test(this.#line)
      ? 'strong'
      : /^>(?: |$)/.test(this.#line)
        ? 'quiet'
        : undefined;
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
      out += lineStyle === undefined ? whole : this.#style(lineStyle, whole);
      at += whole.length;
      if (whole.length < text.length) break;
    }
    return { text: out, length: at };
  }
}

function verbatim(rest: string): { text: string; length: number } {
  return { text: rest, length: rest.length };
}

/** Without the last word, which may still grow. */
function wholeWords(text: string): string {
  const end = text.search(/\S*$/);
  return text.length - end > MAX_SPAN ? text : text.slice(0, end);
}
