import { countOf, formatCount } from '../files/text/format.ts';
import { CUT_MARK } from './decode-line.ts';
import { numberLine } from './number-line.ts';
import type { TextReadOutput } from './read-output.ts';

type TextFile = TextReadOutput['file'];

/** A page for the model: numbered lines, then notes. `isLarge`: requested with `allow_large`. */
export function textForModel(file: TextFile, isLarge = false): string {
  if (file.numLines === 0) return emptyText(file);
  const lines = file.content.split('\n').map((line, index) => numberLine(file.startLine + index, line));
  const notices = noticesOf(file, isLarge);
  return notices.length === 0 ? lines.join('\n') : `${lines.join('\n')}\n\n${notices.join('\n')}`;
}

function emptyText(file: TextFile): string {
  if (file.totalLines === 0) return `[${file.filePath} exists but is empty.]`;
  return `[${file.filePath} has only ${countOf(file.totalLines, 'line')}: there is nothing at offset ${formatCount(file.startLine)}.]`;
}

function noticesOf(file: TextFile, isLarge: boolean): readonly string[] {
  const notices: string[] = [];
  const last = file.startLine + file.numLines - 1;
  if (file.startLine > 1 || last < file.totalLines) notices.push(partialNotice(file, last));
  if (file.cutLines !== undefined) {
    const more = isLarge ? longLineHint(file) : 'allow_large: true shows more of a long line.';
    notices.push(`[${countOf(file.cutLines, 'line')} cut. ${more}]`);
  }
  if (file.isUnsaved === true)
    notices.push('[This is the text in the editor; it is not saved yet, so the file on disk differs.]');
  if (file.latin1Lines !== undefined) {
    notices.push(`[${countOf(file.latin1Lines, 'line')} not valid UTF-8, shown as Latin-1.]`);
  }
  if (file.encoding !== undefined) {
    const order = file.encoding.startsWith('utf16le') ? 'LE' : 'BE';
    notices.push(`[The file is in UTF-16 ${order}; shown here as text.]`);
  }
  return notices;
}

/** Bytes of a line that Bash shows without saving the rest to a file. */
const PART_BYTES = 20_000;

/** How to see parts of a line that doesn't fit on a page, with other programs. */
function longLineHint({ filePath, content, encoding, latin1Lines, numLines, startLine }: TextFile): string {
  const path = `'${filePath.replaceAll("'", String.raw`'\''`)}'`;
  const isOne = numLines === 1;
  const line = isOne ? String(startLine) : '<line>';
  const seen = content.slice(0, content.lastIndexOf(CUT_MARK));
  const from = Buffer.byteLength(seen, latin1Lines === undefined ? 'utf8' : 'latin1') + 1;
  const bytes = isOne ? `${from}-${from + PART_BYTES - 1}` : '<first>-<last>';
  const select =
    encoding === undefined
      ? `sed -n ${line}p ${path}`
      : `iconv -f ${encoding.startsWith('utf16le') ? 'UTF-16LE' : 'UTF-16BE'} -t UTF-8 ${path} | sed -n ${line}p`;
  return `This line does not fit on a page of Read. See it in parts with Bash: ${select} | cut -b ${bytes}`;
}

function partialNotice(file: TextFile, last: number): string {
  const total = `${file.totalLinesIsLowerBound === true ? 'at least ' : ''}${formatCount(file.totalLines)}`;
  const shown = `[PARTIAL view: lines ${file.startLine} to ${last} of ${total}.`;
  if (last >= file.totalLines) return `${shown.slice(0, -1)}, the end of the file.]`;
  const why = file.truncatedByTokenCap === true ? ' More does not fit on one page.' : '';
  return `${shown}${why} Continue with offset: ${last + 1}.]`;
}
