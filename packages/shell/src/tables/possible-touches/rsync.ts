import { posix } from 'node:path';
import type { FileTouch } from '../file-touch.ts';
import type { ParsedArguments } from '../row.ts';
import { anything, filledDirectory, implied } from './route.ts';

/** With one of these, what the source doesn't have goes away. */
export const DELETES: readonly string[] = [
  ...['--delete', '--del', '--delete-before', '--delete-during', '--delete-delay', '--delete-after'],
  '--delete-excluded',
];

/** Every option that is known. */
export const RSYNC_OPTIONS = {
  flags: `
      -r/--recursive -a/--archive --remove-source-files -n/--dry-run -C/--cvs-exclude -R/--relative -b/--backup
      -v/--verbose -q/--quiet --no-motd -c/--checksum --inc-recursive/--i-r --no-implied-dirs -u/--update --inplace --append
      --append-verify -d/--dirs --old-dirs/--old-d --mkpath -l/--links -L/--copy-links --copy-unsafe-links --safe-links
      --munge-links -k/--copy-dirlinks -K/--keep-dirlinks -H/--hard-links -p/--perms -E/--executability -A/--acls -X/--xattrs
      -o/--owner -g/--group --devices --specials -D -t/--times -U/--atimes --open-noatime -N/--crtimes -O/--omit-dir-times
      -J/--omit-link-times --super --fake-super -S/--sparse --preallocate -W/--whole-file -x/--one-file-system --existing
      --ignore-non-existing --ignore-existing --ignore-missing-args --delete-missing-args --ignore-errors --force --partial -P
      --delay-updates -m/--prune-empty-dirs --numeric-ids -I/--ignore-times --size-only -y/--fuzzy -z/--compress -F -0/--from0
      --old-args -s/--secluded-args/--protect-args --trust-sender --blocking-io --stats -8/--8-bit-output -h/--human-readable --progress
      -i/--itemize-changes --list-only --fsync -4/--ipv4 -6/--ipv6 -V/--version --help ${DELETES.join(' ')}`,
  values:
    '-e/--rsh -f/--filter -T/--temp-dir -B/--block-size -M/--remote-option --exclude --include --rsync-path ' +
    '--chmod --chown --max-size --min-size --bwlimit --timeout --contimeout --port --suffix --out-format --log-file-format --info ' +
    '--debug --stderr --checksum-choice/--cc --max-delete --max-alloc --usermap --groupmap -@/--modify-window --compress-choice/--zc ' +
    '--compress-level/--zl --compress-threads/--zt --skip-compress --address --sockopts --outbuf --stop-after --stop-at --protocol --iconv ' +
    '--checksum-seed',
  reads:
    '--files-from --exclude-from --include-from --password-file --read-batch --compare-dest --copy-dest --link-dest --early-input',
  writes: '--log-file --write-batch --only-write-batch',
  lists: [{ names: '--backup-dir --partial-dir', kind: 'value', valueCount: 1, accepts: undefined }],
  isComplete: true,
  families: /^--no-[a-z-]+$|^--no-[A-Za-z]$/u,
} as const;

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
