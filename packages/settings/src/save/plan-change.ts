import { getOwn, isJsonObject, type PermissionUpdate } from '@sluice/core';
import { spellDirectory } from '../permission/spell-directory.ts';
import { realPath } from '../place/real-path.ts';
import { positionOf, type ParsedSettings } from '../read/parse-settings.ts';
import type { TextChange } from './edit-text.ts';
import type { SaveFailure } from './save-result.ts';

interface ChangePlace {
  readonly file: string;
  /** Base of the file's relative directories. */
  readonly root: string;
  readonly home: string | undefined;
  /** The file to add to. From the other files of the same source, only remove. */
  readonly isTarget: boolean;
}

/** The changes to one file that apply an update. */
export function planChange(
  update: PermissionUpdate,
  settings: ParsedSettings,
  place: ChangePlace,
): readonly TextChange[] | SaveFailure {
  const permissions = getOwn(settings.value, 'permissions') ?? {};
  if (!isJsonObject(permissions)) return misshapen(settings, place, '/permissions', 'an object');
  if (update.type === 'setMode') {
    if (!place.isTarget || getOwn(permissions, 'defaultMode') === update.mode) return [];
    return [{ path: ['permissions', 'defaultMode'], value: update.mode }];
  }
  const key = 'behavior' in update ? update.behavior : 'additionalDirectories';
  const found = getOwn(permissions, key);
  const list: unknown = found ?? [];
  if (!Array.isArray(list)) return misshapen(settings, place, `/permissions/${key}`, 'a list');
  const path = ['permissions', key];
  switch (update.type) {
    case 'addRules':
      return place.isTarget ? append(path, list, found !== undefined, update.rules) : [];
    case 'addDirectories':
      return place.isTarget ? append(path, list, found !== undefined, update.directories) : [];
    case 'replaceRules': {
      const rules = place.isTarget ? [...new Set(update.rules)] : [];
      const isSame = list.length === rules.length && rules.every((rule, index) => rule === list[index]);
      return isSame ? [] : [{ path, value: rules }];
    }
    case 'removeRules': {
      const gone = new Set(update.rules.map((rule) => rule.trim()));
      return remove(path, list, (entry) => gone.has(entry.trim()));
    }
    case 'removeDirectories': {
      const gone = new Set(
        update.directories.flatMap((directory) => [directory, realPath(directory) ?? directory]),
      );
      return remove(path, list, (entry) => {
        const spelled = spellDirectory(entry, place.root, place.home);
        return spelled !== undefined && (gone.has(spelled) || gone.has(realPath(spelled) ?? spelled));
      });
    }
    default:
      return update satisfies never;
  }
}

function append(
  path: readonly string[],
  list: readonly unknown[],
  exists: boolean,
  texts: readonly string[],
): TextChange[] {
  const added = [...new Set(texts)].filter((text) => !list.includes(text));
  if (added.length === 0) return [];
  if (!exists || list.length === 0) return [{ path, value: added }];
  return added.map((value, index) => ({ path: [...path, list.length + index], value, isInsertion: true }));
}

/** From the end, so that the other indexes stay valid. */
function remove(
  path: readonly string[],
  list: readonly unknown[],
  isGone: (entry: string) => boolean,
): TextChange[] {
  return list
    .flatMap((entry, index) => (typeof entry === 'string' && isGone(entry) ? [index] : []))
    .toReversed()
    .map((index) => ({ path: [...path, index], value: undefined }));
}

function misshapen(
  settings: ParsedSettings,
  { file }: ChangePlace,
  pointer: string,
  wanted: string,
): SaveFailure {
  const key = pointer.slice(1).replaceAll('/', '.');
  const line = positionOf(settings, pointer)?.line;
  const message = `Nothing was saved in ${file}${line === undefined ? '' : `:${line}`}: "${key}" is not ${wanted}. Fix it first.`;
  return { ok: false, code: 'unparsable', file, line, message };
}
