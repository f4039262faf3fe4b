/** The first `bytes` bytes of a text in UTF-8, cut on a code point, at the last line end in the second half if there is one. */
export function headOf(text: string, bytes: number): string {
  const cut = cutBytes(text, bytes);
  if (cut.length === text.length) return text;
  const newline = cut.lastIndexOf('\n');
  return newline >= cut.length / 2 ? cut.slice(0, newline + 1) : cut;
}

/** The last `bytes` bytes, cut on a code point, at the first line start in the first half if there is one. */
export function tailOf(text: string, bytes: number): string {
  let start = text.length;
  let size = 0;
  while (start > 0) {
    const isPair = start > 1 && isLow(text.charCodeAt(start - 1)) && isHigh(text.charCodeAt(start - 2));
    const step = isPair ? 2 : 1;
    size += bytesOf(text, start - step, isPair);
    if (size > bytes) break;
    start -= step;
  }
  if (start === 0) return text;
  const cut = text.slice(start);
  const newline = cut.indexOf('\n');
  return newline !== -1 && newline < cut.length / 2 ? cut.slice(newline + 1) : cut;
}

function cutBytes(text: string, bytes: number): string {
  let end = 0;
  let size = 0;
  while (end < text.length) {
    const isPair = isHigh(text.charCodeAt(end)) && end + 1 < text.length && isLow(text.charCodeAt(end + 1));
    size += bytesOf(text, end, isPair);
    if (size > bytes) break;
    end += isPair ? 2 : 1;
  }
  return text.slice(0, end);
}

function bytesOf(text: string, index: number, isPair: boolean): number {
  if (isPair) return 4;
  const code = text.charCodeAt(index);
  if (code < 0x80) return 1;
  return code < 0x800 ? 2 : 3;
}

const isHigh = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
const isLow = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

/** The length of a text in UTF-8. */
export function utf8Length(text: string): number {
  let size = 0;
  for (let index = 0; index < text.length; index += 1) {
    const isPair =
      isHigh(text.charCodeAt(index)) && index + 1 < text.length && isLow(text.charCodeAt(index + 1));
    size += bytesOf(text, index, isPair);
    if (isPair) index += 1;
  }
  return size;
}
