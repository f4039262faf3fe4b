import { showText } from './show-text.ts';

/**
 * One line that a terminal only shows and never obeys, in which nothing is hidden: `showText`, with each line feed shown
 * as `↵`. Every text that Sluice did not write itself goes through here on its way to a person.
 */
export function sanitize(text: string): string {
  return showText(text).text.replaceAll('\n', '↵');
}
