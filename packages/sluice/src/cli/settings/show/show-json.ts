import { isJsonObject } from '@sluice/core';
import type { JudgedPart } from '@sluice/settings';
import type { ShownSetting } from './shown-setting.ts';
import { jsonText } from '../../json-text.ts';

/** The same for programs. */
export function showJson(settings: readonly ShownSetting[]): string {
  return jsonText({ settings: settings.map(toJson) });
}

function toJson({ key, value, isDefault, isKnown, note, parts }: ShownSetting): object {
  return {
    key,
    value: bounded(value, DEEPEST),
    default: isDefault,
    known: isKnown,
    note,
    origins: parts.map(partJson),
  };
}

function partJson({ source, file, line, column, steps, given, status, reason }: JudgedPart): object {
  return { source, file, line, column, at: steps, value: bounded(given, DEEPEST), status, reason };
}

/** A file may be nested more deeply than JSON can be written. */
const DEEPEST = 100;

function bounded(value: unknown, depth: number): unknown {
  if (!Array.isArray(value) && !isJsonObject(value)) return value;
  if (depth === 0) return '… (nested too deeply to be shown)';
  if (Array.isArray(value)) return value.map((each: unknown) => bounded(each, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, bounded(each, depth - 1)]));
}
