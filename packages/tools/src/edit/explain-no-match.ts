import { countOf } from '../files/format.ts';
import { findLines } from './find-lines.ts';
import { LINE_VARIANTS } from './line-variants.ts';
import { nearestLines } from './nearest-lines.ts';

/** Lines of the file shown, and characters of each. */
const SHOWN_LINES = 6;
const SHOWN_LENGTH = 200;
/** A new text shorter than this may stand in the file by chance. */
const TELLING_LENGTH = 8;

/** Why `oldString` is not in `text`, and where something like it is. For a model: it says what to do. */
export function explainNoMatch(text: string, oldString: string, newString: string): string {
  const lines = text.split('\n');
  const wanted = oldString.split('\n');
  return (
    lineNumbersText(text, oldString) ??
    alreadyAppliedText(text, newString) ??
    variantText(lines, wanted) ??
    nearestText(lines, wanted) ??
    'Nothing like its first line is in the file. Read the file again and copy the text from there.'
  );
}

function lineNumbersText(text: string, oldString: string): string | undefined {
  const stripped = oldString.replace(/^ *\d+\t/gm, '');
  if (stripped === oldString || stripped === '' || !text.replace(/\r\n/g, '\n').includes(stripped))
    return undefined;
  return 'It begins its lines with the line numbers that Read shows. Leave out each number and the tab after it.';
}

function alreadyAppliedText(text: string, newString: string): string | undefined {
  const found = newString.trim().length < TELLING_LENGTH ? -1 : text.indexOf(newString);
  if (found === -1) return undefined;
  const line = text.slice(0, found).split('\n').length;
  return `new_string, however, is there already, at line ${line}: the edit seems to have been made before.`;
}

function variantText(lines: readonly string[], wanted: readonly string[]): string | undefined {
  for (const { difference, normalize } of LINE_VARIANTS) {
    const start = findLines(
      lines.map((line) => normalize(line)),
      wanted.map((line) => normalize(line)),
    );
    if (start !== -1) {
      return `The text at line ${start + 1} differs only in ${difference}. There the file has:\n${quote(lines, start, wanted.length)}`;
    }
  }
  return undefined;
}

function nearestText(lines: readonly string[], wanted: readonly string[]): string | undefined {
  const place = nearestLines(lines, wanted);
  if (place === undefined) return undefined;
  const { line, from, length } = place;
  const part =
    length === 1
      ? `Line ${from + 1} of old_string is`
      : `Lines ${from + 1} to ${from + length} of old_string are`;
  const next = wanted[from + length];
  const differs =
    next === undefined
      ? 'what stands before differs.'
      : `the next differs: old_string has ${shorten(next)}, the file ${shorten(lines[line + length] ?? '')}.`;
  return `${part} at line ${line + 1} of the file; ${differs} There the file has:\n${quote(lines, line, Math.max(2, wanted.length - from))}`;
}

/** Lines as JSON strings, so that tabs, carriage returns and spaces at their ends can be seen. */
function quote(lines: readonly string[], start: number, count: number): string {
  const shown = lines.slice(start, start + Math.min(count, SHOWN_LINES)).map(shorten);
  const more = count - shown.length;
  return (
    shown.join('\n') +
    (more > 0 && shown.length === SHOWN_LINES ? `\n(and ${countOf(more, 'line')} more)` : '')
  );
}

function shorten(line: string): string {
  return line.length > SHOWN_LENGTH
    ? `${JSON.stringify(line.slice(0, SHOWN_LENGTH))}…`
    : JSON.stringify(line);
}
