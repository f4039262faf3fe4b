import type { Mutant } from './mutant.ts';

const CLIENT = 'packages/mcp/src/client';
const TESTS = 'packages/mcp/test/client';

/** What an MCP server may fill, flood or hold up. */
export const MCP_LIMIT_MUTANTS: readonly Mutant[] = [
  {
    name: 'list-without-end',
    breaks: 'A server that lists its tools page by page, each slowly, holds up a start for half an hour.',
    promise: 2,
    file: `${CLIENT}/list-pages.ts`,
    find: 'Math.max(1, timeoutMs - spentMs)',
    replace: 'Math.max(1, timeoutMs)',
    test: `${TESTS}/list-pages.test.ts`,
    title: 'for all of its pages together',
  },
  {
    name: 'list-of-gigabytes',
    breaks: 'A server fills the memory with its list of tools.',
    promise: 2,
    file: `${CLIENT}/list-pages.ts`,
    find: 'if (chars > MAX_CHARS)',
    replace: 'if (chars < 0)',
    test: `${TESTS}/list-pages.test.ts`,
    title: 'used up to 32 MiB',
  },
  {
    name: 'new-names-without-end',
    breaks: 'A server that keeps changing the names of its tools fills the list of the model.',
    promise: 2,
    file: `${CLIENT}/tool-items.ts`,
    find: 'this.#names.size >= this.#maxNames',
    replace: 'this.#names.size < 0',
    test: `${TESTS}/tool-items.test.ts`,
    title: 'keeps changing the names',
  },
  {
    name: 'questions-without-end',
    breaks: 'A server has a person dismiss thousands of questions.',
    promise: 2,
    file: `${CLIENT}/answer-server.ts`,
    find: 'if (open >= MAX_OPEN_ASKS)',
    replace: 'if (open < 0)',
    test: `${TESTS}/answer-server.test.ts`,
  },
  {
    name: 'json-obeyed-by-terminal',
    breaks: 'What a server says acts on the terminal of a person who asks for JSON.',
    promise: 3,
    file: 'packages/sluice/src/cli/json-text.ts',
    find: 'text.replaceAll(UNSAFE, escapeUnits)',
    replace: 'text',
    test: 'packages/sluice/test/cli/json-text.test.ts',
  },
  {
    name: 'form-of-a-canceled-call',
    breaks: 'A form stays on the screen after the call that it was for was canceled.',
    promise: 2,
    file: `${CLIENT}/peer.ts`,
    find: 'if (this.#pending.size === 0) for',
    replace: 'if (this.#pending.size < 0) for',
    test: `${TESTS}/peer.test.ts`,
    title: 'withdrawn with the last call',
  },
  {
    name: 'form-with-too-many-choices',
    breaks: 'A form is sent with more choices than the server takes, and is canceled unseen.',
    promise: 1,
    file: 'packages/terminal/src/desk/form-field.ts',
    find: 'count >= min && count <= max',
    replace: 'count >= min',
    test: 'packages/terminal/test/desk/form-field.test.ts',
    title: 'takes as many choices',
  },
];
