import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@sluice/core';
import { LANGUAGES, rowsIn, type Act } from '../support/languages.ts';
import { makeWorld, type Told } from '../support/world.ts';

const json = (value: JsonObject): string => JSON.stringify(value);
const own = (event: string, fields: JsonObject): JsonObject => ({
  hookSpecificOutput: { hookEventName: event, ...fields },
});
const decides = (permissionDecision: string, reason?: string): JsonObject =>
  own('PreToolUse', {
    permissionDecision,
    ...(reason !== undefined && { permissionDecisionReason: reason }),
  });

/** What is looked at: whether the call ran or why not, what the model and the person are told besides. */
interface Seen {
  readonly blocked?: string;
  readonly ran?: JsonObject;
  readonly context?: readonly string[];
  readonly stop?: string;
  readonly notices?: readonly RegExp[];
  readonly content?: unknown;
  /** For the terminal, and for whoever judges later calls. */
  readonly sequence?: string;
  readonly classifier?: readonly string[];
}

type Row = readonly [title: string, act: Act, seen: Seen];

const BEFORE: readonly Row[] = [
  ['0, nothing: goes on', { code: 0 }, {}],
  ['0, plain text: for the log only', { code: 0, out: 'all is well' }, {}],
  ['0, a list: plain text', { code: 0, out: '[{"permissionDecision":"deny"}]' }, {}],
  ['0, deny', { code: 0, out: json(decides('deny', 'no')) }, { blocked: 'no' }],
  ['0, deny after blank space', { code: 0, out: `\n  ${json(decides('deny', 'no'))}\n` }, { blocked: 'no' }],
  ['0, deny without a reason', { code: 0, out: json(decides('deny')) }, { blocked: 'it gave no reason' }],
  ['0, allow', { code: 0, out: json(decides('allow', 'fine')) }, {}],
  ['0, the older block', { code: 0, out: json({ decision: 'block', reason: 'no' }) }, { blocked: 'no' }],
  ['0, the older approve', { code: 0, out: json({ decision: 'approve', reason: 'fine' }) }, {}],
  [
    '0, the newer verdict beats the older',
    { code: 0, out: json({ decision: 'approve', ...decides('deny', 'no') }) },
    { blocked: 'no' },
  ],
  [
    '0, defer',
    { code: 0, out: json(decides('defer', 'later')) },
    { blocked: 'the call is deferred (later)', stop: 'the call is deferred (later)' },
  ],
  [
    '0, context and another input',
    { code: 0, out: json(own('PreToolUse', { additionalContext: 'mind', updatedInput: { a: 2 } })) },
    { ran: { a: 2 }, context: ['mind'] },
  ],
  [
    '0, continue false: the call runs, then the loop ends',
    { code: 0, out: json({ continue: false, stopReason: 'enough' }) },
    { stop: 'enough' },
  ],
  [
    '0, continue false and deny',
    { code: 0, out: json({ continue: false, stopReason: 'enough', ...decides('deny', 'no') }) },
    { blocked: 'no', stop: 'enough' },
  ],
  [
    '0, a message for the person',
    { code: 0, out: json({ systemMessage: 'psst', suppressOutput: true }) },
    { notices: [/: psst$/] },
  ],
  [
    '0, nulls are left out',
    { code: 0, out: '{"decision":null,"reason":null,"hookSpecificOutput":null}' },
    {},
  ],
  [
    '0, broken JSON',
    { code: 0, out: '{"decision":"block"' },
    { notices: [/looks like JSON but isn't valid/] },
  ],
  [
    '0, no hookEventName',
    { code: 0, out: json({ hookSpecificOutput: { permissionDecision: 'deny' } }) },
    { notices: [/"hookSpecificOutput\.hookEventName" is missing and must be "PreToolUse"/] },
  ],
  [
    '0, another event',
    { code: 0, out: json(own('PostToolUse', { permissionDecision: 'deny' })) },
    { notices: [/is "PostToolUse" and must be "PreToolUse"/] },
  ],
  [
    '0, a word that is not a decision',
    { code: 0, out: json(decides('block')) },
    { notices: [/"hookSpecificOutput\.permissionDecision" must be "allow" or "deny" or "ask" or "defer"/] },
  ],
  [
    '0, the newer verdict at the top level',
    { code: 0, out: json({ permissionDecision: 'deny' }) },
    { notices: [/its "permissionDecision" has no effect at the top level: print \{"hookSpecificOutput"/] },
  ],
  [
    '0, an input that is not an object',
    { code: 0, out: json(own('PreToolUse', { updatedInput: ['a'] })) },
    { notices: [/"hookSpecificOutput\.updatedInput" must be an object/] },
  ],
  ['2 with a reason', { code: 2, error: 'no\n' }, { blocked: 'no' }],
  ['2 with nothing', { code: 2 }, { blocked: 'it gave no reason' }],
  ['2 with plain text on standard output', { code: 2, out: 'hello', error: 'no' }, { blocked: 'no' }],
  [
    'vector 28: 2 with JSON that allows',
    { code: 2, out: json(decides('allow')), error: 'no' },
    { blocked: 'no', notices: [/exit code 2 blocks, but its JSON doesn't/] },
  ],
  [
    '2 with JSON that denies: its reason',
    { code: 2, out: json(decides('deny', 'mine')), error: 'no' },
    { blocked: 'mine' },
  ],
  [
    '2 with JSON that does not fit',
    { code: 2, out: json(decides('perhaps')), error: 'no' },
    { blocked: 'no', notices: [/its JSON is invalid/] },
  ],
  ['2 with broken JSON', { code: 2, out: '{', error: 'no' }, { blocked: 'no', notices: [/isn't valid/] }],
  [
    '2 with other fields: they count',
    {
      code: 2,
      out: json({
        continue: false,
        stopReason: 'enough',
        ...own('PreToolUse', { additionalContext: 'mind' }),
      }),
      error: 'no',
    },
    { blocked: 'no', stop: 'enough', context: ['mind'] },
  ],
  [
    'vector 29: 1 without JSON',
    { code: 1, error: 'oh\nmore' },
    { notices: [/exited with code 1: oh; it decided nothing\. Fix it, or set "onFailure": "block"$/] },
  ],
  [
    'vector 29: 1 with JSON that denies',
    { code: 1, out: json(decides('deny', 'no')), error: 'oh' },
    { blocked: 'no' },
  ],
  [
    '1 with JSON that does not fit',
    { code: 1, out: json(decides('perhaps')) },
    { notices: [/exited with code 1; its JSON is invalid/] },
  ],
  [
    '127',
    { code: 127 },
    {
      notices: [
        /exited with code 127; in \/.*, where it ran, a program was not found; it decided nothing\. Fix it, or set "onFailure": "block"$/,
      ],
    },
  ],
  [
    '255',
    { code: 255 },
    { notices: [/exited with code 255; it decided nothing\. Fix it, or set "onFailure": "block"$/] },
  ],
];

const OBJECTS = /^The hook ".*" objects: no$/;

const AFTER: readonly Row[] = [
  ['0, nothing: goes on', { code: 0 }, {}],
  ['0, plain text', { code: 0, out: 'well' }, {}],
  ['0, block', { code: 0, out: json({ decision: 'block', reason: 'no' }) }, { context: ['objects: no'] }],
  [
    '0, context',
    { code: 0, out: json(own('PostToolUse', { additionalContext: 'mind' })) },
    { context: ['mind'] },
  ],
  [
    '0, another output',
    { code: 0, out: json(own('PostToolUse', { updatedToolOutput: { said: 'else' } })) },
    { content: '{"said":"else"}' },
  ],
  [
    '0, another output, the MCP way',
    { code: 0, out: json(own('PostToolUse', { updatedMCPToolOutput: 'text' })) },
    { content: 'text' },
  ],
  [
    '0, continue false',
    { code: 0, out: json({ continue: false, stopReason: 'enough' }) },
    { stop: 'enough' },
  ],
  [
    '0, a permission decision: of no effect here',
    { code: 0, out: json(own('PostToolUse', { permissionDecision: 'deny' })) },
    {},
  ],
  ['2: the model is told', { code: 2, error: 'no' }, { context: ['objects: no'] }],
  [
    '1: the person is told',
    { code: 1, error: 'oh' },
    { notices: [/exited with code 1: oh; it decided nothing\. Fix it, or set "onFailure": "block"$/] },
  ],
  [
    '1 with JSON that blocks',
    { code: 1, out: json({ decision: 'block', reason: 'no' }) },
    { context: ['objects: no'] },
  ],
  ['0, broken JSON', { code: 0, out: '{' }, { notices: [/isn't valid/] }],
  [
    '0, a title and the bell for the terminal',
    { code: 0, out: json({ terminalSequence: '\u001b]0;done\u0007\u0007' }) },
    { sequence: '\u001b]0;done\u0007\u0007' },
  ],
  [
    '0, what a terminal must not be told: left out, and the rest counts',
    {
      code: 0,
      out: json({
        terminalSequence: '\u001b]52;c;aGk=\u0007',
        ...own('PostToolUse', { additionalContext: 'mind' }),
      }),
    },
    { context: ['mind'], notices: [/"terminalSequence" was dropped: it may contain only window titles/] },
  ],
  [
    '0, a word for whoever judges later calls, cut where it is too long',
    { code: 0, out: json(own('PostToolUse', { classifierContext: 'x'.repeat(2500) })) },
    { classifier: ['x'.repeat(2000)] },
  ],
];

const FAILED: readonly Row[] = [
  ['0, nothing: goes on', { code: 0 }, {}],
  [
    '0, context',
    { code: 0, out: json(own('PostToolUseFailure', { additionalContext: 'mind' })) },
    { context: ['mind'] },
  ],
  [
    '0, another output: of no effect here',
    { code: 0, out: json(own('PostToolUseFailure', { updatedToolOutput: 'x' })) },
    {},
  ],
  [
    '0, continue false holds after a failure',
    { code: 0, out: json({ continue: false, stopReason: 'enough' }) },
    { stop: 'enough' },
  ],
  ['2: the model is told', { code: 2, error: 'no' }, { context: ['objects: no'] }],
  ['3: the person is told', { code: 3 }, { notices: [/exited with code 3; it decided nothing\./] }],
];

const EVENTS = [
  ['PreToolUse', BEFORE, {}],
  ['PostToolUse', AFTER, {}],
  ['PostToolUseFailure', FAILED, { fail: true }],
] as const;

describe.each(LANGUAGES)('in %s', (language, write) => {
  describe.each(EVENTS)('%s exits with', (event, rows, input) => {
    it.each(rowsIn(language, rows))('%s', async (_, act, seen) => {
      const world = makeWorld();
      const command = world.script(`hook-${language}`, write(act));
      world.write('home/.sluice/settings.json', {
        hooks: { [event]: [{ hooks: [{ type: 'command', command }] }] },
      });
      const told = await world.call({ input });
      if (seen.blocked === undefined)
        expect(told.outcome.code).toBe(event === 'PostToolUseFailure' ? 'tool-error' : 'ok');
      else expect(told.outcome).toMatchObject({ code: 'blocked-by-hook', reason: seen.blocked });
      expect(told.ran).toEqual(seen.blocked === undefined ? [seen.ran ?? input] : []);
      expect(told.context.map(shortened)).toEqual(seen.context ?? []);
      expect(told.stop).toBe(seen.stop);
      expectNotices(told, seen.notices ?? []);
      if (seen.content !== undefined) expect(told.content).toBe(seen.content);
      expect(told.sequences).toEqual(seen.sequence === undefined ? [] : [seen.sequence]);
      expect(told.classifier).toEqual(seen.classifier);
    });
  });
});

function shortened(text: string): string {
  return OBJECTS.test(text) ? 'objects: no' : text;
}

/** Each notice has the file and the line of its hook. */
function expectNotices({ notices }: Told, expected: readonly RegExp[]): void {
  expect(notices).toHaveLength(expected.length);
  for (const [index, pattern] of expected.entries()) {
    expect(notices[index]).toMatch(/\.sluice\/settings\.json:\d+: the \w+ hook "/);
    expect(notices[index]).toMatch(pattern);
  }
}
