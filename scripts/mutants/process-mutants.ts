import type { Mutant } from './mutant.ts';

const SELF = 'packages/tools/src/bash/self-protection';
const SELF_TEST = 'packages/tools/test/bash/self-protection/would-end-itself.process.test.ts';

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
  {
    name: 'killer-behind-a-wrapper',
    breaks: 'A `pkill` that would end the program itself runs when `nohup` stands before it.',
    promise: 2,
    file: `${SELF}/would-end-itself.ts`,
    find: '...given] = command.unwrapped',
    replace: '...given] = command.argv',
    test: SELF_TEST,
    title: 'is refused: nohup pkill',
  },
  {
    name: 'killer-behind-a-bar',
    breaks: 'A `kill` that gets the pid of the program itself from a `pgrep` through a bar runs.',
    promise: 2,
    file: `${SELF}/pid-sources.ts`,
    find: 'if (reading >= 0) return [stages.slice(0, reading)];',
    replace: '',
    test: SELF_TEST,
    title: 'is refused: timeout 5 pgrep',
  },
  {
    name: 'temporary-sessions-pile-up',
    breaks: 'What killed runs have left in the temporary directory stays for ever.',
    promise: 5,
    file: 'packages/sluice/src/local/open-session.ts',
    find: '      removeLeft();\n',
    replace: '',
    test: 'packages/sluice/test/exec/left-directories.process.test.ts',
  },
  {
    name: 'told-results-removed',
    breaks: 'Results of which a person was told that they stay are gone after a day.',
    promise: 4,
    file: 'packages/sluice/src/local/left-directories.ts',
    find: 'if (kept !== undefined) return now - kept > keptMs;',
    replace: '',
    test: 'packages/sluice/test/local/left-directories.test.ts',
    title: 'output that a person was told of',
  },
  {
    name: 'memory-limit-late',
    breaks: 'A command has its limit of memory not from its start on.',
    promise: 4,
    file: 'packages/process/src/spawn-command.ts',
    find: "return ['/bin/sh', ['-c', ENTER, 'sh', memory.processesFile, program, ...words]];",
    replace: 'return [program, words];',
    test: 'packages/process/test/cgroup/memory-limit.process.test.ts',
  },
];
