/** How the bytes of a page are read. */
export type ContentKind = 'html' | 'text' | 'binary';

const TEXT_TYPE =
  /^text\/|[/+](?:json|xml|yaml|x-yaml|toml|javascript|ecmascript|x-ndjson|jsonl|x-sh|sql|graphql)$/;
const HTML_START = /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|title|meta)\b/i;

/** By its type, and without one by its first bytes. `start`: decoded. */
export function contentKind(type: string | undefined, first: Buffer, start: string): ContentKind {
  const name = type?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (name === 'text/html' || name === 'application/xhtml+xml') return 'html';
  const isUnsure = name === '' || name === 'application/octet-stream' || name === 'text/plain';
  if (isUnsure && HTML_START.test(start)) return name === 'text/plain' ? 'text' : 'html';
  if (isUnsure) return first.includes(0) && !isUtf16(first) ? 'binary' : 'text';
  return TEXT_TYPE.test(name) ? 'text' : 'binary';
}

function isUtf16(bytes: Buffer): boolean {
  const mark = bytes.readUInt16BE(0);
  return mark === 0xfeff || mark === 0xfffe;
}
