import type { Mutant } from './mutant.ts';

const START = 'packages/process/src/start-process.ts';
const START_TEST = 'packages/process/test/start-process.process.test.ts';

/** MCP servers: their processes, configuration, tools and calls. */
export const MCP_MUTANTS: readonly Mutant[] = [
  {
    name: 'server-not-marked',
    breaks: 'What a server starts in another session, without its environment, outlives a killed program.',
    promise: 5,
    file: START,
    find: '...markedProgram([program, ...args], scope.mark)',
    replace: 'program, [...args]',
    test: START_TEST,
    title: 'without environment in another session ends when',
  },
  {
    name: 'server-leaves-children',
    breaks: 'What a server has started runs on when the server exits by itself.',
    promise: 5,
    file: START,
    find: 'void exited.then(() => end(LEFT_BEHIND_GRACE_MS));',
    replace: '',
    test: START_TEST,
    title: 'that exits by itself',
  },
];
