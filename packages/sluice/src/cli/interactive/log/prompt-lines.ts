import { countText } from '@sluice/base';
import { sanitizeLines } from '@sluice/core';
import type { Style } from '@sluice/terminal';

/** A prompt with more lines is logged with its first ones: a long paste would push everything else out of the scrollback. */
const MAX_LINES = 40;
const LINES_SHOWN = 5;
/** What was typed is often the last line, below what was pasted. */
const LAST_LINES_SHOWN = 2;

/** A prompt as the log shows it. */
export function promptLines(text: string, style: Style): readonly string[] {
  const [first = '', ...rest] = sanitizeLines(text).split('\n');
  const isWhole = rest.length < MAX_LINES;
  const shown = isWhole ? rest : rest.slice(0, LINES_SHOWN);
  const last = isWhole ? [] : rest.slice(-LAST_LINES_SHOWN);
  const left = rest.length - shown.length - last.length;
  return [
    `${style('strong', '> ')}${style('strong', first)}`,
    ...shown.map((line) => `  ${style('strong', line)}`),
    ...(left > 0 ? [style('quiet', `  … and ${countText(left, 'more line')}`)] : []),
    ...last.map((line) => `  ${style('strong', line)}`),
  ];
}
