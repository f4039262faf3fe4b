import { showText } from './show-text.ts';

/**
 * One line that a terminal displays but never obeys, with nothing hidden in it: `showText`, with each line feed shown as `↵`. Every text
 * that Sluice did not write itself goes through here before a person sees it.
 */
export function sanitize(text: string): string {
  return showText(text).text.replaceAll('\n', '↵');
}
