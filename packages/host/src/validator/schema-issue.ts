import type { ErrorObject } from 'ajv';
import { getOwn, type SchemaIssue } from '@sluice/core';

/** Maximum number of enum values listed. */
const VALUES_NAMED = 20;

/** An Ajv error in words that can follow the name of the value: `must be a string`. */
export function toSchemaIssue(error: ErrorObject, value: unknown): SchemaIssue {
  const params: Readonly<Record<string, unknown>> = error.params;
  const message = describe(error, params);
  const isAboutKey = error.propertyName !== undefined && error.keyword !== 'propertyNames';
  return {
    path: pathOf(error.instancePath, value),
    message: isAboutKey ? `must not have the key ${quote(error.propertyName)}, which ${message}` : message,
  };
}

function describe(error: ErrorObject, params: Readonly<Record<string, unknown>>): string {
  switch (error.keyword) {
    case 'required':
      return `must have the key ${quote(params['missingProperty'])}`;
    case 'dependentRequired':
      return `must have the key ${quote(params['missingProperty'])} where it has ${quote(params['property'])}`;
    case 'additionalProperties':
      return `must not have the key ${quote(params['additionalProperty'])}`;
    case 'unevaluatedProperties':
      return `must not have the key ${quote(params['unevaluatedProperty'])}`;
    case 'propertyNames':
      return `must not have the key ${quote(params['propertyName'])}`;
    case 'type':
      return `must be ${typeNames(params['type'])}`;
    case 'const':
      return `must be ${quote(params['allowedValue'])}`;
    case 'enum':
      return `must be ${oneOf(params['allowedValues'])}`;
    case 'false schema':
      return 'must not be given';
    default:
      return (error.message ?? `must satisfy "${error.keyword}"`).replaceAll('NOT', 'not');
  }
}

/** A JSON pointer as keys; a part is an index if the value is a list there. */
function pathOf(pointer: string, root: unknown): readonly (string | number)[] {
  const path: (string | number)[] = [];
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(value) ? Number(key) : key);
    value = typeof value === 'object' && value !== null ? getOwn(value, key) : undefined;
  }
  return path;
}

function typeNames(types: unknown): string {
  const names: readonly unknown[] = Array.isArray(types) ? types : [types];
  return names.map(withArticle).join(' or ');
}

function withArticle(type: unknown): string {
  if (type === 'null') return 'null';
  return `${type === 'integer' || type === 'object' || type === 'array' ? 'an' : 'a'} ${String(type)}`;
}

function oneOf(values: unknown): string {
  if (!Array.isArray(values)) return 'one of the values of its schema';
  const named = values.slice(0, VALUES_NAMED).map(quote).join(', ');
  const rest = values.length - VALUES_NAMED;
  const list = rest > 0 ? `${named} and ${rest} more` : named;
  return values.length === 1 ? list : `one of ${list}`;
}

function quote(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
