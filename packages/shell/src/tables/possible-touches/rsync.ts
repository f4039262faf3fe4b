import { posix } from 'node:path';
import type { FileTouch } from '../file-touch.ts';
import type { ParsedArguments } from '../row.ts';
import { anything, filledDirectory, implied } from './route.ts';

/** `host:path` is of another machine. */
export const REMOTE = /^[^/]*:|^rsync:/u;

/** Directories that rsync takes from its target: `rsync -b --backup-dir=../old a b/`. What `--link-dest` has becomes a link there. */
export function besideTarget({ given, positionals }: ParsedArguments): readonly FileTouch[] {
  const target = positionals.at(-1);
  if (target?.value === undefined || REMOTE.test(target.value)) return [];
  const { value: place, index } = target;
  return ['--backup-dir', '--partial-dir', '-T', '--link-dest'].flatMap((option) =>
    (given.get(option) ?? []).flatMap((value) => {
      if (value === undefined) return [];
      const places = [place, posix.dirname(place)].map((one) => posix.join(one, value));
      const found = value.startsWith('/') ? [value] : places;
      return found.flatMap((directory) => filledDirectory({ value: directory, index }));
    }),
  );
}

/** `-M--log-file=x`: of a target that is here, the other side is here too. */
export function toldOtherSide({ given, positionals }: ParsedArguments): readonly FileTouch[] {
  if (positionals.some(({ value, prefix }) => REMOTE.test(value ?? prefix))) return [];
  return (given.get('-M') ?? []).flatMap((value) => {
    const [, path] = /=([^]+)$/u.exec(value ?? '') ?? [];
    if (path !== undefined)
      return [implied('write', path, { index: 1 }), ...filledDirectory({ value: path, index: 1 })];
    return /^-[a-zA-Z]$/u.test(value ?? '') ? [] : anything();
  });
}
