import type { InputIssue } from '../call/outcome.ts';
import type { JsonObject, JsonValue } from '../tool/json.ts';
import type { SchemaIssue } from '../ports/validator.ts';
import { schemaAt, typesOf, valueAt } from './schema-at.ts';

/** Turns a validator's complaint into path, expectation and what came, whatever validator it was. */
export function describeIssue(issue: SchemaIssue, schema: JsonObject, input: unknown): InputIssue {
  const expected = schemaAt(schema, issue.path);
  return {
    path: issue.path,
    expected: expected === undefined ? 'what the schema allows' : describeSchema(expected),
    received: describeValue(valueAt(input, issue.path)),
    message: issue.message,
  };
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
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value) ?? typeof value;
  const short = text.length > 60 ? `${text.slice(0, 57).toWellFormed()}…` : text;
  return `the ${typeof value} ${short}`;
}

export function formatPath(path: readonly (string | number)[]): string {
  let text = '';
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(key)) text += text === '' ? key : `.${key}`;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text === '' ? '(the whole input)' : text;
}
