import { join } from 'node:path';
import { getOwn, isJsonObject } from '@sluice/core';
import { EFFORTS } from '@sluice/session/agent';
import { configDirectories, editFile, type SettingsPlace } from '@sluice/settings';

type Answer = { readonly ok: true } | { readonly ok: false; readonly error: string };

/**
 * The request `update_settings`. A settings file decides what runs, so a client can save one key alone: `effortLevel`, in the user's file;
 * null removes it.
 */
export async function saveSettings(
  place: Pick<SettingsPlace, 'env' | 'home'>,
  request: object,
): Promise<Answer> {
  const [source, settings] = [getOwn(request, 'source'), getOwn(request, 'settings')];
  if (!isJsonObject(settings)) return { ok: false, error: '"settings" must be an object.' };
  const other = Object.keys(settings).find((key) => key !== 'effortLevel');
  if (source !== 'userSettings' || other !== undefined) {
    const what = other ?? JSON.stringify(source);
    return { ok: false, error: `update_settings can only save effortLevel in userSettings; got ${what}.` };
  }
  const level = getOwn(settings, 'effortLevel');
  if (level !== null && !EFFORTS.some((one) => one === level))
    return { ok: false, error: `"effortLevel" must be ${EFFORTS.join(', ')} or null.` };
  const { sluice } = configDirectories(place);
  if (sluice === undefined) return { ok: false, error: 'There is no home directory for user settings.' };
  const saved = await editFile({
    path: join(sluice, 'settings.json'),
    newMode: 0o600,
    onlyExisting: level === null,
    plan: () => [{ path: ['effortLevel'], value: level ?? undefined }],
  });
  return saved.ok ? { ok: true } : { ok: false, error: saved.message };
}
