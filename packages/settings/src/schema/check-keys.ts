import { getOwn, isJsonObject } from '@sluice/core';
import type { SettingsProblem } from '../problem.ts';
import { problemAt } from '../read/problem-at.ts';
import type { ReadLayer } from '../read/read-layer.ts';
import { jsonPointer } from '../read/scan-json.ts';
import {
  MANAGED_ONLY,
  NOT_FROM_REPOSITORY,
  PERMISSION_KEYS,
  PERMISSION_SYNONYMS,
  TOP_LEVEL_KEYS,
  TOP_LEVEL_SYNONYMS,
} from './known-keys.ts';
import { maySet } from './may-set.ts';
import { nearName } from '@sluice/base';
import { valueAt } from './value-at.ts';

const TOP_LEVEL: ReadonlySet<string> = new Set(TOP_LEVEL_KEYS);
const PERMISSION: ReadonlySet<string> = new Set(PERMISSION_KEYS);

/** More keys than anyone writes. Each is compared with all known ones, which must not delay a start. */
const MAX_KEYS = 1000;

/**
 * Keys that don't do what they seem to. Under `permissions`, reports every unknown key, because a rule under a misspelled one protects
 * nothing; at the top level, only near misses of a known key.
 */
export function checkKeys(layer: ReadLayer): SettingsProblem[] {
  return [...topLevelProblems(layer), ...permissionProblems(layer), ...misplacedProblems(layer)];
}

function topLevelProblems(layer: ReadLayer): SettingsProblem[] {
  return Object.keys(layer.value)
    .slice(0, MAX_KEYS)
    .flatMap((key) => {
      if (TOP_LEVEL.has(key)) return [];
      const pointer = jsonPointer([key]);
      const asPermission = PERMISSION.has(key) ? key : PERMISSION_SYNONYMS.get(key.toLowerCase());
      if (asPermission !== undefined) {
        const message = `${show(key)} has no effect here: write it as "${asPermission}" inside "permissions".`;
        return [problemAt(layer, pointer, 'unknown-key', message)];
      }
      if (looksLikeHooks(key, layer.value[key])) {
        const message = `${show(key)} has no effect here, so its hooks do not run: write it inside "hooks".`;
        return [problemAt(layer, pointer, 'unknown-key', message)];
      }
      const near =
        key.length < 3 ? undefined : nearName(key, [...TOP_LEVEL_KEYS, ...TOP_LEVEL_SYNONYMS.keys()]);
      if (near === undefined) return [];
      const meant = TOP_LEVEL_SYNONYMS.get(near) ?? near;
      const message = `${show(key)} is not a known key and has no effect: did you mean "${meant}"?`;
      return [problemAt(layer, pointer, 'unknown-key', message)];
    });
}

/** Hook events written one level too high: events start with a capital letter, and no setting does. */
function looksLikeHooks(key: string, value: unknown): boolean {
  if (!/^[A-Z][a-z]/.test(key) || !Array.isArray(value)) return false;
  return (
    value.length === 0 ||
    value.some(
      (entry) => isJsonObject(entry) && HOOK_FIELDS.some((name) => getOwn(entry, name) !== undefined),
    )
  );
}

const HOOK_FIELDS = ['hooks', 'matcher', 'command'];

function permissionProblems(layer: ReadLayer): SettingsProblem[] {
  const permissions = getOwn(layer.value, 'permissions');
  if (permissions === undefined) return [];
  if (!isJsonObject(permissions)) {
    const message = '"permissions" is not an object, so it is ignored: write "permissions": { … }.';
    const severity = layer.source === 'managed' ? 'error' : 'warning';
    return [problemAt(layer, '/permissions', 'wrong-value', message, severity)];
  }
  return Object.keys(permissions)
    .slice(0, MAX_KEYS)
    .flatMap((key) => {
      if (PERMISSION.has(key)) return [];
      const meant = PERMISSION_SYNONYMS.get(key.toLowerCase()) ?? nearName(key, PERMISSION_KEYS);
      const hint =
        meant === undefined ? 'the known ones are allow, ask, deny and the like' : `did you mean "${meant}"?`;
      const message = `${show(key)} is not a key of permissions and has no effect: ${hint}${meant === undefined ? '.' : ''}`;
      return [problemAt(layer, jsonPointer(['permissions', key]), 'unknown-key', message)];
    });
}

function misplacedProblems(layer: ReadLayer): SettingsProblem[] {
  return [...MANAGED_ONLY, ...NOT_FROM_REPOSITORY].flatMap((key) => {
    if (maySet(layer.source, key) || valueAt(layer.value, key) === undefined) return [];
    const where = MANAGED_ONLY.has(key) ? 'a managed settings file' : 'your user settings';
    const message = `"${key}" is ignored in ${layer.source} settings: it only works in ${where}.`;
    return [problemAt(layer, jsonPointer(key.split('.')), 'ignored-here', message)];
  });
}

function show(key: string): string {
  return JSON.stringify(key.length > 80 ? `${key.slice(0, 80)}…` : key);
}
