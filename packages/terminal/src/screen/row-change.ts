import { cells, withoutStyles } from '../text/cells.ts';

// eslint-disable-next-line no-control-regex -- these are the sequences that styles consist of
const LAST_STYLE = /\u001b\[[0-9;]*m(?!.*\u001b\[)/;
const SIMPLE = /^[\u0020-\u007e\u2500-\u257f\u2713\u2717\u28ff\u2807\u2826\u2026\u00b7]*$/;

/**
 * What turns a row that is drawn into another one; the cursor is at the row's start.
 * @param erasesWhole a row that gets shorter is erased as a whole first
 */
export function rowChange(before: string, after: string, erasesWhole: boolean): string {
  if (before === after) return '';
  if (erasesWhole && cells(before) > cells(after)) return `\u001b[K${after}`;
  let same = 0;
  while (same < before.length && same < after.length && before[same] === after[same]) same += 1;
  // A style must not be cut in two.
  const open = after.lastIndexOf('\u001b', same);
  if (open !== -1 && open < same && !/m/.test(after.slice(open, same))) same = open;
  const prefix = after.slice(0, same);
  const plain = withoutStyles(prefix);
  if (!SIMPLE.test(plain)) return `${after}${end(before, after)}`;
  const style = LAST_STYLE.exec(prefix)?.[0] ?? '';
  const move = plain.length === 0 ? '' : `\u001b[${plain.length}C`;
  return `${move}${style === '\u001b[0m' ? '' : style}${after.slice(same)}${end(before, after)}`;
}

/** What was there beyond the new row's end is erased. */
function end(before: string, after: string): string {
  return cells(before) > cells(after) ? '\u001b[K' : '';
}
