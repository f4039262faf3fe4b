import { fileNow } from '@sluice/tools';

/** A file's current state; its content is not kept, since there may be many files. */
export interface Look {
  /** Hex SHA-256; undefined: no such file. */
  readonly hash: string | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly changedAt: number | undefined;
}

export interface Looks {
  readonly files: ReadonlyMap<string, Look>;
  /** Problems of files that are currently not regular files or not readable. */
  readonly problems: readonly string[];
}

export async function lookAt(paths: Iterable<string>): Promise<Looks> {
  const files = new Map<string, Look>();
  const problems: string[] = [];
  for (const path of new Set(paths)) {
    const now = await fileNow(path, new AbortController().signal);
    if (now.ok) files.set(path, { hash: now.hash, changedAt: timeOf(now.loaded?.stats.mtimeMs) });
    else problems.push(now.message);
  }
  return { files, problems };
}

function timeOf(time: bigint | undefined): number | undefined {
  return time === undefined ? undefined : Number(time);
}
