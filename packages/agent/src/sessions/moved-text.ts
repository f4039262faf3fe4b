/**
 * Replaces one directory with another in a text and in JSON nested in it, where some characters are escaped.
 */
export function createMove(from: string, to: string): (text: string) => string {
  const pairs: (readonly [string, string])[] = [];
  let [old, next] = [`${from}/`, `${to}/`];
  // A result is JSON text in an entry, and may itself contain JSON.
  for (let depth = 0; depth < 4; depth += 1) {
    if (!pairs.some(([known]) => known === old)) pairs.unshift([old, next]);
    [old, next] = [spelled(old), spelled(next)];
  }
  return (text) => pairs.reduce((moved, [one, other]) => moved.replaceAll(one, () => other), text);
}

/** A JSON value with every string moved, except keys. */
export function movedValue(value: unknown, move: (text: string) => string): unknown {
  if (typeof value === 'string') return move(value);
  if (Array.isArray(value)) return value.map((item: unknown) => movedValue(item, move));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, movedValue(item, move)]));
}

function spelled(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
