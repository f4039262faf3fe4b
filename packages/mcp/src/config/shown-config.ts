import type { JsonObject, JsonValue } from '@sluice/core';
import { redactForms } from '../redact-secrets.ts';
import type { ConfiguredServer } from './configured-server.ts';

/** Keys that hold no credentials by their meaning: values of `env` and `headers` are secrets as a rule. */
const SHOWN: ReadonlySet<string> = new Set([
  'type',
  'name',
  'command',
  'args',
  'url',
  'timeout',
  'alwaysLoad',
]);

/** A server's entry as written, without its variables and headers; what looks like a secret elsewhere is redacted. */
export function shownConfig({ raw }: Pick<ConfiguredServer, 'raw'>): JsonObject {
  return Object.fromEntries(
    Object.entries(raw).flatMap(([key, value]) =>
      value !== undefined && SHOWN.has(key) ? [[key, redacted(value)] as const] : [],
    ),
  );
}

function redacted(value: JsonValue): JsonValue {
  if (typeof value === 'string') return redactForms(value);
  return Array.isArray(value) ? value.map((item) => redacted(item)) : value;
}
