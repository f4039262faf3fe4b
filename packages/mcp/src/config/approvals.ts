import { join } from 'node:path';
import { present } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import {
  configDirectories,
  editFile,
  readText,
  refusedInCall,
  type SaveResult,
  type SettingsPlace,
} from '@sluice/settings';
import { canonical } from './entry-hash.ts';

type Place = Pick<SettingsPlace, 'env' | 'home'>;

/** A project's server that the user has approved: exactly this entry, in exactly this repository. */
export interface Approval {
  readonly repository: string;
  readonly server: string;
  /** See `ConfiguredServer.agentFile`. */
  readonly agentFile?: string | undefined;
  readonly hash: string;
  readonly entry: JsonObject;
}

/** The file of approvals, next to the other files that only the user changes. */
export function approvalsFile(place: Place): string | undefined {
  const { sluice } = configDirectories(place);
  return sluice === undefined ? undefined : join(sluice, 'mcp-approvals.json');
}

/** Never throws: an unreadable file approves nothing. */
export function readApprovals(place: Place): readonly Approval[] {
  const path = approvalsFile(place);
  const read = path === undefined ? undefined : readText(path);
  if (read?.status !== 'read') return [];
  try {
    return approvalsIn(JSON.parse(read.text));
  } catch {
    return [];
  }
}

/** Saves an approval, replacing an earlier one for the same server of the same repository. */
export async function saveApproval(approval: Approval, place: Place): Promise<SaveResult> {
  const refused = refusedInCall(place);
  if (refused !== undefined) return refused;
  const path = approvalsFile(place);
  if (path === undefined)
    return { ok: false, code: 'no-place', message: 'There is no home directory to save the approval in.' };
  const { repository, server, agentFile, hash, entry } = approval;
  const result = await editFile({
    path,
    newMode: 0o600,
    plan({ value }) {
      const kept = approvalsIn(value).filter(
        (one) => one.repository !== repository || one.server !== server || one.agentFile !== agentFile,
      );
      const saved = { repository, server, ...present({ agentFile }), hash, entry };
      return [{ path: ['approvals'], value: [...kept, saved] }];
    },
  });
  return result.ok ? { ok: true, files: [path] } : result;
}

function approvalsIn(value: unknown): readonly Approval[] {
  const list = isJsonObject(value) ? getOwn(value, 'approvals') : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown) => {
    if (!isJsonObject(one)) return [];
    const [repository, server, hash] = ['repository', 'server', 'hash'].map((key) => getOwn(one, key));
    const [entry, agentFile] = ['entry', 'agentFile'].map((key) => getOwn(one, key));
    if (typeof repository !== 'string' || typeof server !== 'string' || typeof hash !== 'string') return [];
    if (agentFile !== undefined && typeof agentFile !== 'string') return [];
    return [{ repository, server, ...present({ agentFile }), hash, entry: isJsonObject(entry) ? entry : {} }];
  });
}

/** The changes since an approval, one line per field. */
export function entryChanges(before: JsonObject, after: JsonObject): readonly string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => {
    const [old, now] = [before[key], after[key]];
    if (canonical(old) === canonical(now)) return [];
    return [
      `${key}: ${old === undefined ? '(none)' : JSON.stringify(old)} -> ${now === undefined ? '(none)' : JSON.stringify(now)}`,
    ];
  });
}
