import { cellWidth } from '@sluice/base';

// eslint-disable-next-line no-control-regex -- these are the sequences that styles consist of
const STYLES = /\u001b\[[0-9;]*m/g;

/** Characters about whose width terminals agree. */
const AGREED =
  /^(?:[\u0020-\u007e\u00a0-\u024f\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2200-\u22ff\u2300-\u2319\u2400-\u2426\u2500-\u25fc\u2713-\u2718\u2800-\u28ff\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]|[\u{1f300}-\u{1f3fa}\u{1f400}-\u{1f64f}](?!\p{Emoji_Modifier}|\u200d|\ufe0f))*$/u;

export function withoutStyles(text: string): string {
  return text.replace(STYLES, '');
}

/** How many cells a styled text takes. */
export function cells(text: string): number {
  return cellWidth(text.includes('\u001b') ? withoutStyles(text) : text);
}

/** Every terminal gives this text the same number of cells. */
export function hasAgreedWidth(text: string): boolean {
  return AGREED.test(withoutStyles(text));
}
