import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new directory, by its real path, that goes when the running test ends. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'sluice-files-')));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
