import { showText } from './show-text.ts';

/** Like `sanitize`, for a text whose line feeds end lines on the screen. */
export function sanitizeLines(text: string): string {
  return showText(text).text;
}
