import { files, flags, optionals, trailing, values } from '../../row.ts';

/** What diff, log and their like share. Absent: --submodule, which shows commits of another repository. */
export const diffOptions = [
  flags('-p -u --patch -s --no-patch --raw --patch-with-raw --minimal --patience --histogram --numstat'),
  flags(
    '--shortstat --summary --patch-with-stat -z --name-only --name-status --no-color --no-renames --check',
  ),
  flags(
    '--full-index --binary -R -a --text --ignore-cr-at-eol --ignore-space-at-eol -b -w --ignore-space-change',
  ),
  flags('--ignore-all-space --ignore-blank-lines -W --function-context --no-ext-diff'),
  flags(
    '--no-textconv --no-prefix --pickaxe-all --pickaxe-regex --color-words --find-copies-harder --cc -c --cached',
  ),
  flags('--staged --merge-base --compact-summary --no-relative --default-prefix'),
  optionals('--stat --dirstat --color --color-moved --word-diff --relative --abbrev'),
  optionals('-M/--find-renames -C/--find-copies -B/--break-rewrites -U/--unified'),
  optionals('--ignore-submodules', /^(?:all|dirty)$/),
  values('--diff-algorithm --diff-filter -S -G -l --src-prefix --dst-prefix --inter-hunk-context -I'),
  values('--word-diff-regex --ws-error-highlight --find-object --stat-width --skip-to --rotate-to'),
  files('-O'),
];

/** A format may ask for the check of a signature, by a program: of a commit, or of what a reference names. */
export const FORMAT = /^(?!.*(?:%[-+ ]*G|%\(\*?signature))/s;

/** What references are sorted by may be a signature too; as part of the contents it is only text. */
export const SORT_KEY = /^(?!.*(?<!contents:)signature)/s;

/** Which revisions, and how they are shown. */
export const revisionOptions = [
  flags('--all --oneline --graph --reverse --no-merges --merges --first-parent --follow'),
  flags('--no-decorate --abbrev-commit --no-abbrev-commit --topo-order --date-order --author-date-order'),
  flags(
    '--left-right --cherry-pick --cherry-mark --cherry --full-history --simplify-merges --simplify-by-decoration',
  ),
  flags('--boundary --source --parents --children --no-notes --relative-date --walk-reflogs -g -i -E -F -P'),
  flags(
    '--regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp --all-match --invert-grep --not',
  ),
  flags(
    '--show-pulls --dense --sparse --ancestry-path --left-only --right-only --no-walk --clear-decorations -m',
  ),
  flags(
    '--no-expand-tabs --no-mailmap --use-mailmap --mailmap --no-show-signature --root -r -t --no-commit-id',
  ),
  optionals('--branches --tags --remotes --decorate'),
  optionals('--pretty --format', FORMAT),
  values(
    '-n/--max-count --skip --since/--after --until/--before --author --committer --grep --date -L --glob',
  ),
  optionals('--min-parents --max-parents'),
  values('--exclude --decorate-refs --decorate-refs-exclude --encoding'),
];

/** Which references, and how they are shown. */
export const refFilters = [
  values('--sort', SORT_KEY),
  values('--points-at --count'),
  values('--format', FORMAT),
  optionals('--color --column'),
  trailing('--contains --no-contains --merged --no-merged'),
  flags('-i --ignore-case --no-column'),
];
