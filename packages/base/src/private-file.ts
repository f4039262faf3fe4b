import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface PrivateFileOptions {
  /** It also survives a power loss. Default false. */
  readonly flush?: boolean;
}

/**
 * Writes a file that only its owner can read (mode 0600) under another name in its directory, and renames it over `path`: who reads `path`
 * finds all of it, or what was there before. A link at `path` is replaced. If it fails, nothing is left of it.
 * @throws what Node throws
 */
export async function writePrivateFile(
  path: string,
  content: string | Uint8Array,
  { flush = false }: PrivateFileOptions = {},
): Promise<void> {
  const draft = draftBeside(path);
  try {
    await writeFile(draft, content, { flag: 'wx', mode: 0o600, flush });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

/** `writePrivateFile` that returns when it is done. */
export function writePrivateFileSync(
  path: string,
  content: string | Uint8Array,
  { flush = false }: PrivateFileOptions = {},
): void {
  const draft = draftBeside(path);
  try {
    writeFileSync(draft, content, { flag: 'wx', mode: 0o600, flush });
    renameSync(draft, path);
  } catch (error) {
    removeDraft(draft);
    throw error;
  }
}

function draftBeside(path: string): string {
  return join(dirname(path), `.${randomUUID()}.tmp`);
}

function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // The reason for the failure is told, not what follows from it.
  }
}
