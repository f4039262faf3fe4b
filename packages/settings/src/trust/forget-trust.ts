import { getOwn } from '@sluice/core';
import { realPath } from '../place/real-path.ts';
import { editFile } from '../save/edit-file.ts';
import type { SaveResult } from '../save/save-result.ts';
import { trustFile, type TrustPlace } from '../place/trust-files.ts';

/** Removes a directory from Sluice's own list of trusted ones. No files: it wasn't listed. */
export async function forgetTrust(root: string, place: TrustPlace): Promise<SaveResult> {
  const path = trustFile(place);
  if (path === undefined) return { ok: true, files: [] };
  const names: ReadonlySet<unknown> = new Set([root, realPath(root) ?? root]);
  const result = await editFile({
    path,
    newMode: 0o600,
    onlyExisting: true,
    plan({ value }) {
      const roots = getOwn(value, 'roots');
      const list: readonly unknown[] = Array.isArray(roots) ? roots : [];
      const indexes = [...list.keys()].filter((index) => names.has(list[index]));
      // From the end, so that the other indexes stay valid.
      return indexes.toReversed().map((index) => ({ path: ['roots', index], value: undefined }));
    },
  });
  return result.ok ? { ok: true, files: result.isChanged ? [path] : [] } : result;
}
