import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toFingerprint } from '../files/load/fingerprint.ts';
import type { LoadedFile } from '../files/load/load-file.ts';
import type { Problem } from '../files/problem.ts';
import { readFileAsKind } from './read-file.ts';
import type { ReadRequest, ReadSuccess } from './read-kind.ts';

/** A page of a text that is not on disk yet. Its fingerprint has the text's hash and the times of the file on disk. */
export async function readUnsaved(
  request: ReadRequest,
  { bytes, stats, hash }: LoadedFile,
): Promise<ReadSuccess | Problem> {
  // Pages are made from files, in constant memory.
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'sluice-unsaved-')));
  try {
    const path = join(directory, 'text');
    await writeFile(path, bytes, { mode: 0o600 });
    const read = await readFileAsKind({ ...request, path, realPath: path });
    if (!read.ok || read.data.type !== 'text') return read;
    const { file } = read.data;
    return {
      ...read,
      data: { type: 'text', file: { ...file, filePath: request.path, isUnsaved: true } },
      fingerprint: toFingerprint(stats, hash),
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
