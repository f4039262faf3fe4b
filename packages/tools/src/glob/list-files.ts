import { lstatSync } from 'node:fs';
import { createNulSplitter } from '../ripgrep/nul-splitter.ts';
import type { RawPath } from '../ripgrep/path-names.ts';
import { runRipgrep } from '../ripgrep/run-ripgrep.ts';
import type { RipgrepEnd, RipgrepRun } from '../ripgrep/run-ripgrep.ts';
import { WITHOUT_VERSION_CONTROL } from '../ripgrep/version-control.ts';

export interface Listing {
  readonly glob: string;
  /** Leave out what .gitignore and similar files exclude. */
  readonly respectsIgnoreFiles: boolean;
  readonly onFile: (path: RawPath) => void;
}

/**
 * Lists the matching files below `run.cwd`, unordered. In rg, a match of `--glob` overrides ignore files, so where those are respected
 * the names are checked against a second listing without the glob.
 */
export async function listFiles(
  run: Omit<RipgrepRun, 'args' | 'onOutput'>,
  listing: Listing,
): Promise<RipgrepEnd> {
  const list = (args: readonly string[], onFile: (path: RawPath) => void): Promise<RipgrepEnd> => {
    const push = createNulSplitter((path) => onFile(path.slice('./'.length)));
    return runRipgrep({
      ...run,
      args: ['--files', '--null', '--hidden', ...args, ...WITHOUT_VERSION_CONTROL, './'],
      onOutput: (text) => {
        push(text);
        return 'more';
      },
    });
  };
  const glob = `--glob=${listing.glob}`;
  if (!listing.respectsIgnoreFiles) return list(['--no-ignore', glob], listing.onFile);

  const candidates: RawPath[] = [];
  const allowed = new Set<RawPath>();
  const ends = await Promise.all([
    list(['--no-ignore', glob], (path) => candidates.push(path)),
    list(['--no-require-git'], (path) => allowed.add(path)),
  ]);
  for (const path of candidates) if (allowed.has(path)) listing.onFile(path);
  return ends.find((end) => end.status !== 'finished') ?? ends[0];
}

/** The file's modification time in milliseconds; undefined if it is gone, 0 if it can't be determined. */
export function modifiedAt(path: string | Buffer): number | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
  } catch {
    return 0;
  }
}
