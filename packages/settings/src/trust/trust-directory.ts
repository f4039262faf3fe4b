import { resolve } from 'node:path';
import { getOwn } from '@sluice/core';
import { realPath } from '../place/real-path.ts';
import { editFile } from '../save/edit-file.ts';
import { refusedInCall } from '../save/refused-in-call.ts';
import type { SaveResult } from '../save/save-result.ts';
import { trustFile, type TrustPlace } from '../place/trust-files.ts';

/** Records in Sluice's own file that the user trusts a repository. */
export async function trustDirectory(root: string, place: TrustPlace): Promise<SaveResult> {
  const refused = refusedInCall(place);
  if (refused !== undefined) return refused;
  const path = trustFile(place);
  if (path === undefined) {
    return { ok: false, code: 'no-place', message: 'There is no home directory to save trust in.' };
  }
  const real = realPath(root) ?? resolve(root);
  const result = await editFile({
    path,
    newMode: 0o600,
    plan: ({ value }) => {
      const roots = getOwn(value, 'roots');
      if (!Array.isArray(roots) || roots.length === 0) return [{ path: ['roots'], value: [real] }];
      if (roots.includes(real)) return [];
      return [{ path: ['roots', roots.length], value: real, isInsertion: true }];
    },
  });
  return result.ok ? { ok: true, files: result.isChanged ? [path] : [] } : result;
}
