import { numberLine } from './number-line.ts';
import type { TextReadOutput } from './read-output.ts';
import { textForModel } from './read-texts.ts';

/** Room for the notice that says where to go on. */
const NOTICE_CHARS = 400;

/** A smaller page of what was read, of about `maxChars` UTF-16 units, that names the offset to go on with. */
export function shortenPage(file: TextReadOutput['file'], maxChars: number): string {
  const room = Math.max(0, maxChars - NOTICE_CHARS);
  const lines = file.content.split('\n');
  let used = 0;
  let count = 0;
  for (const line of lines) {
    used += numberLine(file.startLine + count, line).length + 1;
    if (used > room && count > 0) break;
    count += 1;
    if (used > room) break;
  }
  if (count >= file.numLines) return textForModel(file);
  const kept = lines.slice(0, count);
  const first = kept[0] ?? '';
  const content = count === 1 && first.length > room ? first.slice(0, room).toWellFormed() : kept.join('\n');
  return textForModel({ ...file, content, numLines: count, truncatedByTokenCap: true });
}
