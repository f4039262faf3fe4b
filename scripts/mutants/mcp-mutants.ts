import type { Mutant } from './mutant.ts';

const START = 'packages/process/src/start-process.ts';
const CONFIG = 'packages/mcp/src/config';
const CLIENT = 'packages/mcp/src/client';
const FAULTS_TEST = 'packages/session/test/mcp/faults.process.test.ts';
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
  {
    name: 'approval-by-name',
    breaks: 'An edited .mcp.json starts what nobody has approved.',
    promise: 3,
    file: `${CONFIG}/find-servers.ts`,
    find: 'if (approval?.hash === hash) return undefined;',
    replace: 'if (approval !== undefined) return undefined;',
    test: 'packages/mcp/test/config/find-servers.test.ts',
    title: 'until the entry or the repository changes',
  },
  {
    name: 'broken-policy-is-none',
    breaks: 'A managed-mcp.json that can not be read lets every server start.',
    promise: 3,
    file: `${CONFIG}/find-servers.ts`,
    find: 'entries.size > 0 || problems.length > 0',
    replace: 'entries.size > 0',
    test: 'packages/mcp/test/config/find-servers.test.ts',
    title: 'in a policy alone',
  },
  {
    name: 'address-pattern-crosses-hosts',
    breaks: 'An address on the allow list stands for one on another host that names it in its path.',
    promise: 3,
    file: `${CONFIG}/admission.ts`,
    find: "expressionOf(origin, '[^/@]*', 'i').test(`${url.protocol}//${url.host}`) &&",
    replace: "expressionOf(pattern, '.*', 'i').test(given) ||",
    test: 'packages/mcp/test/config/find-servers.test.ts',
    title: 'a policy admits',
  },
  {
    name: 'entry-trusts-itself',
    breaks: 'A server of a repository says of itself that its read-only tools may be believed.',
    promise: 3,
    file: `${CONFIG}/parse-entry.ts`,
    find: "isTrusted: isOwn && getOwn(raw, 'trust') === true,",
    replace: "isTrusted: getOwn(raw, 'trust') === true,",
    test: 'packages/mcp/test/config/parse-entry.test.ts',
  },
  {
    name: 'late-answer-taken',
    breaks: 'A server that answers twice, or late, fails the session.',
    promise: 2,
    file: `${CLIENT}/peer.ts`,
    find: 'if (pending === undefined) return;',
    replace: "if (pending === undefined) throw new Error('no such request');",
    test: FAULTS_TEST,
    title: 'answers twice',
  },
  {
    name: 'long-answer-unheard',
    breaks: 'A call whose answer is too long waits for it for ever.',
    promise: 2,
    file: 'packages/mcp/src/transport/stdio-transport.ts',
    find: 'const id = (first ?? last)?.[1];',
    replace: 'const id = first?.[1] ?? "0";',
    test: FAULTS_TEST,
    title: 'answers long',
  },
  {
    name: 'endless-list',
    breaks: 'A list of tools without an end keeps a session from starting.',
    promise: 4,
    file: `${CLIENT}/list-pages.ts`,
    find: 'page < MAX_PAGES; page += 1',
    replace: 'page < Infinity; page += 1',
    test: FAULTS_TEST,
    title: 'endless keeps',
  },
];
