import type { Mutant } from './mutant.ts';

/** The processes that tools start. */
export const TOOL_MUTANTS: readonly Mutant[] = [
  {
    name: 'tags-not-swept',
    breaks: 'Processes that have left the tree and session of their command go on.',
    promise: 5,
    file: 'packages/process/src/process-tree.ts',
    find: ' || (mayHide && carriesTag(pid, tree.tag, met))) {',
    replace: ' || (mayHide && pid === 0 && carriesTag(pid, tree.tag, met))) {',
    test: 'packages/process/test/end-tree.process.test.ts',
    title: 'when the shell has exited',
  },
  {
    name: 'only-asked-to-end',
    breaks: 'Processes that ignore SIGTERM go on.',
    promise: 5,
    file: 'packages/process/src/end-tree.ts',
    find: 'act: killAll(tree, stopped, () => kept.length === 0) },',
    replace: 'act: kept.length < 0 ? killAll(tree, stopped, () => kept.length === 0) : () => {} },',
    test: 'packages/process/test/end-tree.process.test.ts',
    title: 'a job that ignores SIGTERM',
  },
  {
    name: 'no-watchdog',
    breaks: 'Processes go on when this program is killed.',
    promise: 5,
    file: 'packages/process/src/process-session.ts',
    find: 'watchdog.ensureStarted();\n    commands += 1;',
    replace: 'commands += 1;',
    test: 'packages/process/test/parent-death.process.test.ts',
    title: 'leaves nothing behind when it is killed',
  },
  {
    name: 'output-setting-ignored',
    breaks: 'The setting of how much output is shown in full has no effect.',
    promise: 4,
    file: 'packages/sluice/src/local/open-local-runtime.ts',
    find: '      ...outputLimit(permission.loaded),\n',
    replace: '',
    test: 'packages/sluice/test/exec/output-limit.process.test.ts',
    title: 'a library reads the same setting',
  },
];
