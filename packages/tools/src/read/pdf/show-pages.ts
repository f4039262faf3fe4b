import { cutText } from '../decode-line.ts';
import type { PdfPage } from '../read-output.ts';
import type { PdfDocument, PdfFailure } from './open-pdf.ts';
import { pageText } from './pdf-text.ts';

interface ShownPages {
  readonly ok: true;
  readonly pages: readonly PdfPage[];
}

/** The text of the pages from `first` to `last`, as many as fit in `bytes` of UTF-8, at least one. */
export async function showPages(
  document: Pick<PdfDocument, 'textOf'>,
  { first, last, bytes }: { readonly first: number; readonly last: number; readonly bytes: number },
  tell: (page: number) => void,
): Promise<ShownPages | PdfFailure> {
  const pages: PdfPage[] = [];
  let used = 0;
  for (let page = first; page <= last; page++) {
    tell(page);
    const answer = await document.textOf(page);
    if (!answer.ok) return answer;
    const whole = { page, text: tidy(answer.text) };
    const size = Buffer.byteLength(pageText(whole));
    if (pages.length > 0 && used + size > bytes) break;
    pages.push(size > bytes ? cutPage(whole, bytes) : whole);
    used += size;
  }
  return { ok: true, pages };
}

/** Without trailing blanks and control characters. */
function tidy(text: string): string {
  return text
    .replaceAll('\0', '')
    .toWellFormed()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/** No UTF-16 unit takes more than three bytes of UTF-8. */
function cutPage({ page, text }: PdfPage, bytes: number): PdfPage {
  return { page, text: cutText(text, Math.floor(bytes / 3)), isCut: true };
}
