import type { UserBlock } from '@sluice/core';

export const PDF = 'application/pdf';

type PdfBlock =
  | { readonly ok: true; readonly block: UserBlock }
  /** What is wrong with the data. */
  | { readonly ok: false; readonly message: string };

/** A PDF document, in base64, as the agent takes it. What isn't one would make every later request fail. */
export function pdfBlock(data: string, title?: string): PdfBlock {
  const bytes = data.replace(/\s+/g, '');
  if (!isBase64(bytes)) return { ok: false, message: 'the data of the document is not base64' };
  // Readers accept a few bytes before the mark.
  if (!Buffer.from(bytes.slice(0, 1400), 'base64').includes('%PDF-'))
    return { ok: false, message: 'the data is not a PDF document' };
  return {
    ok: true,
    block: { type: 'document', source: { type: 'base64', media_type: PDF, data: bytes }, title },
  };
}

function isBase64(text: string): boolean {
  return text !== '' && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}
