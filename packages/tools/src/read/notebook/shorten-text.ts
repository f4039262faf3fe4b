import { formatCount } from '../../files/text/format.ts';

/** Start and end of a text with more than `length` UTF-16 units, and between them how much is left out. */
export function shortenText(text: string, length: number): string {
  if (text.length <= length) return text;
  const half = Math.floor(length / 2);
  const left = formatCount(text.length - 2 * half);
  return `${text.slice(0, half).toWellFormed()}\n… [${left} characters left out] …\n${text.slice(text.length - half).toWellFormed()}`;
}
