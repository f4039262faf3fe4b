import { countText } from '@sluice/base';
import { withoutOverwritten } from '@sluice/terminal';

/** Of a command that a person ran. */
const MAX_OUTPUT_LINES = 200;

/** The first and last lines of a long output: the model gets the rest too. */
export function outputLines(text: string): readonly string[] {
  const lines = withoutOverwritten(text).trimEnd().split('\n');
  if (lines.length <= MAX_OUTPUT_LINES) return lines;
  const half = MAX_OUTPUT_LINES / 2;
  return [
    ...lines.slice(0, half),
    `… ${countText(lines.length - MAX_OUTPUT_LINES, 'more line')}`,
    ...lines.slice(-half),
  ];
}
