import { isJsonObject, type JsonObject } from '../data/json.ts';
import type { SchemaIssue } from '../ports/validator.ts';
import { formatPath } from './describe.ts';
import { schemaAt, typesOf, valueAt } from './schema-at.ts';

interface Coercion {
  readonly input: JsonObject;
  /** One sentence for each value that was changed. */
  readonly changes: readonly string[];
}

/**
 * The safe coercions, tried only where a validator complained and the schema allows no string: `"5"` for a number, `"true"` for a
 * boolean, JSON text for an array or object. Undefined if nothing could be changed.
 */
export function coerce(
  input: JsonObject,
  issues: readonly SchemaIssue[],
  schema: JsonObject,
): Coercion | undefined {
  const changes: string[] = [];
  let changed: JsonObject = input;
  for (const { path } of issues) {
    const value = valueAt(input, path);
    const wanted = schemaAt(schema, path);
    if (typeof value !== 'string' || wanted === undefined || path.length === 0) continue;
    const better = coerceText(value, typesOf(wanted));
    if (better === undefined) continue;
    const next = replaceAt(changed, path, better);
    if (!isJsonObject(next)) continue;
    changed = next;
    const kind = Array.isArray(better) ? 'array' : typeof better;
    changes.push(
      `"${formatPath(path)}" was given as text and converted to ${kind === 'array' ? 'an' : 'a'} ${kind}.`,
    );
  }
  return changes.length === 0 ? undefined : { input: changed, changes };
}

function coerceText(text: string, types: readonly string[]): unknown {
  if (types.includes('string')) return undefined;
  const value = parse(text);
  if (typeof value === 'number') {
    if (types.includes('number')) return value;
    return types.includes('integer') && Number.isSafeInteger(value) ? value : undefined;
  }
  if (typeof value === 'boolean') return types.includes('boolean') ? value : undefined;
  if (Array.isArray(value)) return types.includes('array') ? value : undefined;
  return isJsonObject(value) && types.includes('object') ? value : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function replaceAt(root: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(root)) {
    return root.map((item: unknown, index) =>
      String(index) === String(key) ? replaceAt(item, rest, value) : item,
    );
  }
  if (!isJsonObject(root)) return root;
  return Object.fromEntries(
    Object.entries(root).map(([name, item]) => [name, name === key ? replaceAt(item, rest, value) : item]),
  );
}
