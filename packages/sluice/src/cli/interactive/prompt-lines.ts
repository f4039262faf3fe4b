import { countText } from '@sluice/base';
import { sanitizeLines } from '@sluice/core';
import type { Style } from '@sluice/terminal';

/** A prompt with more lines is logged with its first ones: a long paste would push everything else out of the scrollback. */
const MAX_LINES = 40;
const LINES_SHOWN = 5;

/** A prompt as the log shows it. */
export function promptLines(text: string, style: Style): readonly string[] {
  const [first = '', ...rest] = sanitizeLines(text).split('\n');
  const shown = rest.length < MAX_LINES ? rest : rest.slice(0, LINES_SHOWN);
  const left = rest.length - shown.length;
  return [
    `${style('strong', '> ')}${style('strong', first)}`,
    ...shown.map((line) => `  ${style('strong', line)}`),
    ...(left > 0 ? [style('quiet', `  … and ${countText(left, 'more line')}`)] : []),
  ];
}
