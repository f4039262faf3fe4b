import type { Mutant } from './mutant.ts';

const SUB_AGENTS = 'packages/session/src/agent/sub-agents/sub-agents.ts';
const RUNS_TEST = 'packages/session/test/agent/sub-agents/runs.test.ts';
const MESSAGES_TEST = 'packages/session/test/agent/sub-agents/messages.test.ts';

/** Agents that other agents open: what they may have, how they end, and what is told of that. */
export const SUB_AGENT_MUTANTS: readonly Mutant[] = [
  {
    name: 'agent-failure-is-a-finding',
    breaks: 'An agent whose model failed is reported as one that has done its work.',
    promise: 2,
    file: 'packages/session/src/agent/sub-agents/end-of-work.ts',
    find: "({ outcome: 'failed', reason: clause(said, why), notes: [] })",
    replace: "({ outcome: 'completed', reason: undefined, notes: [] })",
    test: RUNS_TEST,
    title: 'a failure as a failure',
  },
  {
    name: 'agent-slot-kept',
    breaks: 'An agent that has ended still counts as one that works.',
    promise: 1,
    file: SUB_AGENTS,
    find: '    } finally {\n      this.#running -= 1;',
    replace: '    } finally {\n      this.#running -= 0;',
    test: RUNS_TEST,
    title: 'no longer once one has ended',
  },
  {
    name: 'agent-deny-passes',
    breaks: 'A deny rule for a type of agent says nothing of its calls.',
    promise: 3,
    file: 'packages/agent/src/sub-agents/agent-tool.ts',
    find: "({ actions: [{ type: 'named', name }] })",
    replace: "({ actions: name === '' ? [] : [] })",
    test: RUNS_TEST,
    title: 'that a rule denies',
  },
  {
    name: 'agent-part-of-a-tool-granted',
    breaks: 'A definition that lists a part of a tool gets all of it.',
    promise: 3,
    file: 'packages/agent/src/sub-agents/parse-definition.ts',
    find: "item.includes('(') && !WITH_SPECIFIER.test(item)",
    replace: "item === '' && !WITH_SPECIFIER.test(item)",
    test: 'packages/agent/test/sub-agents/limited-tools.test.ts',
    title: 'refused rather than granted in full',
  },
  {
    name: 'agent-tags-pass',
    breaks: 'A report may imitate what the program says to the model.',
    promise: 3,
    file: 'packages/session/src/agent/sub-agents/report-text.ts',
    find: 'TAGS.reduce((so, tag) => escapeTag(so, tag), whole)',
    replace: 'whole',
    test: RUNS_TEST,
    title: 'tags that are not its own',
  },
  {
    name: 'agent-fan-out-unasked',
    breaks: 'A model may open any number of agents without the user.',
    promise: 3,
    file: SUB_AGENTS,
    find: 'if (rank <= MAX_PER_PROMPT) return undefined;',
    replace: 'if (rank > 0) return undefined;',
    test: RUNS_TEST,
    title: 'from the 101st',
  },
  {
    name: 'agent-of-the-user-goes-on',
    breaks: 'A message wakes an agent that the user has stopped.',
    promise: 3,
    file: SUB_AGENTS,
    find: "if (found.stoppedBy === 'person') {",
    replace: "if (found.id === 'person') {",
    test: MESSAGES_TEST,
    title: 'the user has stopped',
  },
];
