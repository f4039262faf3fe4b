import type { Mutant } from './mutant.ts';

const SERVER = 'packages/mcp/src/server';
const TEST = 'packages/mcp/test/server';

/** `sluice mcp serve`: who may call, whose answer counts, and what ends with a client. */
export const MCP_SERVE_MUTANTS: readonly Mutant[] = [
  {
    name: 'state-of-anyone',
    breaks: 'A client makes up the state of a call that waits for an answer.',
    promise: 3,
    file: `${SERVER}/request-state.ts`,
    find: 'if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;',
    replace: 'if (given.length === 0 && expected.length === 0) return undefined;',
    test: `${TEST}/stateless-asks.test.ts`,
    title: 'is not taken from a state that another server has signed',
  },
  {
    name: 'retry-with-other-arguments',
    breaks: 'An answer to one call allows the same tool with other arguments.',
    promise: 3,
    file: `${SERVER}/serving.ts`,
    find: 'if (state.tool !== name || state.inputHash !== inputHash(input))',
    replace: 'if (state.tool !== name)',
    test: `${TEST}/stateless-asks.test.ts`,
    title: 'refuses a retry with other arguments',
  },
  {
    name: 'answer-before-the-question',
    breaks: 'A response that comes with the first request allows the call before anything is asked.',
    promise: 3,
    file: `${SERVER}/exchange.ts`,
    find: 'this.#notify();\n    return promise;',
    replace:
      'this.#notify();\n    if (Object.hasOwn(this.#options.early, key)) this.answer(this.#options.early);\n    return promise;',
    test: `${TEST}/stateless-asks.test.ts`,
    title: 'is not answered by a response that comes before the question',
  },
  {
    name: 'any-host-served',
    breaks: 'A web page reaches the server under a name of its own.',
    promise: 3,
    file: `${SERVER}/guard-request.ts`,
    find: 'if (host === undefined || !isOwnName(host, options))',
    replace: 'if (host === undefined)',
    test: `${TEST}/serve-http.process.test.ts`,
    title: 'lets nobody else in',
  },
  {
    name: 'any-token-served',
    breaks: 'A program of another user calls tools without the token.',
    promise: 3,
    file: `${SERVER}/guard-request.ts`,
    find: 'if (options.token !== undefined && !hasToken(headers.authorization, options.token))',
    replace: 'if (options.token !== undefined && headers.authorization === undefined)',
    test: `${TEST}/serve-http.process.test.ts`,
    title: 'lets nobody else in',
  },
  {
    name: 'call-comes-back',
    breaks: 'Two gateways pass a call to each other without end.',
    promise: 2,
    file: `${SERVER}/serving.ts`,
    find: 'if (isLoop(call.instances))',
    replace: 'if (isLoop([]))',
    test: `${TEST}/gateway-loop.test.ts`,
  },
  {
    name: 'hint-by-input',
    breaks: 'A client is notified that a tool only reads, which depends on the input.',
    promise: 3,
    file: 'packages/core/src/tool/define-tool.ts',
    find: "typeof isAlwaysReadOnly === 'boolean'\n        ? constant(!isAlwaysReadOnly)",
    replace: "typeof isAlwaysReadOnly !== 'string'\n        ? constant(isAlwaysReadOnly !== true)",
    test: 'packages/core/test/define-tool.test.ts',
    title: 'knows which declarations are the same for every input',
  },
];
