import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';

/** Parameters of a tool that are also sent as HTTP headers (`x-mcp-header` in its schema). */
export interface HeaderParameter {
  /** Keys that lead to it. */
  readonly path: readonly string[];
  /** Without the prefix. */
  readonly header: string;
}

export type HeaderParameters =
  | { readonly ok: true; readonly parameters: readonly HeaderParameter[] }
  /** Why the tool can't be used, as a sentence. */
  | { readonly ok: false; readonly reason: string };

const KEY = 'x-mcp-header';
const PREFIX = 'Mcp-Param-';
/** RFC 9110, 5.1. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
const SAFE_VALUE = /^[!-~](?:[\t -~]*[!-~])?$/;

/** Finds them in a tool's input schema. One that is in the wrong place, or named badly, makes the tool unusable. */
export function headerParameters(schema: JsonObject): HeaderParameters {
  const parameters: HeaderParameter[] = [];
  const taken = new Set<string>();
  const visit = (node: unknown, path: readonly string[] | undefined): string | undefined => {
    if (Array.isArray(node)) return firstOf(node, (one) => visit(one, undefined));
    if (!isJsonObject(node)) return undefined;
    const header = getOwn(node, KEY);
    if (header !== undefined) {
      const problem = problemOf(header, node, path, taken);
      if (problem !== undefined) return problem;
      parameters.push({ path: path ?? [], header: typeof header === 'string' ? header : '' });
    }
    return firstOf(Object.entries(node), ([key, member]) => {
      if (key !== 'properties' || !isJsonObject(member)) {
        // What is not a schema can't be one that has a header.
        return LITERALS.has(key) ? undefined : visit(member, undefined);
      }
      return firstOf(Object.entries(member), ([name, child]) =>
        visit(child, path === undefined ? undefined : [...path, name]),
      );
    });
  };
  const problem = visit(schema, []);
  return problem === undefined ? { ok: true, parameters } : { ok: false, reason: problem };
}

/** Keys whose values are data, in which the name of a header means nothing. */
const LITERALS: ReadonlySet<string> = new Set([KEY, 'default', 'const', 'enum', 'examples']);

/** The headers of one call. A parameter that isn't given has none. */
export function parameterHeaders(
  parameters: readonly HeaderParameter[],
  input: JsonObject,
): Readonly<Record<string, string>> | undefined {
  if (parameters.length === 0) return undefined;
  const pairs = parameters.flatMap(({ path, header }) => {
    let value: unknown = input;
    for (const key of path) value = isJsonObject(value) ? getOwn(value, key) : undefined;
    const text = textOf(value);
    return text === undefined ? [] : [[`${PREFIX}${header}`, encoded(text)] as const];
  });
  return Object.fromEntries(pairs);
}

function problemOf(
  header: unknown,
  node: JsonObject,
  path: readonly string[] | undefined,
  taken: Set<string>,
): string | undefined {
  const shown = `${KEY} ${JSON.stringify(header)}`;
  if (path === undefined || path.length === 0)
    return `${shown} is not at a property that is always in the same place.`;
  if (typeof header !== 'string' || !TOKEN.test(header)) return `${shown} is not the name of a header.`;
  if (!TYPES.has(getOwn(node, 'type')))
    return `${shown} is at a property that is not text, integer or boolean.`;
  const name = header.toLowerCase();
  if (taken.has(name)) return `${shown} appears twice.`;
  taken.add(name);
  return undefined;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
}

/** A value that a header can't carry is sent as Base64, marked as such. */
function encoded(text: string): string {
  const isSafe = SAFE_VALUE.test(text) && !(text.startsWith('=?base64?') && text.endsWith('?='));
  return isSafe ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

function firstOf<Item>(
  items: readonly Item[],
  problem: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const found = problem(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
