import { shellWord } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { entryHash, projectServersFile, saveApproval, userServersFile } from '@sluice/mcp/config';
import { editFile, loadSettings, type SaveResult, type SettingsPlace } from '@sluice/settings';
import type { OwnScope } from '../mcp-options.ts';

interface ServerToSave {
  readonly name: string;
  readonly scope: OwnScope;
  /** Undefined removes it. */
  readonly entry: JsonObject | undefined;
  /** An entry of this name in this scope stays, and nothing is saved. Default: false. */
  readonly keepsExisting?: boolean | undefined;
}

/**
 * Writes a server to the file of its scope, or removes it there. A server that the user adds to the project's file this
 * way is also approved. No files: there was nothing to remove.
 */
export async function saveServer(
  { name, scope, entry, keepsExisting = false }: ServerToSave,
  place: SettingsPlace,
): Promise<SaveResult> {
  const { trustRoot, cwd } = loadSettings(place);
  const path = scope === 'project' ? projectServersFile(cwd) : userServersFile(place);
  if (path === undefined)
    return { ok: false, code: 'no-place', message: 'There is no home directory to write it to.' };
  const steps = scope === 'local' ? ['projects', trustRoot, 'mcpServers'] : ['mcpServers'];
  let isTaken = false;
  const result = await editFile({
    path,
    newMode: scope === 'project' ? 0o644 : 0o600,
    onlyExisting: entry === undefined,
    plan({ value }) {
      if (entry === undefined && !isThere(value, [...steps, name])) return [];
      isTaken = keepsExisting && isThere(value, [...steps, name]);
      if (isTaken) return [];
      return [{ path: [...steps, name], value: entry }];
    },
  });
  if (!result.ok) return result;
  if (isTaken) {
    const fix = `sluice mcp remove ${shellWord(name)} --scope ${scope}`;
    const message = `${path} already has a server ${JSON.stringify(name)}. To replace it, remove it first: ${fix}`;
    return { ok: false, code: 'invalid', message };
  }
  if (scope === 'project' && entry !== undefined) {
    const hash = entryHash(trustRoot, name, entry);
    const approved = await saveApproval({ repository: trustRoot, server: name, hash, entry }, place);
    if (!approved.ok) return { ok: true, files: [path], warning: approved.message };
  }
  return { ok: true, files: result.isChanged ? [path] : [] };
}

function isThere(value: unknown, steps: readonly string[]): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return value !== undefined;
  return isJsonObject(value) && isThere(getOwn(value, step), rest);
}
