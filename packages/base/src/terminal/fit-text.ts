import { hasSingleCells } from './single-cells.ts';

const ZERO_WIDTH = /^[\p{Mn}\p{Me}\u200c\u200d]+$/u;
/** Scripts and pictures that a terminal draws two cells wide. */
const WIDE =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;

let segmenter: Intl.Segmenter | undefined;

/** How many cells a text without controls takes on a terminal. */
export function cellWidth(text: string): number {
  if (hasSingleCells(text)) return text.length;
  let cells = 0;
  for (const grapheme of graphemes(text)) cells += graphemeWidth(grapheme);
  return cells;
}

/** The text within so many cells; what is too long ends in `…`. Graphemes stay whole. */
export function fitText(text: string, cells: number): string {
  if (cells <= 0 && text !== '') return '';
  if (hasSingleCells(text)) return text.length <= cells ? text : `${text.slice(0, cells - 1)}…`;
  let used = 0;
  let fitting = '';
  for (const grapheme of graphemes(text)) {
    const width = graphemeWidth(grapheme);
    if (used + width > cells) return `${withinCells(fitting, cells - 1)}…`;
    used += width;
    fitting += grapheme;
  }
  return text;
}

function withinCells(text: string, cells: number): string {
  let used = 0;
  let fitting = '';
  for (const grapheme of graphemes(text)) {
    used += graphemeWidth(grapheme);
    if (used > cells) break;
    fitting += grapheme;
  }
  return fitting;
}

function graphemeWidth(grapheme: string): number {
  if (ZERO_WIDTH.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

function* graphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}
