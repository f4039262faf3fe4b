import type { ShortenedPage } from '@sluice/core';
import { CUT_MARK, cutText } from './decode-line.ts';
import { numberLine } from './number-line.ts';
import { rangeOf } from './range-of.ts';
import type { TextReadOutput } from './read-output.ts';
import { textForModel } from './read-result-text.ts';

/** Reserved for the notices that say where to continue. */
const NOTICE_CHARS = 600;

/** A smaller page of what was read, about `maxChars` UTF-16 units, with the offset to continue with. */
export function shortenPage(
  file: TextReadOutput['file'],
  maxChars: number,
  isLarge = false,
): string | ShortenedPage {
  const room = Math.max(0, maxChars - NOTICE_CHARS - file.filePath.length);
  const lines = file.content.split('\n');
  let used = 0;
  let count = 0;
  for (const line of lines) {
    used += numberLine(file.startLine + count, line).length + 1;
    if (used > room) break;
    count += 1;
  }
  if (count >= file.numLines) return { text: textForModel(file, isLarge), range: rangeOf(file) };
  if (count > 0) {
    const content = lines.slice(0, count).join('\n');
    const page: TextReadOutput['file'] = { ...file, content, numLines: count, truncatedByTokenCap: true };
    return { text: textForModel(page, isLarge), range: rangeOf(page) };
  }
  const content = cutText(lines[0] ?? '', room) + `${CUT_MARK}]`;
  return textForModel({ ...file, content, numLines: 1, cutLines: 1, truncatedByTokenCap: true }, isLarge);
}
