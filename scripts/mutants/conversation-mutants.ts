import type { Mutant } from './mutant.ts';

const PROPERTY = 'packages/agent/test/conversation/conversation-property.test.ts';
const CRASH = 'packages/agent/test/conversation/crash.test.ts';

/** What the next request carries, and the sessions that keep it. */
export const CONVERSATION_MUTANTS: readonly Mutant[] = [
  {
    name: 'held-words-lost-place',
    breaks: 'What is said while an answer is made is read back before that answer.',
    promise: 4,
    file: 'packages/agent/src/conversation/create-conversation.ts',
    find: 'if (!open.hasLine) void',
    replace: 'if (open.messageId === undefined) void',
    test: PROPERTY,
  },
  {
    name: 'summary-of-a-summary',
    breaks: 'A second summary brings back what the first one stood for.',
    promise: 4,
    file: 'packages/agent/src/conversation/read-conversation.ts',
    find: "items.findLastIndex(({ type }) => type === 'compacted')",
    replace: "items.findIndex(({ type }) => type === 'compacted')",
    test: PROPERTY,
  },
  {
    name: 'call-without-result',
    breaks: 'A call that a crash left without a result goes to the model without one.',
    promise: 2,
    file: 'packages/agent/src/conversation/match-results.ts',
    find: 'return calls.map(({ id, name }) => {',
    replace: 'return calls.filter(({ id }) => found.has(id)).map(({ id, name }) => {',
    test: 'packages/agent/test/conversation/check-request.test.ts',
  },
  {
    name: 'thinking-lost',
    breaks: 'After a crash a model gets calls back without the thinking that its API wants before them.',
    promise: 2,
    file: 'packages/agent/src/conversation/read-conversation.ts',
    find: 'lacksThinking(read.content) && (await hadThinking())',
    replace: 'lacksThinking(read.content) && !(await hadThinking())',
    test: CRASH,
  },
  {
    name: 'checked-once',
    breaks: 'A request is looked at only when a conversation begins.',
    promise: 2,
    file: 'packages/agent/src/conversation/check-request.ts',
    find: 'let from = isSame ? Math.max(0, count - 1) : 0;',
    replace: 'let from = isSame ? messages.length : 0;',
    test: 'packages/agent/test/conversation/check-request.test.ts',
  },
  {
    name: 'fork-of-borrowed-files',
    breaks: 'A fork names files of the session that it was made from.',
    promise: 4,
    file: 'packages/agent/src/sessions/fork-session.ts',
    find: 'JSON.stringify(movedValue(entry, move))',
    replace: 'JSON.stringify(entry)',
    test: 'packages/agent/test/sessions/fork-session.test.ts',
  },
  {
    name: 'live-session-removed',
    breaks: 'Sessions that a process works in are removed when their time is over.',
    promise: 4,
    file: 'packages/agent/src/sessions/remove-session.ts',
    find: 'if (!opened.ok) {',
    replace: "if (!opened.ok && opened.code !== 'locked') {",
    test: 'packages/agent/test/sessions/sessions.test.ts',
  },
  {
    name: 'mixed-up-projects',
    breaks: 'Directories whose names look the same share their sessions.',
    promise: 4,
    file: 'packages/agent/src/sessions/project-directory.ts',
    find: "createHash('sha256').update(cwd)",
    replace: "createHash('sha256').update(name)",
    test: 'packages/agent/test/sessions/sessions.test.ts',
  },
  {
    name: 'promise-resumed',
    breaks: 'A conversation begins anew where what it goes on from was not waited for.',
    promise: 4,
    file: 'packages/agent/src/conversation/create-conversation.ts',
    find: 'if (resumed !== undefined && !isResumed(resumed)) throw new TypeError(NOT_RESUMED);',
    replace: '',
    test: 'packages/agent/test/conversation/create-conversation.test.ts',
  },
];
