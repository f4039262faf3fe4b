import { isJsonObject, type JsonObject } from '@sluice/core';
import type { SettingsProblemCode } from '../problem.ts';
import { createLineIndex, type TextPosition } from './line-index.ts';
import { scanJson, type JsonPlaces } from './scan-json.ts';

/** The object in a settings file, and the positions of its parts. */
export interface ParsedSettings {
  readonly value: JsonObject;
  readonly text: string;
  readonly places: JsonPlaces;
  readonly positionAt: (offset: number) => TextPosition;
}

export type ParseResult =
  | { readonly ok: true; readonly settings: ParsedSettings }
  | ({ readonly ok: false; readonly code: SettingsProblemCode; readonly message: string } & TextPosition);

/** Requires strict JSON, and an object. */
export function parseSettings(text: string): ParseResult {
  const positionAt = createLineIndex(text);
  const places = scanJson(text);
  if (places.failure !== undefined) {
    const { offset, message } = places.failure;
    return { ok: false, code: 'syntax', message: `it is not JSON: ${message}`, ...positionAt(offset) };
  }
  const value: unknown = JSON.parse(text);
  if (isJsonObject(value)) return { ok: true, settings: { value, text, places, positionAt } };
  const message = 'it is not an object: put settings between { and }';
  return { ok: false, code: 'wrong-value', message, ...positionAt(places.values.get('') ?? 0) };
}

/** The position of the key or value at a pointer, if it was recorded. */
export function positionOf(settings: ParsedSettings, pointer: string): TextPosition | undefined {
  const { keys, values } = settings.places;
  const offset = keys.get(pointer) ?? values.get(pointer);
  return offset === undefined ? undefined : settings.positionAt(offset);
}
