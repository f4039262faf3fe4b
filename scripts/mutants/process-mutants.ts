import type { Mutant } from './mutant.ts';

/** What becomes of commands: what they were refused, what they leave behind, what they would end. */
export const PROCESS_MUTANTS: readonly Mutant[] = [
  {
    name: 'speaker-is-the-path',
    breaks: 'A write that the shell itself was refused is told as one of the shell’s own file.',
    promise: 3,
    file: 'packages/process/src/sandbox/find-denials.ts',
    find: 'if (said !== line) return said;',
    replace: 'if (said !== line) return line;',
    test: 'packages/process/test/sandbox/find-denials.test.ts',
    title: 'line 12: .git/config',
  },
  {
    name: 'well-ended-not-looked-at',
    breaks: 'What the sandbox refused a command that ended with 0 is never told.',
    promise: 3,
    file: 'packages/process/src/denials-of.ts',
    find: 'isWell ? sureLines(output) : output',
    replace: "isWell ? '' : output",
    test: 'packages/process/test/sandbox/denials.process.test.ts',
    title: 'is told by path',
  },
];
