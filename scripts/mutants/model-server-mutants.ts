import type { Mutant } from './mutant.ts';

const CHECK = 'packages/agent/test/support/model-server/check/check-anthropic.ts';
const CHECKS_TEST = 'packages/agent/test/model-server/checks.test.ts';

/** The server that tests of the agent talk to: what it lets pass, no test of theirs sees. */
export const MODEL_SERVER_MUTANTS: readonly Mutant[] = [
  {
    name: 'server-takes-unanswered-calls',
    breaks: 'The model server of the tests takes a conversation in which a call has no result.',
    promise: 2,
    file: CHECK,
    find: 'if (count !== 1) problems.push(',
    replace: 'if (count > 1) problems.push(',
    test: CHECKS_TEST,
  },
  {
    name: 'server-takes-changed-thinking',
    breaks: 'The model server of the tests takes thinking that was changed since it was sent.',
    promise: 4,
    file: CHECK,
    find: "getOwn(block, 'signature') === signatureOf(textAt(block, 'thinking'))",
    replace: "getOwn(block, 'signature') !== ''",
    test: CHECKS_TEST,
  },
  {
    name: 'note-before-results',
    breaks: 'What the user says with results goes before them to the Chat Completions API, which refuses it.',
    promise: 2,
    file: 'packages/agent/src/wire/openai-chat-wire.ts',
    find: "return [...answers, { role: 'user', content: userContent(said) }];",
    replace: "return [{ role: 'user', content: userContent(said) }, ...answers];",
    test: 'packages/agent/test/model-server/round-trip.test.ts',
  },
];
