/** A cell's source in the notebook format: one string, or its lines with their line endings. */
export function sourceValue(source: string, isList: boolean): string | readonly string[] {
  if (!isList) return source;
  if (source === '') return [];
  const lines = source.split('\n');
  const whole = lines.map((line, index) => (index === lines.length - 1 ? line : `${line}\n`));
  return source.endsWith('\n') ? whole.slice(0, -1) : whole;
}
