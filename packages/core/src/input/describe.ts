import type { InputIssue } from '../data/outcome.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../data/json.ts';
import { nearNames } from '@sluice/base';
import type { SchemaIssue } from '../ports/validator.ts';
import { limitText } from './limit-text.ts';
import { schemaAt, typesOf, valueAt } from './schema-at.ts';

export const WHOLE = '(the whole input)';

/** Converts any validator's issue into path, expectation and received value. */
export function describeIssue(issue: SchemaIssue, schema: JsonObject, input: unknown): InputIssue {
  const expected = schemaAt(schema, issue.path);
  const value = valueAt(input, issue.path);
  return {
    path: issue.path,
    expected: expected === undefined ? 'what the schema allows' : describeSchema(expected),
    received: describeValue(value),
    message:
      (expected === undefined ? undefined : limitText(issue.message, value, expected)) ?? issue.message,
    isOfKind: expected === undefined || isOfKind(value, expected),
    ...unknownField(expected, value),
  };
}

/** Also true if the schema says nothing: the validator's message then says more. */
function isOfKind(value: unknown, schema: JsonObject): boolean {
  if ('const' in schema || 'enum' in schema) return false;
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const types = typesOf(schema);
  return (
    types.length === 0 ||
    types.includes(kind) ||
    (kind === 'number' && types.includes('integer') && Number.isInteger(value))
  );
}

/** The first field that a closed object does not have. */
function unknownField(
  schema: JsonObject | undefined,
  value: unknown,
): { readonly unknownField: string; readonly nearField?: string } | undefined {
  if (schema?.['additionalProperties'] !== false || !isJsonObject(value)) return undefined;
  const known = Object.keys(isJsonObject(schema['properties']) ? schema['properties'] : {});
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return undefined;
  const [near] = nearNames(
    unknown,
    known.filter((key) => !Object.hasOwn(value, key)),
  );
  return { unknownField: unknown, nearField: near };
}

function describeSchema(schema: JsonObject): string {
  const constant: JsonValue | undefined = schema['const'];
  if (constant !== undefined) return JSON.stringify(constant);
  const choices: JsonValue | undefined = schema['enum'];
  if (Array.isArray(choices))
    return `one of ${choices.map((choice: JsonValue) => JSON.stringify(choice)).join(', ')}`;
  const types = [...new Set(typesOf(schema))];
  return types.length === 0 ? 'what the schema allows' : types.map((type) => withArticle(type)).join(' or ');
}

function withArticle(type: string): string {
  if (type === 'null') return 'null';
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value) ?? typeof value;
  const short = text.length > 60 ? `${text.slice(0, 57).toWellFormed()}…` : text;
  return `the ${typeof value} ${short}`;
}

/** Program flags (`-A`) can be fields of tools too. */
const PLAIN_NAME = /^-{0,2}[A-Za-z_$][\w$-]*$/;

export function formatPath(path: readonly (string | number)[]): string {
  let text = '';
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`;
    else if (PLAIN_NAME.test(key)) text += text === '' ? key : `.${key}`;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text === '' ? WHOLE : text;
}
