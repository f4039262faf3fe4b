import { dirname, join } from 'node:path';
import { parseRule, type PermissionUpdate, type UpdateDestination } from '@sluice/core';
import { loadSettings } from '../load-settings.ts';
import { configDirectories } from '../place/config-directories.ts';
import type { SettingsPlace } from '../place/options.ts';
import { settingsFiles, type SettingsFiles } from '../place/settings-files.ts';
import { realPath } from '../place/real-path.ts';
import type { SettingsFile } from '../read/settings-file.ts';
import { editFile } from './edit-file.ts';
import { excludeLocal } from './exclude-local.ts';
import { leadsOut } from './leads-out.ts';
import { planChange } from './plan-change.ts';
import { refusedInCall } from './refused-in-call.ts';
import type { SaveFailure, SaveResult } from './save-result.ts';

/**
 * Writes a permission change to the settings file of its destination. Always adds to Sluice's own file (`.sluice/…`); removes from every
 * file of that source that has the entry, or it would still apply.
 */
export async function saveUpdate(update: PermissionUpdate, place: SettingsPlace): Promise<SaveResult> {
  const { destination } = update;
  if (destination === 'session') return { ok: true, files: [] };
  const invalid = refusedInCall(place) ?? refusal(update);
  if (invalid !== undefined) return invalid;
  // Reloaded: a policy may have appeared since the session started.
  if (loadSettings({ ...place, sources: [] }).isManagedOnly) {
    return refused('managed-only', 'Only managed rules apply here (allowManagedPermissionRulesOnly).');
  }
  const plan = settingsFiles(place);
  const target = targetPath(destination, plan, place);
  if (target === undefined) return refused('no-place', 'There is no home directory to save in.');
  const stray = destination === 'user' ? undefined : leadsOut(target, dirname(dirname(target)));
  if (stray !== undefined) {
    return refused(
      'unwritable',
      `${target} is a symbolic link to ${stray}: replace the link with a file, or save to the user settings.`,
    );
  }
  const own = plan.files.filter(({ source }) => source === destination);
  // From a home directory, the project's file is the user's.
  const origins = own.some(({ path }) => path === target)
    ? own
    : [{ source: destination, path: target, root: plan.cwd }, ...own];
  return saveAll(update, origins, target, plan, place);
}

async function saveAll(
  update: PermissionUpdate,
  origins: readonly SettingsFile[],
  target: string,
  plan: SettingsFiles,
  place: SettingsPlace,
): Promise<SaveResult> {
  const files: string[] = [];
  let warning: string | undefined;
  for (const { path, root } of origins) {
    const isTarget = path === target;
    if (path === undefined || (!isTarget && !takesAway(update))) continue;
    const result = await editFile({
      path,
      newMode: update.destination === 'project' ? 0o666 : 0o600,
      onlyExisting: !isTarget || update.type === 'removeRules' || update.type === 'removeDirectories',
      plan: (settings) => planChange(update, settings, { file: path, root, home: place.home, isTarget }),
    });
    if (!result.ok) {
      if (isTarget) return result;
      warning = result.message;
      continue;
    }
    if (result.isChanged) files.push(path);
    if (result.isNew && update.destination === 'local' && plan.repository !== undefined) {
      warning = excludeLocal(plan.repository) ?? warning;
    }
  }
  return warning === undefined ? { ok: true, files } : { ok: true, files, warning };
}

function targetPath(
  destination: Exclude<UpdateDestination, 'session'>,
  plan: SettingsFiles,
  place: SettingsPlace,
): string | undefined {
  switch (destination) {
    case 'local':
      return join(plan.localRoot, '.sluice', 'settings.local.json');
    case 'project':
      return join(plan.cwd, '.sluice', 'settings.json');
    case 'user': {
      const { sluice } = configDirectories(place);
      return sluice === undefined ? undefined : join(realPath(sluice) ?? sluice, 'settings.json');
    }
    default:
      return destination satisfies never;
  }
}

function takesAway(update: PermissionUpdate): boolean {
  return (
    update.type === 'removeRules' || update.type === 'removeDirectories' || update.type === 'replaceRules'
  );
}

/** Refuses what would be saved and then ignored. */
function refusal(update: PermissionUpdate): SaveFailure | undefined {
  switch (update.type) {
    case 'addRules':
    case 'replaceRules':
      for (const text of update.rules) {
        const parsed = parseRule(text);
        if (!parsed.ok) {
          return refused('invalid', `The rule ${JSON.stringify(text)} can't be saved: ${parsed.problem}.`);
        }
      }
      return undefined;
    case 'setMode':
      if (update.mode !== 'auto' || update.destination === 'user') return undefined;
      return refused(
        'invalid',
        `The mode auto is ignored in ${update.destination} settings: save it to the user settings.`,
      );
    case 'removeRules':
    case 'addDirectories':
    case 'removeDirectories':
      return undefined;
    default:
      return update satisfies never;
  }
}

function refused(code: SaveFailure['code'], message: string): SaveFailure {
  return { ok: false, code, message };
}
