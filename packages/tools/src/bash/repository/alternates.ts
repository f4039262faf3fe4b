import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { GitAnswer } from './ask-git.ts';

type Alternates =
  | { readonly status: 'known'; readonly paths: readonly string[] }
  | { readonly status: 'unknown'; readonly why: string };

/** The object directories that a repository borrows from, directly or indirectly: absolute paths. */
export function alternatesOf(commonDirectory: string, ask: () => GitAnswer): Alternates {
  const listed = join(commonDirectory, 'objects/info/alternates');
  if (lstatSync(listed, { throwIfNoEntry: false }) === undefined) return { status: 'known', paths: [] };
  const answer = ask();
  if (answer.status === 'failed') return { status: 'unknown', why: answer.why };
  const paths = Array.from(
    answer.output.toString('utf8').matchAll(/^alternate: (.*)$/gmu),
    ([, path = '']) => path,
  );
  // Git quotes a path with special characters.
  const isPlain = paths.every((path) => path.startsWith('/') && !path.includes('\uFFFD'));
  return isPlain
    ? { status: 'known', paths }
    : { status: 'unknown', why: 'the repository borrows objects from an unknown directory' };
}
