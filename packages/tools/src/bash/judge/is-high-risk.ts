import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { AnalyzedCommand, CommandAnalysis } from '@sluice/shell';

/** Commands that end, remove, publish or change what no one can bring back: a program, or one of its sub-commands. */
const HIGH: ReadonlySet<string> = new Set(
  [
    'shred dd truncate mkfs wipefs fdisk parted kill pkill killall reboot shutdown halt poweroff crontab userdel passwd',
    'systemctl service launchctl iptables ssh psql mysql mongo mongosh redis-cli dropdb aws gcloud az',
    rows('git', 'push reset clean filter-branch filter-repo reflog gc prune update-ref'),
    rows('git stash', 'drop clear'),
    rows('gh repo', 'delete archive rename edit'),
    rows('gh release', 'create delete upload'),
    rows('gh pr', 'merge close'),
    rows('npm', 'publish unpublish deprecate'),
    ...['pnpm', 'yarn', 'bun', 'cargo', 'poetry', 'uv'].map((program) => rows(program, 'publish')),
    rows('twine', 'upload'),
    rows('gem', 'push yank'),
    rows('docker', 'push rm rmi kill'),
    ...['system', 'volume', 'image', 'container', 'network'].map((kind) =>
      rows(`docker ${kind}`, 'prune rm'),
    ),
    ...['kubectl', 'oc'].map((program) =>
      rows(program, 'delete apply replace patch edit drain scale exec rollout'),
    ),
    rows('helm', 'install upgrade uninstall delete rollback'),
    ...['terraform', 'tofu', 'pulumi'].map((program) => rows(program, 'apply up destroy import state')),
    ...['apt', 'apt-get', 'dnf', 'yum', 'brew', 'pip', 'npm'].map((program) =>
      rows(program, 'remove purge uninstall'),
    ),
  ].flatMap((row) => (typeof row === 'string' ? row.split(' ') : row)),
);

function rows(program: string, names: string): readonly string[] {
  return names.split(' ').map((name) => `${program} ${name}`);
}

/** They run a command as another user, mostly as root. */
const AS_ROOT: ReadonlySet<string> = new Set(['sudo', 'doas', 'su', 'pkexec', 'runuser']);

/**
 * Whether a person should think twice before a command runs: it is known to remove or replace something, to end programs, to publish or to
 * act as root, or its text doesn't tell what it runs. A program of whose effects nothing is known, such as a test runner, is none of these.
 */
export function isHighRisk(analysis: CommandAnalysis): boolean {
  const { opaque, isReadOnly, commands, inScripts, presumed } = analysis;
  if (opaque !== undefined) return true;
  return !isReadOnly && [...commands, ...inScripts, ...presumed].some(isRisky);
}

function isRisky(command: AnalyzedCommand): boolean {
  const { isReadOnly, isUncertain, isUnknown, files, redirections, via, unwrapped } = command;
  if (isReadOnly) return false;
  if (isUncertain || isUnknown || via.some((name) => AS_ROOT.has(name))) return true;
  if (namesOf(unwrapped).some((name) => HIGH.has(name) || AS_ROOT.has(name))) return true;
  // An edit in place leaves most of a file as it is.
  const isEdit = unwrapped[0] === 'sed';
  return (
    files.some(
      ({ access, isTree, path }) =>
        access === 'remove' || (access === 'write' && (isTree || (!isEdit && isThere(path)))),
    ) || redirections.some((effect) => effect.access === 'write' && replaces(effect))
  );
}

/**
 * `git -C repo stash drop` is looked up as `git` with each of its words, and with each two of them that follow each other: which options
 * have a value is not known.
 */
function namesOf([program, ...words]: AnalyzedCommand['unwrapped']): readonly string[] {
  if (program === undefined) return [];
  const name = basename(program);
  const named = words.filter((word) => word !== undefined && !word.startsWith('-'));
  return [
    name,
    ...named.flatMap((word, index) => [`${name} ${word}`, `${name} ${word} ${named[index + 1] ?? ''}`]),
  ];
}

function isThere(path: string | undefined): boolean {
  return path === undefined || existsSync(path);
}

/** What is appended to a file replaces nothing in it. */
function replaces({ path, isAppended }: AnalyzedCommand['redirections'][number]): boolean {
  return isAppended !== true && isThere(path) && path !== '/dev/null';
}
