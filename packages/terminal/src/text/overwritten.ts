/**
 * Output as a terminal leaves it: what follows a carriage return is written over what its line had before, as progress bars do. Shorter
 * text is treated as covering all of it.
 */
export function withoutOverwritten(text: string): string {
  if (!text.includes('\r')) return text;
  return text
    .split('\n')
    .map((line) => line.split('\r').findLast((part) => part.trim() !== '') ?? '')
    .join('\n');
}
