import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { limitProblems } from '../limit-problems.ts';
import type { SettingsFile } from './settings-file.ts';
import type { SettingsProblem } from '../problem.ts';
import { parseSettings, type ParsedSettings } from './parse-settings.ts';
import { readText } from './read-text.ts';

/** What one file sets. */
export interface SettingsLayer {
  readonly source: SettingsFile['source'];
  /** Absolute; undefined for JSON given on the command line. */
  readonly file: string | undefined;
  readonly value: JsonObject;
  /** The file can't be read now: this is its last good state without what it allowed. */
  readonly isStale: boolean;
}

export interface ReadLayer extends SettingsLayer {
  readonly origin: SettingsFile;
  readonly settings: ParsedSettings;
}

/** The last good state of files, by path. */
export type LastGood = ReadonlyMap<string, ReadLayer>;

interface LayerReading {
  readonly layer: ReadLayer | undefined;
  readonly problems: readonly SettingsProblem[];
}

export function readLayer(origin: SettingsFile, lastGood?: LastGood): LayerReading {
  const { source, path: file } = origin;
  const read =
    origin.text === undefined && file !== undefined
      ? readText(file)
      : { status: 'read' as const, text: origin.text ?? '', hasMark: false };
  if (read.status === 'absent') {
    if (source !== 'cli') return { layer: undefined, problems: [] };
    const message = 'it does not exist: fix the path given to --settings';
    return { layer: undefined, problems: [problemOf(origin, { code: 'unreadable', message })] };
  }
  const parsed = read.status === 'read' ? parseSettings(read.text) : { ok: false as const, ...read };
  if (!parsed.ok) return { layer: stale(file, lastGood), problems: [problemOf(origin, parsed)] };
  const { settings } = parsed;
  const layer = { source, file, value: settings.value, isStale: false, origin, settings };
  return { layer, problems: limitProblems(duplicateKeys(layer)) };
}

/** If a file can't be read, no one knows whether it still allows what it did. So only its denials are kept. */
function stale(file: string | undefined, lastGood: LastGood | undefined): ReadLayer | undefined {
  const last = file === undefined ? undefined : lastGood?.get(file);
  return last === undefined ? undefined : { ...last, value: withoutGrants(last.value), isStale: true };
}

function withoutGrants(value: JsonObject): JsonObject {
  const permissions = getOwn(value, 'permissions');
  if (!isJsonObject(permissions)) return value;
  const { allow: _rules, additionalDirectories: _directories, ...kept } = permissions;
  return { ...value, permissions: kept };
}

function duplicateKeys(layer: ReadLayer): SettingsProblem[] {
  return layer.settings.places.duplicates.map(({ pointer, offset }) => ({
    code: 'duplicate-key',
    severity: 'warning',
    source: layer.source,
    file: layer.file,
    ...layer.settings.positionAt(offset),
    message: `the key ${pointer.slice(1).replaceAll('/', '.')} appears twice here, and only the last one is used: merge the two.`,
  }));
}

/** A file's denials must not be lost because it can't be read. That's an error, which ends any program that enforces rules. */
function problemOf(
  origin: SettingsFile,
  found: {
    readonly code: SettingsProblem['code'];
    readonly message: string;
    readonly line?: number;
    readonly column?: number;
  },
): SettingsProblem {
  const { code, message, line, column } = found;
  const { source, path } = origin;
  return {
    code,
    severity: 'error',
    source,
    file: path,
    line: column === undefined ? undefined : line,
    column: line === undefined ? undefined : column,
    message: `Sluice can't tell what this file allows and denies: ${message}.`,
  };
}
