import { MAX_TEXT_CHARS } from '../hook-limits.ts';

/** Room for the note about what is omitted. */
const WORDS = 500;

/** Truncates a text that is too long, and adds the path of the whole. */
export async function clipText(
  text: string,
  keep: (text: string) => Promise<string | undefined>,
): Promise<string> {
  if (text.length <= MAX_TEXT_CHARS) return text;
  const path = await keep(text).catch(() => undefined);
  const head = wholePart(text.slice(0, MAX_TEXT_CHARS - WORDS), text);
  const rest = `${text.length - head.length} more characters`;
  return `${head}\n[${rest}${path === undefined ? ' are left out' : `; the full text is in ${path}`}]`;
}

/** Beginning and end of a text that is too long. */
export function clipMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const half = Math.floor((max - 60) / 2);
  const left = text.length - 2 * half;
  return `${text.slice(0, half)}\n[${left} characters left out]\n${text.slice(-half)}`.toWellFormed();
}

/** Drops half a character at the end. */
function wholePart(head: string, text: string): string {
  const next = text.charCodeAt(head.length);
  return next >= 0xdc00 && next <= 0xdfff ? head.slice(0, -1) : head;
}
