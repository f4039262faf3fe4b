import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { realPath } from '../place/real-path.ts';
import { readText } from '../read/read-text.ts';
import { claudeStateFile, trustFile, type TrustPlace } from '../place/trust-files.ts';

/** Grows with every project ever opened. */
const STATE_LIMIT = 64 * 1024 * 1024;

/** Whether the user trusts this directory (absolute) to change what runs without asking. */
export function isTrusted(root: string, place: TrustPlace): boolean {
  const names = [...new Set([root, realPath(root) ?? root])];
  const own = readObject(trustFile(place));
  const roots = own === undefined ? undefined : getOwn(own, 'roots');
  if (Array.isArray(roots) && names.some((name) => roots.includes(name))) return true;
  const state = readObject(claudeStateFile(place));
  const projects = state === undefined ? undefined : getOwn(state, 'projects');
  if (!isJsonObject(projects)) return false;
  return names.some((name) => {
    const project = getOwn(projects, name);
    return isJsonObject(project) && getOwn(project, 'hasTrustDialogAccepted') === true;
  });
}

function readObject(path: string | undefined): JsonObject | undefined {
  const read = path === undefined ? undefined : readText(path, STATE_LIMIT);
  if (read?.status !== 'read') return undefined;
  try {
    const value: unknown = JSON.parse(read.text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
