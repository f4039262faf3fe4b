import { flags, optionals, row, values, type Row } from '../row.ts';
import {
  SIGNS,
  MERGES,
  FETCHES,
  FETCH_VALUES,
  PATCHES,
  PATCH_VALUES,
  CHECKS_OUT,
  PICKS,
  PICK_VALUES,
  SHOWS,
  SHOW_VALUES,
  each,
  own,
} from './git-shared.ts';

/** Options of subcommands that change something, or that show something as tables of what only reads don't list. */
export const gitSubcommands: readonly Row[] = [
  ...each(
    'add stage',
    `
    -n/--dry-run -v/--verbose -i/--interactive -e/--edit -f/--force -u/--update --renormalize -N/--intent-to-add
    -A/--all --no-all --ignore-removal --no-ignore-removal --refresh --ignore-errors --ignore-missing --sparse
    --chmod ${PATCHES}`,
    PATCH_VALUES,
  ),
  own(
    'am',
    `
    -i/--interactive -3/--3way --no-3way -q/--quiet -s/--signoff -u/--utf8 --no-utf8 -k/--keep --keep-non-patch
    -b -m/--message-id --no-message-id --keep-cr --no-keep-cr -c/--scissors --no-scissors --ignore-space-change
    --ignore-whitespace --reject --continue -r/--resolved --skip --abort --quit --retry --show-current-patch
    --allow-empty --committer-date-is-author-date --ignore-date --rerere-autoupdate --no-rerere-autoupdate
    -n/--no-verify`,
    '--quoted-cr --whitespace --directory --exclude --include -C -p --patch-format --resolvemsg --empty',
    SIGNS,
  ),
  own(
    'apply',
    `
    --no-add --stat --numstat --summary --check --index -N/--intent-to-add --cached --unsafe-paths --apply
    -3/--3way -z --ignore-space-change --ignore-whitespace -R/--reverse --unidiff-zero --reject --allow-overlap
    -v/--verbose -q/--quiet --inaccurate-eof --recount --allow-empty --allow-binary-replacement --binary --ours
    --theirs --union`,
    '--exclude --include -p -C --whitespace --directory --build-fake-ancestor',
  ),
  own(
    'archive',
    '--worktree-attributes -v/--verbose -l/--list -0 -1 -2 -3 -4 -5 -6 -7 -8 -9',
    '--format --prefix --add-file --add-virtual-file -o/--output --remote --exec --mtime',
  ),
  own('bisect', '--no-checkout --first-parent -h', '--term-new --term-bad --term-old --term-good'),
  own(
    'branch',
    `
    -v/--verbose -q/--quiet -t/--track --no-track --unset-upstream --color --no-color -r/--remotes --abbrev
    --no-abbrev -a/--all -d/--delete -D -m/--move -M -c/--copy -C -l/--list --show-current --create-reflog
    --edit-description -f/--force --column --no-column -i/--ignore-case --recurse-submodules --omit-empty
    --contains --no-contains --merged --no-merged --points-at`,
    '-u/--set-upstream-to --sort --format',
  ),
  own(
    'bundle',
    `
    -q/--quiet --progress --all --quiet-progress --all-progress --all-progress-implied --branches --tags
    --remotes --not --stdin`,
    '--version --since --until -n/--max-count --filter',
  ),
  own(
    'cat-file',
    `
    -e -p -t -s --allow-unknown-type --batch --batch-check --batch-command --batch-all-objects --buffer
    --follow-symlinks --unordered --textconv --filters -z -Z --use-mailmap --mailmap`,
    '--path',
  ),
  own('checkout', `-l ${CHECKS_OUT} ${PATCHES}`, `-b -B --orphan --conflict ${PATCH_VALUES}`),
  own(
    'checkout-index',
    `
    -a/--all --ignore-skip-worktree-bits -f/--force -q/--quiet -n/--no-create -u/--index -z --stdin --temp`,
    '--prefix --stage',
  ),
  own('cherry', '-v/--verbose --abbrev'),
  own('cherry-pick', PICKS, PICK_VALUES, SIGNS),
  own('revert', PICKS, PICK_VALUES, SIGNS),
  own('clean', '-q/--quiet -n/--dry-run -f/--force -i/--interactive -d -x -X', '-e/--exclude'),
  own(
    'clone',
    `
    -v/--verbose -q/--quiet --progress --no-progress --reject-shallow --no-reject-shallow -n/--no-checkout
    --bare --mirror -l/--local --no-local --no-hardlinks -s/--shared --recurse-submodules --recursive
    --dissociate --single-branch --no-single-branch --no-tags --tags --shallow-submodules
    --no-shallow-submodules -4/--ipv4 -6/--ipv6 --also-filter-submodules --remote-submodules
    --no-remote-submodules --sparse`,
    `
    -j/--jobs --template --reference --reference-if-able -o/--origin -b/--branch -u/--upload-pack --depth
    --shallow-since --shallow-exclude --separate-git-dir -c/--config --server-option --filter --ref-format
    --revision`,
  ),
  own(
    'commit',
    `
    -q/--quiet -v/--verbose --reset-author -s/--signoff --no-signoff -e/--edit --no-edit --status --no-status
    -a/--all -i/--include --interactive -o/--only -n/--no-verify --verify --dry-run --short --branch
    --ahead-behind --no-ahead-behind --porcelain --long -z/--null --amend --no-post-rewrite --allow-empty
    --allow-empty-message ${PATCHES}`,
    `
    -F/--file --author --date -m/--message -c/--reedit-message -C/--reuse-message --fixup --squash --trailer
    -t/--template --cleanup ${PATCH_VALUES}`,
    SIGNS,
    optionals('-u/--untracked-files'),
  ),
  own('commit-tree', '', '-p -m -F', SIGNS),
  own(
    'config',
    `
    --global --system --local --worktree --get --get-all --get-regexp --get-urlmatch --replace-all --add --unset
    --unset-all --rename-section --remove-section -l/--list --fixed-value -e/--edit --get-color --get-colorbool
    --bool --int --bool-or-int --bool-or-str --path --expiry-date --no-type -z/--null --name-only --includes
    --no-includes --show-origin --show-scope --show-names --no-show-names --all --regexp --append`,
    '-f/--file --blob -t/--type --default --value --comment --url',
  ),
  own('count-objects', '-v/--verbose -H/--human-readable'),
  own(
    'describe',
    `
    --contains --debug --all --tags --long --first-parent --abbrev --exact-match --always --dirty --broken`,
    '--candidates --match --exclude',
  ),
  ...each('diff diff-files diff-index diff-tree log range-diff reflog show whatchanged', SHOWS, SHOW_VALUES),
  own(
    'difftool',
    `
    -g/--gui --no-gui -d/--dir-diff -y/--no-prompt --prompt --symlinks --no-symlinks --tool-help
    --trust-exit-code --no-trust-exit-code --no-index --cached --staged --no-renames -M -C`,
    '-t/--tool -x/--extcmd --diff-filter',
  ),
  own('mergetool', '--tool-help -y/--no-prompt --prompt -g/--gui --no-gui', '-t/--tool -O'),
  own('fetch', FETCHES, FETCH_VALUES),
  own(
    'pull',
    `${MERGES} ${FETCHES.replace('-m/--multiple', '')} --cleanup`,
    `-s/--strategy -X/--strategy-option ${FETCH_VALUES}`,
    SIGNS,
    optionals('-r/--rebase --no-rebase'),
  ),
  own(
    'fast-export',
    `
    --progress --signed-tags --tag-of-filtered-object --reencode --fake-missing-tagger --full-tree
    --use-done-feature --no-data --anonymize --reference-excluded-parents --show-original-ids --mark-tags --all
    --branches --tags -M -C`,
    '--export-marks --import-marks --import-marks-if-exists --refspec --anonymize-map',
  ),
  own(
    'fast-import',
    `
    --force --quiet --stats --done --date-format --cat-blob-fd --relative-marks --no-relative-marks
    --max-pack-size --big-file-threshold`,
    '--export-marks --import-marks --import-marks-if-exists --export-pack-edges --depth --active-branches',
  ),
  own(
    'fsck',
    `
    -v/--verbose --unreachable --dangling --no-dangling --tags --root --cache --reflogs --no-reflogs --full
    --no-full --connectivity-only --strict --progress --no-progress --name-objects --lost-found`,
  ),
  own(
    'format-patch',
    `
    -n/--numbered -N/--no-numbered -s/--signoff --stdout --cover-letter --no-cover-letter --numbered-files --rfc
    -k/--keep-subject --no-binary --zero-commit --ignore-if-in-upstream -p/--no-stat --from --no-from --attach
    --inline --no-attach --thread --no-thread --no-signature --base --no-base -q/--quiet --progress
    --force-in-body-from --no-force-in-body-from --always --filename-max-length --cover-from-description --root`,
    `
    --suffix --start-number -v/--reroll-count --subject-prefix -o/--output-directory --add-header --to --cc
    --in-reply-to --signature --signature-file --interdiff --range-diff --creation-factor --notes`,
  ),
  own(
    'gc',
    `
    -q/--quiet --prune --no-prune --cruft --no-cruft --aggressive --auto --force --keep-largest-pack --detach
    --no-detach`,
  ),
  own(
    'grep',
    `
    --no-index --exclude-standard --no-exclude-standard --recurse-submodules --textconv --no-textconv
    -v/--invert-match --quiet --fixed-strings --extended-regexp --basic-regexp --perl-regexp --text --recursive
    --no-recursive --show-function --function-context --null --files-without-match --invert-match --ext-grep
    -O/--open-files-in-pager --no-line-number --no-column --untracked --no-untracked`,
    '--max-depth --context --after-context --before-context -C',
  ),
  own('hash-object', '-w --stdin --stdin-paths --no-filters --literally', '-t --path'),
  own(
    'index-pack',
    '-v --stdin --fix-thin --keep --strict --verify --progress --no-progress --rev-index --no-rev-index',
    '-o --threads --index-version --max-input-size --object-format',
  ),
  ...each(
    'init init-db',
    '--bare --shared -q/--quiet',
    '--template --separate-git-dir -b/--initial-branch --object-format --ref-format',
  ),
  own(
    'interpret-trailers',
    '--in-place --trim-empty --only-trailers --only-input --unfold --parse --no-divider --divider',
    '--where --if-exists --if-missing --trailer',
  ),
  own(
    'ls-files',
    `
    -z -t -v -f -c/--cached -d/--deleted -m/--modified -o/--others -i/--ignored -s/--stage -k/--killed
    --directory --eol --no-empty-directory -u/--unmerged --resolve-undo --exclude-standard --full-name
    --recurse-submodules --error-unmatch --abbrev --debug --deduplicate --sparse`,
    '-x/--exclude -X/--exclude-from --exclude-per-directory --with-tree --format',
  ),
  own(
    'ls-remote',
    '-q/--quiet -t/--tags -h/--heads --branches --refs --get-url --exit-code --symref',
    '--upload-pack --exec --sort -o/--server-option',
  ),
  own(
    'ls-tree',
    '-d -r -t -z -l/--long --name-only --name-status --object-only --full-name --full-tree --abbrev',
    '--format',
  ),
  own(
    'mailinfo',
    '-k -b -m/--message-id -u -n --scissors --no-scissors --inbody-headers --no-inbody-headers',
    '--encoding --quoted-cr',
  ),
  own('mailsplit', '--keep-cr -b -u --mboxrd', '-o -d -f'),
  own('maintenance', '--auto --quiet --detach --no-detach --force', '--task --schedule --scheduler'),
  own(
    'merge',
    `${MERGES} --abort --quit --continue --overwrite-ignore --no-overwrite-ignore`,
    '--cleanup -s/--strategy -X/--strategy-option -m/--message -F/--file --into-name',
    SIGNS,
  ),
  own('merge-base', '-a/--all --octopus --independent --is-ancestor --fork-point'),
  own(
    'merge-file',
    '-p/--stdout --diff3 --zdiff3 --ours --theirs --union -q/--quiet --object-id',
    '--marker-size -L --diff-algorithm',
  ),
  own(
    'merge-tree',
    `
    --write-tree --trivial-merge --messages --no-messages -z --name-only --allow-unrelated-histories --stdin
    --quiet`,
    '--merge-base -X/--strategy-option',
  ),
  own('mv', '-v/--verbose -n/--dry-run -f/--force -k --sparse'),
  own(
    'name-rev',
    '--name-only --tags --all --stdin --annotate-stdin --undefined --no-undefined --always',
    '--refs --exclude',
  ),
  own(
    'notes',
    `
    -f/--force -q/--quiet -v/--verbose --allow-empty --ignore-missing --stdin -n/--dry-run --commit --abort
    --no-stripspace --stripspace --for-rewrite`,
    '--ref -m/--message -F/--file -c/--reedit-message -C/--reuse-message -s/--strategy --separator',
  ),
  own('pack-refs', '--all --prune --no-prune --auto', '--include --exclude'),
  own('prune', '-n/--dry-run -v/--verbose --progress --no-progress --exclude-promisor-objects', '--expire'),
  own(
    'push',
    `
    -v/--verbose -q/--quiet --all --branches --mirror -d/--delete --tags -n/--dry-run --porcelain -f/--force
    --force-with-lease --no-force-with-lease --force-if-includes --no-force-if-includes --recurse-submodules
    --no-recurse-submodules --thin --no-thin -u/--set-upstream --progress --no-progress --prune --no-verify
    --verify --follow-tags --no-follow-tags --signed --no-signed --atomic --no-atomic -4/--ipv4 -6/--ipv6`,
    '--repo --receive-pack --exec -o/--push-option',
  ),
  own(
    'read-tree',
    `
    --empty -v/--verbose -m --trivial --aggressive --reset -u -i -n/--dry-run --no-sparse-checkout
    --debug-unpack --recurse-submodules --no-recurse-submodules -q/--quiet`,
    '--index-output --prefix --exclude-per-directory',
  ),
  own(
    'rebase',
    `
    --keep-base --no-keep-base --no-verify --verify -q/--quiet -v/--verbose -n/--no-stat --stat --signoff
    --committer-date-is-author-date --reset-author-date --ignore-date --ignore-whitespace -f/--force-rebase
    --no-ff --continue --skip --abort --quit --edit-todo --show-current-patch --apply -m/--merge
    -i/--interactive --rerere-autoupdate --no-rerere-autoupdate --autosquash --no-autosquash --update-refs
    --no-update-refs --autostash --no-autostash -k/--keep-empty --no-keep-empty --fork-point --no-fork-point
    --root --reschedule-failed-exec --no-reschedule-failed-exec --reapply-cherry-picks --no-reapply-cherry-picks`,
    '--onto -C --whitespace --empty -x/--exec -s/--strategy -X/--strategy-option',
    SIGNS,
    optionals('-r/--rebase-merges --no-rebase-merges'),
  ),
  own(
    'remote',
    `
    -v/--verbose -f/--fetch --tags --no-tags -m -d/--delete -a/--auto -p/--prune --push --add --all -n/--dry-run
    --mirror --progress --no-progress`,
    '-t/--track --master',
  ),
  own(
    'repack',
    `
    -a -A --cruft --no-cruft -d -f -F -n -q/--quiet --no-quiet -l/--local -b/--write-bitmap-index
    --no-write-bitmap-index -i/--delta-islands -k/--keep-unreachable --pack-kept-objects -m/--write-midx`,
    `
    --cruft-expiration --unpack-unreachable --window --window-memory --depth --threads --max-pack-size
    --keep-pack -g/--geometric --name-hash-version`,
  ),
  own(
    'replace',
    '-e/--edit -d/--delete -l/--list -g/--graft -f/--force --raw --convert-graft-file',
    '--format',
  ),
  own('rerere', '--rerere-autoupdate --no-rerere-autoupdate'),
  own(
    'reset',
    `
    -q/--quiet --no-quiet --no-refresh --refresh --mixed --soft --hard --merge --keep --recurse-submodules
    --no-recurse-submodules -N/--intent-to-add ${PATCHES}`,
    PATCH_VALUES,
  ),
  own(
    'restore',
    `-S/--staged -W/--worktree --ignore-unmerged ${CHECKS_OUT.replace('-d/--detach', '')} ${PATCHES}`,
    `-s/--source --conflict ${PATCH_VALUES}`,
  ),
  own(
    'rev-parse',
    `
    --parseopt --keep-dashdash --stop-at-non-option --stuck-long --sq-quote --revs-only --no-revs --flags
    --no-flags --verify -q/--quiet --sq --short --not --abbrev-ref --symbolic --symbolic-full-name --all
    --branches --tags --remotes --glob --exclude --disambiguate --local-env-vars --path-format --git-dir
    --git-common-dir --resolve-git-dir --git-path --show-toplevel --show-superproject-working-tree
    --shared-index-path --absolute-git-dir --is-inside-git-dir --is-inside-work-tree --is-bare-repository
    --is-shallow-repository --show-cdup --show-prefix --show-object-format --show-ref-format --since --after
    --until --before --prefix --default --exclude-hidden --bisect`,
  ),
  own(
    'rm',
    '-n/--dry-run -q/--quiet --cached -f/--force -r --ignore-unmatch --sparse --pathspec-file-nul',
    '--pathspec-from-file',
  ),
  own(
    'shortlog',
    `
    -c/--committer -n/--numbered -s/--summary -e/--email --no-merges --merges --all --first-parent --reverse -w`,
    '--group --since --after --until --before --author --committer --grep --format -n --max-count --date',
  ),
  own(
    'show-ref',
    `
    --tags --heads --branches --verify --head -d/--dereference -s/--hash --abbrev -q/--quiet --exclude-existing
    --exists`,
  ),
  own(
    'show-branch',
    `
    -a/--all -r/--remotes --color --no-color --more --list --no-name --current --sha1-name --merge-base
    --independent --topo-order --topics --sparse --date-order -g/--reflog`,
  ),
  own('sparse-checkout', '--cone --no-cone --sparse-index --no-sparse-index --stdin --skip-checks'),
  own(
    'stash',
    `
    -q/--quiet --no-quiet -k/--keep-index --no-keep-index -u/--include-untracked --no-include-untracked
    --only-untracked -a/--all -S/--staged --index --stat --name-only --name-status --numstat --shortstat
    --summary --oneline --raw --color --no-color -w -b --textconv --ext-diff ${PATCHES}`,
    `-m/--message --format --pretty -n/--max-count ${PATCH_VALUES}`,
  ),
  own(
    'status',
    `
    -v/--verbose -s/--short --no-short -b/--branch --no-branch --show-stash --no-show-stash --ahead-behind
    --no-ahead-behind --porcelain --long -z/--null --ignored --ignore-submodules --column --no-column
    --no-renames --renames --find-renames`,
    '',
    optionals('-u/--untracked-files -M'),
  ),
  own(
    'submodule',
    `
    -q/--quiet --cached -f/--force --all --init --recursive --remote -N/--no-fetch --checkout --merge --rebase
    --recommend-shallow --no-recommend-shallow --single-branch --no-single-branch --files --default -d
    --progress --dissociate`,
    '-b/--branch --name --reference --depth -j/--jobs -n/--summary-limit --filter',
  ),
  own(
    'switch',
    `--discard-changes ${CHECKS_OUT.replace('-2/--ours -3/--theirs', '')}`,
    '-c/--create -C/--force-create --orphan --conflict',
  ),
  own('symbolic-ref', '-q/--quiet -d/--delete --short --recurse --no-recurse', '-m'),
  own(
    'tag',
    `
    -l/--list -d/--delete -v/--verify -a/--annotate -e/--edit --no-edit -s/--sign --no-sign -f/--force
    --create-reflog --column --no-column --color --no-color -i/--ignore-case --omit-empty --contains
    --no-contains --merged --no-merged --points-at`,
    '-m/--message -F/--file --cleanup -u/--local-user --sort --format --trailer',
    optionals('-n'),
  ),
  own(
    'update-index',
    `
    -q --ignore-submodules --add --replace --remove --unmerged --refresh --really-refresh --cacheinfo
    --assume-unchanged --no-assume-unchanged --skip-worktree --no-skip-worktree --ignore-skip-worktree-entries
    --no-ignore-skip-worktree-entries --info-only --force-remove -z --stdin --index-info --unresolve -g/--again
    --ignore-missing --verbose --clear-resolve-undo --split-index --no-split-index --untracked-cache
    --no-untracked-cache --test-untracked-cache --force-untracked-cache --force-write-index`,
    '--chmod --index-version',
  ),
  own('update-ref', '-d --no-deref --deref -z --stdin --create-reflog --batch-updates', '-m'),
  own('verify-commit', '-v/--verbose --raw'),
  own('verify-tag', '-v/--verbose --raw', '--format'),
  own(
    'worktree',
    `
    -f/--force --detach --checkout --no-checkout -q/--quiet --track --no-track --guess-remote --no-guess-remote
    --lock --orphan --porcelain -v/--verbose -z -n/--dry-run -d --relative-paths --no-relative-paths`,
    '-b -B --reason --expire',
  ),
  own('write-tree', '--missing-ok', '--prefix'),
  own('unpack-file', ''),
  own(
    'lfs',
    `
    -a/--all -p/--prune -r/--recent -f/--force -l/--long -s/--size -v/--verbose --local --system --worktree
    --skip-smudge --skip-repo --json --lockable --dry-run --verify-remote`,
    '-I/--include -X/--exclude',
  ),
  own('credential-store', '', '--file'),
  own('credential-cache', '', '--timeout --socket'),
  ...each(
    'credential-libsecret credential-osxkeychain credential-manager credential-manager-core remote-fd',
    '',
  ),
  row({
    name: 'for-each-repo',
    options: [values('--config'), flags('--keep-going')],
    order: 'options-first',
  }),
  own('version', '--build-options'),
  own('bugreport', '--diagnose --no-diagnose', '-o/--output-directory -s/--suffix'),
  own('diagnose', '', '-o/--output-directory -s/--suffix --mode'),
  ...each(
    `
    check-ignore check-attr check-ref-format check-mailmap column stripspace patch-id mktree mktag
    unpack-objects pack-redundant show-index multi-pack-index commit-graph pack-objects credential help var
    subtree filter-branch quiltimport cvsimport svn p4 annex filter-repo send-email request-pull fmt-merge-msg
    remote-ext submodule--helper daemon instaweb fetch-pack send-pack merge-recursive
    merge-resolve merge-octopus merge-subtree merge-index merge-one-file annotate`,
    '',
  ),
];
