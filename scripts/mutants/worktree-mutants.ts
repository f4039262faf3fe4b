import type { Mutant } from './mutant.ts';

const SESSION = 'packages/session/src/worktree/session-worktree.ts';
const ISOLATION_TEST = 'packages/sluice/test/cli/print/isolation.process.test.ts';
const SESSION_TEST = 'packages/session/test/worktree/session-worktree.process.test.ts';

/** Worktrees: nothing is lost with them, and sessions and agents stay where they belong. */
export const WORKTREE_MUTANTS: readonly Mutant[] = [
  {
    name: 'worktree-work-lost',
    breaks: 'ExitWorktree removes a worktree with uncommitted files and commits unasked.',
    promise: 4,
    file: 'packages/session/src/worktree/remove-worktree.ts',
    find: 'if (!isUnused && !discards)',
    replace: 'if (false)',
    test: SESSION_TEST,
    title: 'removing refuses to lose',
  },
  {
    name: 'worktree-outside-unasked',
    breaks: 'EnterWorktree goes to a directory outside .claude/worktrees through a link, unasked.',
    promise: 3,
    file: SESSION,
    find: 'const real = realDirectory(resolve(cwd, path));',
    replace: 'const real: string | undefined = resolve(cwd, path);',
    test: SESSION_TEST,
    title: 'outside .claude/worktrees only if the user agrees',
  },
  {
    name: 'worktree-view-stays',
    breaks: 'A worktree that the session has left stays part of the workspace.',
    promise: 3,
    file: SESSION,
    find: "directories.filter((one) => !(one.path === path && one.source === 'session')),",
    replace: 'directories,',
    test: SESSION_TEST,
    title: 'the workspace follows',
  },
  {
    name: 'isolation-of-files-off',
    breaks: 'An isolated agent writes files of the main checkout.',
    promise: 3,
    file: 'packages/core/src/policy/isolation-demand.ts',
    find: "if (isolation === undefined || access === 'read' || access === 'list') return undefined;",
    replace: 'if (isolation !== null) return undefined;',
    test: ISOLATION_TEST,
    title: 'no mode lets an isolated agent',
  },
  {
    name: 'isolation-of-commands-off',
    breaks: 'An isolated agent runs commands in the main checkout.',
    promise: 3,
    file: 'packages/core/src/policy/isolation-demand.ts',
    find: 'if (cwd !== undefined && isForeign(isolation, cwd))',
    replace: 'if (false)',
    test: ISOLATION_TEST,
    title: 'no mode lets an isolated agent',
  },
  {
    name: 'isolation-from-git-off',
    breaks: 'An isolated agent has git work on the main checkout.',
    promise: 3,
    file: 'packages/tools/src/bash/judge/reached-paths.ts',
    find: 'if (GIT_VARIABLE.test(texts.exact)) reached.push(undefined);',
    replace: '',
    test: ISOLATION_TEST,
    title: 'no mode lets an isolated agent',
  },
  {
    name: 'pull-request-starts-programs',
    breaks: 'A repository has git start a program when a pull request is fetched from it.',
    promise: 3,
    file: 'packages/session/src/worktree/pull-request.ts',
    find: "env: { GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh' }",
    replace: 'env: {}',
    test: 'packages/session/test/worktree/worktree.process.test.ts',
    title: 'can not be fetched safely',
  },
  {
    name: 'worktree-of-another-repository',
    breaks: 'The environment sends git to another repository than the one that a worktree is made in.',
    promise: 4,
    file: 'packages/session/src/worktree/run-git.ts',
    find: 'if (OF_A_REPOSITORY.test(name))',
    replace: "if (name === 'GIT_DIR')",
    test: SESSION_TEST,
    title: 'git works in its own repository',
  },
];
