import { present } from '@sluice/base';
import { cutText } from '../decode-line.ts';
import type { PartsReadOutput } from '../read-output.ts';
import { pageText, pdfText } from './pdf-text.ts';

/** Reserved for the text around the pages. */
const NOTICE_CHARS = 800;

/** Fewer of the pages that were read, about `maxChars` UTF-16 units, with the page to continue with. */
export function shortenPdf(output: PartsReadOutput, maxChars: number, isLarge = false): string {
  const whole = pdfText(output, isLarge);
  if (whole.length <= maxChars) return whole;
  const room = Math.max(0, maxChars - NOTICE_CHARS - output.file.filePath.length);
  let used = 0;
  let count = 0;
  for (const page of output.pages) {
    used += pageText(page).length + 2;
    if (used > room) break;
    count += 1;
  }
  const [first] = output.pages;
  const isCut = count === 0 && first !== undefined;
  const pages = isCut
    ? [{ ...first, text: cutText(first.text, room), isCut: true as const }]
    : output.pages.slice(0, count);
  const end = output.file.truncatedBefore ?? output.firstPage + output.pages.length - 1;
  const isLast = output.firstPage + pages.length > end;
  const file = {
    ...output.file,
    count: pages.length,
    ...present({ truncatedBefore: isLast ? undefined : end }),
  };
  return pdfText({ ...output, file, pages }, isLarge);
}
