/** Commands of git itself, whose place no alias takes. Absent: deprecated ones, such as `whatchanged`, which git 2.52 gives way for. */
const BUILT_IN = new Set(
  (
    'add am apply archive bisect blame branch bundle cat-file check-ignore checkout cherry cherry-pick clean clone commit config ' +
    'describe diff diff-files diff-index diff-tree difftool fast-export fast-import fetch for-each-ref format-patch fsck gc grep ' +
    'hash-object help init log ls-files ls-remote ls-tree maintenance merge merge-base merge-file merge-tree mergetool mv notes ' +
    'prune pull push range-diff read-tree rebase reflog remote repack replace rerere reset restore rev-list rev-parse revert rm ' +
    'send-pack shortlog show show-ref sparse-checkout stash status submodule switch symbolic-ref tag update-index update-ref ' +
    'var verify-commit version worktree write-tree'
  ).split(' '),
);

export const isGitCommand = (name: string): boolean => BUILT_IN.has(name);
