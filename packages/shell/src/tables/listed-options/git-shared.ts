import { flags, optionals, row, values, type OptionList, type Row } from '../row.ts';

/** A subcommand of git with its flags, and the options whose value is the next word if it isn't attached. */
export const own = (name: string, flagNames: string, valueNames = '', ...more: readonly OptionList[]): Row =>
  row({
    name,
    options: [
      ...(flagNames === '' ? [] : [flags(flagNames.trim())]),
      ...(valueNames === '' ? [] : [values(valueNames.trim())]),
      ...more,
    ],
  });

/** The same for several. */
export const each = (
  names: string,
  flagNames: string,
  valueNames = '',
  ...more: readonly OptionList[]
): readonly Row[] =>
  names
    .trim()
    .split(/\s+/u)
    .map((name) => own(name, flagNames, valueNames, ...more));

export const SIGNS = optionals('-S/--gpg-sign --no-gpg-sign');

export const MERGES = `
    -n --stat --no-stat --summary --no-summary --log --no-log --squash --no-squash --commit --no-commit
    -e/--edit --no-edit --ff --no-ff --ff-only --rerere-autoupdate --no-rerere-autoupdate --verify-signatures
    --no-verify-signatures -v/--verbose -q/--quiet --allow-unrelated-histories --progress --no-progress
    --autostash --no-autostash --signoff --no-signoff --verify --no-verify`;

export const FETCHES = `
    --all --no-all --set-upstream -a/--append --atomic -f/--force -m/--multiple -t/--tags --no-tags --prefetch
    -p/--prune --no-prune -P/--prune-tags --recurse-submodules --no-recurse-submodules --dry-run
    --write-fetch-head --no-write-fetch-head -k/--keep -u/--update-head-ok --unshallow --refetch
    --update-shallow -4/--ipv4 -6/--ipv6 --negotiate-only --auto-maintenance --no-auto-maintenance --auto-gc
    --no-auto-gc --show-forced-updates --no-show-forced-updates --write-commit-graph --no-write-commit-graph
    --stdin --porcelain --progress --no-progress -v/--verbose -q/--quiet`;
export const FETCH_VALUES = `
    --upload-pack -j/--jobs --depth --shallow-since --shallow-exclude --deepen --refmap -o/--server-option
    --negotiation-tip --filter`;

export const PATCHES = '-p/--patch --pathspec-file-nul';
export const PATCH_VALUES = '--pathspec-from-file -U/--unified --inter-hunk-context';

export const CHECKS_OUT = `
    --guess --no-guess -q/--quiet --recurse-submodules --no-recurse-submodules --progress --no-progress
    -m/--merge -d/--detach -t/--track --no-track -f/--force --overwrite-ignore --no-overwrite-ignore
    --ignore-other-worktrees --ignore-skip-worktree-bits -2/--ours -3/--theirs --overlay --no-overlay`;

export const PICKS = `
    --quit --continue --abort --skip -n/--no-commit -e/--edit --no-edit -s/--signoff --no-signoff
    --rerere-autoupdate --no-rerere-autoupdate -x --ff --allow-empty --allow-empty-message
    --keep-redundant-commits --reference`;
export const PICK_VALUES = '--cleanup -m/--mainline --strategy -X/--strategy-option --empty';

/** What they show beyond what only reads: where to, and by which programs of the user's own settings. */
export const SHOWS = `
    --ext-diff --textconv --show-signature --exit-code --quiet -q --submodule --no-index
    --ita-invisible-in-index --ita-visible-in-index --indent-heuristic --no-indent-heuristic --cumulative
    --dirstat-by-file --rename-empty --no-rename-empty -D/--irreversible-delete --combined-all-paths
    --remerge-diff --dd --diff-merges --no-diff-merges --notes --show-notes --exclude-first-parent-only --reflog
    --bisect --stdin --alternate-refs --single-worktree --log-size --no-graph --ignore-missing -X --anchored
    --patch-with-raw --function-context --no-function-context --color-moved-ws --expand-tabs --remove-empty
    --children --max-age --min-age`;
export const SHOW_VALUES = `
    --output --line-prefix --output-indicator-new --output-indicator-old --output-indicator-context
    --stat-name-width --stat-graph-width --stat-count --grep-reflog --since-as-filter --show-linear-break`;
