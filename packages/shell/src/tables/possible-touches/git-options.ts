import { files, flags, row, values, type OptionList, type Row } from '../row.ts';

/** Options whose value is a file that git writes: those of its diff, which most subcommands take, and some of their own. */
const WRITTEN =
  '--output --output-directory --export-marks --export-pack-edges --index-output --build-fake-ancestor';

const SHORT_OUTPUT = files('-o');

const common = [files(WRITTEN)];

const CONTEXT = '--unified -U --inter-hunk-context';

/** A list of paths, whose lines an error message shows. */
const PATHS_FROM = files('--pathspec-from-file');

const DIFF =
  '-S -G -U/--unified -l --src-prefix --dst-prefix --line-prefix --inter-hunk-context --word-diff-regex ' +
  '--diff-filter --anchored --find-object --skip-to --rotate-to --ws-error-highlight --output-indicator-new ' +
  '--output-indicator-old --output-indicator-context -I/--ignore-matching-lines';

const LOG = `${DIFF} -n/--max-count --skip --since --after --until --before --author --committer --grep --format --date -L`;

const own = (...options: readonly OptionList[]): Row =>
  row({ name: 'git', options: [...options, ...common] });

/** One that git reads for a setting such as the order of its output. */
const orderFile = files('-O');

const addition = own(
  flags('-A/--all -u/--update -f/--force --no-ignore-removal --renormalize'),
  values(`--chmod ${CONTEXT}`),
  PATHS_FROM,
);

const diff = own(values(DIFF), orderFile);
const log = own(values(LOG), orderFile);

const pick = own(
  flags('--quit --continue --skip --abort'),
  values('-m/--mainline --strategy -X/--strategy-option --cleanup --empty'),
);

/**
 * Each subcommand's options with a value, and the flags that decide what it touches. All others are flags. A letter's
 * meaning depends on the subcommand: `-m` is the message of a commit, and a three-way merge of a checkout.
 */
const OPTIONS: ReadonlyMap<string, Row> = new Map<string, Row>([
  [
    'checkout',
    own(
      flags('-f/--force -m/--merge -p/--patch'),
      values(`-b -B --orphan --conflict ${CONTEXT}`),
      PATHS_FROM,
    ),
  ],
  [
    'switch',
    own(
      flags('-f/--force --discard-changes -m/--merge'),
      values('-c -C --create --force-create --orphan --conflict'),
    ),
  ],
  [
    'restore',
    own(flags('-S/--staged -W/--worktree'), values(`-s/--source --conflict ${CONTEXT}`), PATHS_FROM),
  ],
  ['reset', own(flags('--hard --merge --keep'), values(CONTEXT), PATHS_FROM)],
  [
    'read-tree',
    own(
      flags('-m -u -i -n/--dry-run -v -q --reset --trivial --aggressive'),
      values('--prefix --exclude-per-directory'),
    ),
  ],
  [
    'stash',
    own(flags('-u/--include-untracked -a/--all'), values(`-m/--message ${DIFF}`), PATHS_FROM, orderFile),
  ],
  ['clean', own(flags('-n/--dry-run -d -f -i -x -X -q'), values('-e/--exclude'))],
  [
    'clone',
    own(
      files('--separate-git-dir'),
      values(
        '-o/--origin -b/--branch -u/--upload-pack -c/--config --depth -j/--jobs --filter --template ' +
          '--shallow-since --shallow-exclude --server-option --bundle-uri --ref-format --revision',
      ),
    ),
  ],
  ...['init', 'init-db'].map(
    (name) =>
      [
        name,
        own(
          files('--separate-git-dir'),
          values('-b/--initial-branch --template --object-format --ref-format'),
        ),
      ] as const,
  ),
  ['checkout-index', own(flags('-a/--all --stdin'), values('--stage --prefix'))],
  ['merge-file', own(flags('-p/--stdout'), values('-L --marker-size'))],
  ['rm', own(flags('-r -f/--force --cached -n/--dry-run'), PATHS_FROM)],
  ['mv', own(flags('-n/--dry-run -f/--force -k -v'))],
  ['apply', own(values('-p -C --exclude --include --directory --whitespace'))],
  ['am', own(values('-p -C --exclude --include --directory --whitespace --patch-format --resolvemsg'))],
  ['add', addition],
  ['stage', addition],
  ['hash-object', own(values('-t --path'))],
  [
    'commit',
    own(
      flags('-a/--all'),
      values(
        `-m/--message -c/--reedit-message -C/--reuse-message --fixup --squash --author --date --cleanup --trailer ${CONTEXT}`,
      ),
      PATHS_FROM,
      files('-F/--file -t/--template'),
    ),
  ],
  ['tag', own(values('-m/--message -u/--local-user --sort --format --trailer'), files('-F/--file'))],
  ['notes', own(values('-m/--message -C/--reuse-message -c/--reedit-message --ref'), files('-F/--file'))],
  [
    'merge',
    own(
      flags('--abort --continue --quit --autostash'),
      values('-m -s/--strategy -X/--strategy-option --into-name --cleanup'),
      files('-F/--file'),
    ),
  ],
  [
    'rebase',
    own(
      flags('--quit --show-current-patch --keep-base --autostash --continue --skip --abort --edit-todo'),
      values('--onto -s/--strategy -X/--strategy-option -x/--exec --whitespace --empty -C'),
    ),
  ],
  ['worktree', own(flags('--no-checkout --orphan'), values('-b -B --reason --expire'))],
  ['cherry-pick', pick],
  ['revert', pick],
  ['commit-tree', own(values('-p -m'), files('-F'))],
  ['update-index', own(values('--chmod --index-version'))],
  ['diff', diff],
  ['difftool', own(values(`${DIFF} -x/--extcmd -t/--tool`), orderFile)],
  ['range-diff', log],
  ['log', log],
  ['show', log],
  ['whatchanged', log],
  [
    'archive',
    own(
      flags('-l/--list'),
      values('--format --prefix --remote --exec --mtime --add-virtual-file'),
      files('--add-file'),
      SHORT_OUTPUT,
    ),
  ],
  [
    'format-patch',
    own(
      values(
        `${DIFF} -v/--reroll-count --subject-prefix --start-number --suffix --in-reply-to --to --cc --signature ` +
          '--base --range-diff --interdiff --creation-factor',
      ),
      files('--signature-file'),
      orderFile,
      SHORT_OUTPUT,
    ),
  ],
  ['bundle', own(values('--version'))],
  ['fmt-merge-msg', own(values('-m/--message --into-name'), files('-F/--file'))],
  ['fast-export', own(files('--import-marks --import-marks-if-exists'))],
  ['fast-import', own(files('--import-marks --import-marks-if-exists'), values('--depth --active-branches'))],
  ['mailinfo', own(values('--encoding --quoted-cr'))],
  ['mailsplit', own(SHORT_OUTPUT, values('-d -f'))],
  ['index-pack', own(SHORT_OUTPUT)],
  ['bugreport', own(SHORT_OUTPUT, values('-s/--suffix'))],
  ['diagnose', own(SHORT_OUTPUT, values('-s/--suffix --mode'))],
  ['credential-store', own(files('--file'))],
  ['interpret-trailers', own(flags('--in-place'), values('--trailer --where --if-exists --if-missing'))],
  ['cat-file', own(flags('--batch --batch-command --batch-check'))],
  ['config', own(files('-f/--file'), values('--blob --type --default --value --comment'))],
  ['blame', own(values('-L --date --ignore-rev'), files('-S --contents --ignore-revs-file'))],
  ['grep', own(values('-e -A -B -C -m/--max-count --max-depth --threads'), files('-f'))],
]);

/** Of a subcommand without a row of its own, only the files that any of them may write. */
const OTHERS = own();

export function hasOptionsOfGit(subcommand: string): boolean {
  return OPTIONS.has(subcommand);
}

export function optionsOfGit(subcommand: string): Row {
  return OPTIONS.get(subcommand) ?? OTHERS;
}

const READ = new Set(
  '-O -F -t -S -f --add-file --signature-file --import-marks --import-marks-if-exists --contents --ignore-revs-file --pathspec-from-file'.split(
    ' ',
  ),
);

/** Whether the file that an option names is written. The option is called by its first name. */
export function isWrittenBy(subcommand: string, option: string): boolean {
  const isConfigFile = subcommand === 'config' && option === '-f';
  return isConfigFile || !READ.has(option);
}
