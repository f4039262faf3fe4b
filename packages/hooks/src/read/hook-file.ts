import {
  createLineIndex,
  type JsonPlaces,
  jsonPointer,
  scanJson,
  type SettingsProblem,
  type SettingsProblemCode,
  type TextPosition,
  type TracedValue,
} from '@sluice/settings';
import type { HookPlace } from './hook-handler.ts';

/** `/hooks/PreToolUse/0/hooks/0/timeout`. */
const DEPTH = 6;

export type JsonPath = readonly (string | number)[];

/** The hooks of one file and their positions in it. */
export interface HookFile {
  readonly value: unknown;
  placeOf(path: JsonPath): HookPlace;
  problem(path: JsonPath, code: SettingsProblemCode, message: string): SettingsProblem;
}

export function hookFile({ value, source, file, text, plugin }: TracedValue): HookFile {
  let places: JsonPlaces | undefined;
  const lineIndex = createLineIndex(text);
  const positionOf = (path: JsonPath): TextPosition | undefined => {
    places ??= scanJson(text, DEPTH);
    // Something missing has no position: report what it is missing from.
    for (let length = path.length; length > 0; length -= 1) {
      const pointer = jsonPointer(path.slice(0, length));
      const offset = places.keys.get(pointer) ?? places.values.get(pointer);
      if (offset !== undefined) return lineIndex(offset);
    }
    return undefined;
  };
  return {
    value,
    placeOf: (path) => ({
      ...{ source, file, plugin },
      line: file === undefined ? undefined : positionOf(path)?.line,
    }),
    problem: (path, code, message) => ({
      code,
      severity: 'warning',
      source,
      file,
      ...positionOf(path),
      message,
    }),
  };
}
