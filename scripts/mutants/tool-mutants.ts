import type { Mutant } from './mutant.ts';

const EDIT_TEST = 'packages/tools/test/edit/edit-tool.test.ts';

/** The tools' own guards, and the processes that they start. */
export const TOOL_MUTANTS: readonly Mutant[] = [
  {
    name: 'edit-without-lock',
    breaks: 'Two edits of one file at the same time overwrite one another.',
    promise: 1,
    file: 'packages/tools/src/edit/edit-tool.ts',
    find: 'return withFileLock(realPath, context.signal, () => editUnderLock(input, context));',
    replace: 'return editUnderLock(input, context);',
    test: EDIT_TEST,
    title: 'edits at the same time',
  },
  {
    name: 'edit-without-hash',
    breaks: 'Edit changes a file that somebody else has changed since it was read.',
    promise: 1,
    file: 'packages/tools/src/edit/plan-edit.ts',
    find: "const changed = record === undefined ? undefined : changedProblem(record, loaded.hash, path, 'edit');",
    replace: 'const changed: Problem | undefined = undefined;',
    test: EDIT_TEST,
  },
  {
    name: 'write-over-unseen',
    breaks: 'Write overwrites a file whose Read was in the same message, so that the model had not seen it.',
    promise: 1,
    file: 'packages/tools/src/write/plan-write.ts',
    find: 'if (ledger.isSeenBefore(realPath, messageId)) return undefined;',
    replace: 'if (ledger.get(realPath) !== undefined && messageId !== undefined) return undefined;',
    test: 'packages/tools/test/write/write-tool.test.ts',
    title: 'a Read of the same message does not count',
  },
  {
    name: 'tags-not-swept',
    breaks: 'Processes that have left the tree and session of their command go on.',
    promise: 5,
    file: 'packages/process/src/process-tree.ts',
    find: ' || carriesTag(pid, tree.tag, met)) {',
    replace: ') {',
    test: 'packages/process/test/end-tree.process.test.ts',
    title: 'when the shell has exited',
  },
  {
    name: 'only-asked-to-end',
    breaks: 'Processes that ignore SIGTERM go on.',
    promise: 5,
    file: 'packages/process/src/end-tree.ts',
    find: 'act: killAll(tree, stopped)',
    replace: 'act: () => {}',
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
];
