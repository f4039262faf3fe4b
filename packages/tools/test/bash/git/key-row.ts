import { configurationKeys, type ConfigurationKey } from './configuration-keys.ts';

/** The row of a key, whether it is a pattern of git's documentation or is in a configuration; the closest one counts. */
export function keyRow(key: string): ConfigurationKey | undefined {
  const exact = byPattern.get(key.toLowerCase());
  return exact ?? patterns.find(({ expression }) => expression.test(key))?.row;
}

const byPattern = new Map(configurationKeys.map((row) => [row.pattern.toLowerCase(), row]));

const patterns = configurationKeys
  .filter(({ pattern }) => /[<*]/.test(pattern))
  .toSorted((a, b) => b.pattern.length - a.pattern.length)
  .map((row) => ({ row, expression: expressionOf(row.pattern) }));

function expressionOf(pattern: string): RegExp {
  const text = pattern
    .split(/(<[^>]*>|\*)/)
    .map((part) => (/^[<*]/.test(part) ? '.+' : part.replaceAll('.', '\\.')))
    .join('');
  return new RegExp(`^${text}$`, 'is');
}
