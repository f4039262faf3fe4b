import { countText } from '@sluice/base';
import { sanitizeLines } from '@sluice/core';
import { diffLines, spokenLine, withoutOverwritten, type Style } from '@sluice/terminal';
import type { ResultView } from './result-view.ts';

/** Of a change, and of the end of a command's output; and characters of a line of either. */
const MAX_CHANGE_LINES = 12;
const MAX_TAIL_LINES = 3;
const MAX_LINE = 200;

/**
 * The lines below the row of a call that has ended: what was changed, or the end of what was put out.
 * @param isPlain lines are read out
 */
export function detailLines(view: ResultView | undefined, style: Style, isPlain: boolean): readonly string[] {
  switch (view?.kind) {
    case 'difference': {
      const lines = diffLines(view);
      const shown = lines.length <= MAX_CHANGE_LINES ? lines : lines.slice(0, MAX_CHANGE_LINES - 1);
      const texts = shown.map((line) => {
        const tone = line.tone === 'added' ? 'good' : line.tone === 'removed' ? 'bad' : undefined;
        const text = `    ${cut(isPlain ? spokenLine(line) : line.text)}`;
        return tone === undefined ? text : style(tone, text);
      });
      const hidden = lines.length - shown.length;
      if (hidden > 0) texts.push(style('quiet', `    … ${countText(hidden, 'more line')}: /diff`));
      return texts;
    }
    case 'output':
      return sanitizeLines(withoutOverwritten(view.text))
        .trimEnd()
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(-MAX_TAIL_LINES)
        .map((line) => style('quiet', `    ${cut(line)}`));
    default:
      return [];
  }
}

function cut(line: string): string {
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
}
