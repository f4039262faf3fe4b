import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { MovedRefs } from './moved-refs.ts';

/**
 * Of the refs that a command moves in a linked worktree, those that another worktree of its repository has checked out, as paths in the
 * repository: behind its back, that worktree's files would differ from its branch.
 */
export function heldRefs(refs: MovedRefs, { own, common }: LinkedRepository): readonly string[] {
  const others = [common, ...worktreesOf(common)].filter((directory) => directory !== own);
  const held = others.flatMap(
    (directory) => /^ref: (\S+)/u.exec(textOf(join(directory, 'HEAD')) ?? '')?.[1] ?? [],
  );
  const isMoved = (ref: string): boolean =>
    refs === 'all' || refs.some((one) => fullName(one).toLowerCase() === ref.toLowerCase());
  const ofOthers = refs === 'all' ? [] : refs.filter((ref) => OF_OTHERS.test(ref));
  return [...held.filter(isMoved), ...ofOthers].map((ref) => join(common, ref));
}

/** What another worktree itself is at. */
const OF_OTHERS = /^(?:main-worktree|worktrees)\//u;

function fullName(ref: string): string {
  if (ref.startsWith('refs/')) return ref;
  return ref.startsWith('heads/') ? `refs/${ref}` : `refs/heads/${ref}`;
}

export interface LinkedRepository {
  /** The directory of the worktree. */
  readonly top: string;
  readonly own: string;
  readonly common: string;
}

/** Undefined: there is none around the directory, or it isn't that of a linked worktree. */
export function linkedRepository(cwd: string): LinkedRepository | undefined {
  for (let directory = resolve(cwd); ; directory = dirname(directory)) {
    const link = /^gitdir: (.+)/u.exec(textOf(join(directory, '.git')) ?? '')?.[1];
    if (link !== undefined) {
      const own = resolve(directory, link.trim());
      const common = textOf(join(own, 'commondir'))?.trim();
      return common === undefined ? undefined : { top: directory, own, common: resolve(own, common) };
    }
    if (dirname(directory) === directory) return undefined;
  }
}

function worktreesOf(common: string): readonly string[] {
  const directory = join(common, 'worktrees');
  try {
    return readdirSync(directory).map((name) => join(directory, name));
  } catch {
    return [];
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
