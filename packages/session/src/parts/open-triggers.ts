import { join } from 'node:path';
import { stateDirectory } from '@sluice/agent';
import { isJsonObject } from '@sluice/core';
import { configDirectories, editFile } from '@sluice/settings';
import { readTrigger, type TriggerPort } from '@sluice/tools';
import type { LocalPermission } from '../permission/open-permission.ts';

interface OpenTriggersContext {
  readonly permission: Pick<LocalPermission, 'loaded'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A sentence for the user. */
  readonly tell: (text: string) => void;
}

/** The webhooks of the setting `triggers`. Undefined: the user has set none up, and there is no tool for them. */
export function openTriggers({ permission, env, tell }: OpenTriggersContext): TriggerPort | undefined {
  const entries = (): Readonly<Record<string, unknown>> => {
    const value = permission.loaded.setting('triggers')?.value;
    return isJsonObject(value) ? value : {};
  };
  if (Object.keys(entries()).length === 0) return undefined;
  const allowPrivate = permission.loaded.setting('web.allowPrivate')?.value ?? [];
  for (const [id, entry] of Object.entries(entries())) {
    const read = readTrigger(entry, allowPrivate);
    if (!read.ok) tell(`The trigger ${JSON.stringify(id)} in your settings ${read.message}.`);
  }
  // What the tool writes counts at once, before the settings are read again.
  const saved = new Map<string, object>();
  return {
    entries: () => ({ ...entries(), ...Object.fromEntries(saved) }),
    async save(id, entry) {
      const { sluice } = configDirectories({ home: permission.loaded.home, env });
      if (sluice === undefined)
        return { ok: false, message: 'There is no home directory to save the trigger in.' };
      const path = join(sluice, 'settings.json');
      const edited = await editFile({
        path,
        newMode: 0o600,
        plan: () => [{ path: ['triggers', id], value: entry }],
      });
      if (!edited.ok) return { ok: false, message: edited.message };
      saved.set(id, entry);
      return { ok: true };
    },
    logPath: join(stateDirectory(env), 'trigger-runs.jsonl'),
    env,
    allowPrivate,
  };
}
