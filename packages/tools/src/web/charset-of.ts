const IN_HEADER = /;\s*charset\s*=\s*"?([^";\s]+)/i;
const IN_META = /<meta[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i;
/** Where a declaration must stand, by the HTML standard. */
const SEARCHED = 1_024;

/** How a page is encoded: by a byte order mark, its header, or its own declaration; else UTF-8. */
export function charsetOf(contentType: string | undefined, first: Buffer): string {
  if (first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf) return 'utf-8';
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be';
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  const inHeader = IN_HEADER.exec(contentType ?? '')?.[1];
  const declared = inHeader ?? IN_META.exec(first.toString('latin1', 0, SEARCHED))?.[1];
  return declared !== undefined && isKnown(declared) ? declared : 'utf-8';
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}
