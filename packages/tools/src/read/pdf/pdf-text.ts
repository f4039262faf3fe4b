import { countOf, formatBytes } from '../../files/text/format.ts';
import type { PartsReadOutput, PdfPage } from '../read-output.ts';

/** A document for the model: the text of each page, then notes. */
export function pdfText(output: PartsReadOutput, isLarge = false): string {
  const { filePath, originalSize, totalPages } = output.file;
  const head = `[${filePath}: a PDF document of ${countOf(totalPages, 'page')}, ${formatBytes(originalSize)}; its text, without images and layout.]`;
  return [head, ...output.pages.map(pageText), ...noticesOf(output, isLarge)].join('\n\n');
}

export function pageText({ page, text, isCut }: PdfPage): string {
  const cut = isCut === true ? '\n… [the rest of this page is left out]' : '';
  const shown = text === '' ? '[no text on this page]' : text;
  return `<page number="${page}">\n${shown}${cut}\n</page>`;
}

function noticesOf({ file, firstPage, pages }: PartsReadOutput, isLarge: boolean): readonly string[] {
  const { totalPages, count, truncatedBefore } = file;
  const notices: string[] = [];
  const last = firstPage + count - 1;
  if (count > 0 && pages.every(({ text }) => text === '')) {
    notices.push(
      '[No page here has text: they are probably scanned. To see one, make an image of it (pdftoppm -png -r 100) and read that.]',
    );
  }
  if (count < totalPages) {
    const shown = `[PARTIAL view: pages ${firstPage} to ${last} of ${totalPages}`;
    if (truncatedBefore !== undefined) {
      notices.push(`${shown}. More does not fit. Continue with pages: "${last + 1}-${truncatedBefore}".]`);
    } else {
      notices.push(last >= totalPages ? `${shown}, the end of the document.]` : `${shown}.]`);
    }
  }
  const cut = pages.filter(({ isCut }) => isCut === true).length;
  if (cut > 0) {
    const more = isLarge
      ? 'pdftotext, if installed, writes all of it to a file.'
      : 'allow_large: true shows more of a long page.';
    notices.push(`[${countOf(cut, 'page')} cut. ${more}]`);
  }
  return notices;
}
