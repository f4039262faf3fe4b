/** Text in a notebook is one string or a list of lines with their line endings; anything else becomes empty. */
export function joinText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.filter((line: unknown) => typeof line === 'string').join('');
}
