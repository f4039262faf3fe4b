/** Text of a notebook, which is one string or a list of lines that have their line ends; anything else is empty. */
export function joinText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.filter((line: unknown) => typeof line === 'string').join('');
}
