import { readNamed, writeNamed, type Claims, type JsonObject } from '@sluice/core';
import { expect, it } from 'vitest';
import { createAjvValidator } from '../../../host/src/index.ts';
import { AllowedDefinitions } from '../../src/client/definitions/allowed-definitions.ts';
import { createTool, type ToolServer } from '../../src/client/create-tool.ts';
import { readTool } from '../../src/client/definitions/listed-tool.ts';

interface Shown {
  readonly isReadOnly: boolean;
  readonly isDestructive: boolean;
  readonly isIdempotent: boolean;
  readonly claims: Claims;
}

const WRITES = [writeNamed('mcp:f')];
const READS = [readNamed('mcp:f')];
const UNKNOWN: Shown = { isReadOnly: false, isDestructive: true, isIdempotent: false, claims: WRITES };
const HARMLESS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };

/** What the engine is told of a tool with these annotations. */
function shownOf(where: 'local' | 'remote', trust: boolean, annotations: JsonObject): Shown {
  const tool = created(where, trust, { annotations });
  const context = { cwd: '/', session: { cwd: '/' } } as never;
  return {
    isReadOnly: tool.isReadOnly({}),
    isDestructive: tool.isDestructive({}),
    isIdempotent: tool.isIdempotent({}),
    claims: tool.claims?.({}, context) ?? [],
  };
}

function created(
  where: 'local' | 'remote',
  isTrusted: boolean,
  more: JsonObject,
  callTool: ToolServer['callTool'] = () => Promise.resolve({ status: 'aborted' }),
) {
  const listed = readTool({ name: 'x', inputSchema: { type: 'object' }, ...more });
  if (typeof listed === 'string') throw new Error(listed);
  const made = createTool('mcp__f__x', listed, {
    name: 'f',
    isRemote: where === 'remote',
    isTrusted,
    isDeferred: true,
    mirrorsParameters: false,
    timeoutMs: 1_000,
    resultChars: undefined,
    validator: createAjvValidator(),
    definitions: new AllowedDefinitions(undefined, 'f', () => ''),
    background: undefined,
    showImage: undefined,
    callTool,
  });
  if (!made.ok) throw new Error(made.reason);
  return made.tool;
}

it.each<[string, 'local' | 'remote', boolean, JsonObject, Shown]>([
  ['a local server holds everything', 'local', false, {}, { ...UNKNOWN, claims: 'exclusive' }],
  ['a remote server holds that server', 'remote', false, {}, UNKNOWN],
  ['a trusted local server holds that server', 'local', true, {}, UNKNOWN],
  [
    'a server that is not trusted is not loosened',
    'local',
    false,
    HARMLESS,
    { ...UNKNOWN, claims: 'exclusive' },
  ],
  ['a remote one is not either', 'remote', false, HARMLESS, UNKNOWN],
  [
    'a trusted server that only reads',
    'local',
    true,
    HARMLESS,
    { isReadOnly: true, isDestructive: false, isIdempotent: true, claims: READS },
  ],
  [
    'a trusted server that only adds',
    'remote',
    true,
    { destructiveHint: false },
    { ...UNKNOWN, isDestructive: false },
  ],
  [
    'a trusted server that may be asked again',
    'remote',
    true,
    { idempotentHint: true },
    { ...UNKNOWN, isIdempotent: true },
  ],
  [
    'annotations that are not booleans say nothing',
    'remote',
    true,
    { readOnlyHint: 'yes', destructiveHint: 0 },
    UNKNOWN,
  ],
])('a tool of %s', (_title, where, trust, annotations, shown) => {
  expect(shownOf(where, trust, annotations)).toEqual(shown);
});

it.each([false, true])('what a tool demands holds whether its server is trusted (%s)', (trust) => {
  const meta = { 'anthropic/requiresUserInteraction': true, 'anthropic/alwaysLoad': true };
  const tool = created('remote', trust, { _meta: meta, annotations: HARMLESS });
  expect(tool.requiresUserInteraction).toBe(true);
  expect(tool.isDeferred).toBe(false);
  expect(created('remote', trust, {}).isDeferred).toBe(true);
});

it.each<[boolean, JsonObject, number]>([
  [true, { idempotentHint: true }, 2],
  [true, { readOnlyHint: true }, 2],
  [true, {}, 1],
  [false, HARMLESS, 1],
])(
  'a call that its server died of is sent anew only if that is harmless (trusted %s, %j)',
  async (trust, annotations, times) => {
    let sent = 0;
    const tool = created('local', trust, { annotations }, () => {
      sent += 1;
      return Promise.resolve({ status: 'closed', reason: 'It exited.', isCut: true });
    });
    const { signal } = new AbortController();
    const context = {
      callId: 'c',
      messageId: 'm',
      signal,
      progress() {},
      idle: (wait: Promise<unknown>) => wait,
    };
    await tool.call({}, context as never);
    expect(sent).toBe(times);
  },
);

it('a call whose answer is lost does not say that there was one', async () => {
  const reason = 'The server ended the stream of the request without an answer.';
  const tool = created('remote', false, {}, () => Promise.resolve({ status: 'lost', reason }));
  const { signal } = new AbortController();
  const context = { callId: 'c', signal, idle: (wait: Promise<unknown>) => wait };
  expect(await tool.call({}, context as never)).toEqual({
    failure: {
      code: 'answer-lost',
      message: `The MCP server f sent an unusable answer: ${reason} The call may have had effects.`,
    },
  });
});
