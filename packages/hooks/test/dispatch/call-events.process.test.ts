import { describe, expect, it } from 'vitest';
import type { InquiryAnswer, JsonObject } from '@sluice/core';
import { LANGUAGES, rowsIn, type Act } from '../support/languages.ts';
import { makeWorld, type World } from '../support/world.ts';

const FILE = 'home/.sluice/settings.json';
const says = (json: JsonObject, code = 0): Act => ({ out: JSON.stringify(json), code });
const own = (event: string, fields: JsonObject): JsonObject => ({
  hookSpecificOutput: { hookEventName: event, ...fields },
});

describe.each(LANGUAGES)('in %s', (language, write) => {
  /** A world whose one hook does this. */
  const worldOf = (event: string, act: Act): World => {
    const world = makeWorld();
    const command = world.script('hook', write(act));
    world.write(FILE, { hooks: { [event]: [{ hooks: [{ type: 'command', command }] }] } });
    return world;
  };

  interface Batch {
    readonly context?: readonly string[];
    readonly stop?: string;
    readonly notices?: readonly RegExp[];
  }
  const BATCH: readonly (readonly [title: string, act: Act, seen: Batch])[] = [
    ['0, nothing', { code: 0 }, {}],
    ['0, plain text', { out: 'well', code: 0 }, {}],
    ['0, context', says(own('PostToolBatch', { additionalContext: 'mind' })), { context: ['mind'] }],
    ['0, block: the loop ends', says({ decision: 'block', reason: 'no' }), { stop: 'no' }],
    ['0, continue false', says({ continue: false, stopReason: 'enough' }), { stop: 'enough' }],
    ['2: the loop ends', { error: 'no', code: 2 }, { stop: 'no' }],
    [
      '2 with JSON that approves',
      { ...says({ decision: 'approve' }, 2), error: 'no' },
      { stop: 'no', notices: [/exit code 2 blocks/] },
    ],
    ['2 with broken JSON', { out: '{', error: 'no', code: 2 }, { stop: 'no', notices: [/isn't valid/] }],
    [
      '1',
      { error: 'oh', code: 1 },
      { notices: [/exited with code 1: oh; it decided nothing\. Fix it, or set "onFailure": "block"$/] },
    ],
    ['1 with JSON that blocks', says({ decision: 'block', reason: 'no' }, 1), { stop: 'no' }],
    ['0, JSON of another event', says(own('PreToolUse', {})), { notices: [/must be "PostToolBatch"/] }],
  ];
  it.each(rowsIn(language, BATCH))('PostToolBatch exits with %s', async (_title, act, seen) => {
    const told = await worldOf('PostToolBatch', act).call();
    expect(told.outcome.code).toBe('ok');
    expect(told.context).toEqual(seen.context ?? []);
    expect(told.stop).toBe(seen.stop);
    expect(told.notices).toEqual((seen.notices ?? []).map((each) => expect.stringMatching(each)));
  });

  interface Denied {
    readonly retry?: true;
    readonly stop?: string;
    readonly notices?: readonly RegExp[];
  }
  const DENIED: readonly (readonly [title: string, act: Act, seen: Denied])[] = [
    ['0, nothing', { code: 0 }, {}],
    ['0, plain text', { out: 'retry', code: 0 }, {}],
    ['0, retry', says(own('PermissionDenied', { retry: true })), { retry: true }],
    ['0, no retry', says(own('PermissionDenied', { retry: false })), {}],
    ['1 with retry', says(own('PermissionDenied', { retry: true }), 1), { retry: true }],
    ['0, an end', says({ continue: false, stopReason: 'enough' }), { stop: 'enough' }],
    ['2: nothing that counts', { error: 'no', code: 2 }, { notices: [/exited with code 2: no$/] }],
    ['1', { code: 1 }, { notices: [/exited with code 1$/] }],
    [
      '0, a retry that is none',
      says(own('PermissionDenied', { retry: 'yes' })),
      { notices: [/"hookSpecificOutput.retry" must be true or false/] },
    ],
  ];
  it.each(rowsIn(language, DENIED))('PermissionDenied exits with %s', async (_title, act, seen) => {
    const world = worldOf('PermissionDenied', act);
    const [hook] = world.load().hooks;
    if (hook?.event !== 'PermissionDenied') throw new Error('there is no such hook');
    const result = await hook.run({
      callId: 'call-1',
      messageId: 'message-1',
      toolName: 'Probe',
      input: {},
      cwd: world.project,
      signal: new AbortController().signal,
      reason: 'no one can be asked',
    });
    expect(result?.retry).toBe(seen.retry);
    expect(result?.stop?.reason).toBe(seen.stop);
    expect(result?.notices).toEqual((seen.notices ?? []).map((each) => expect.stringMatching(each)));
  });

  const decides = (decision: JsonObject, code = 0): Act => says(own('PermissionRequest', { decision }), code);
  const UNAVAILABLE = { behavior: 'unavailable' } as const;
  type Asked = readonly [title: string, act: Act, answer: object, told: RegExp | undefined];
  const ASKED: readonly Asked[] = [
    ['0, nothing', { code: 0 }, UNAVAILABLE, undefined],
    ['0, plain text', { out: 'allow', code: 0 }, UNAVAILABLE, undefined],
    ['0, allow', decides({ behavior: 'allow' }), { behavior: 'allow' }, undefined],
    [
      '0, allow with another input',
      decides({ behavior: 'allow', updatedInput: { a: 2 } }),
      { behavior: 'allow', updatedInput: { a: 2 } },
      undefined,
    ],
    [
      '0, deny',
      decides({ behavior: 'deny', message: 'no' }),
      { behavior: 'deny', feedback: 'no' },
      undefined,
    ],
    [
      '0, deny and end the turn',
      decides({ behavior: 'deny', interrupt: true }),
      { behavior: 'deny', endsTurn: true },
      undefined,
    ],
    ['1 with JSON that denies', decides({ behavior: 'deny' }, 1), { behavior: 'deny' }, undefined],
    ['1', { error: 'oh', code: 1 }, UNAVAILABLE, /exited with code 1: oh$/],
    ['2 answers nothing', { error: 'no', code: 2 }, UNAVAILABLE, /exited with code 2: no$/],
    ['2 with JSON that allows', decides({ behavior: 'allow' }, 2), { behavior: 'allow' }, undefined],
    ['0, no behavior', decides({ message: 'no' }), UNAVAILABLE, /behavior" is missing/],
    [
      '0, the decision one level too high',
      says({ decision: 'block' }),
      UNAVAILABLE,
      /no effect at the top level/,
    ],
  ];
  it.each(rowsIn(language, ASKED))('PermissionRequest exits with %s', async (_title, act, answer, told) => {
    const world = worldOf('PermissionRequest', act);
    const said: string[] = [];
    const asker = world
      .load()
      .asker({ person: undefined, cwd: () => world.project, tell: (text) => void said.push(text) });
    const answered = new Promise<InquiryAnswer>((resolve) =>
      asker?.push(
        {
          kind: 'permission',
          batch: { messageId: 'm', open: 1 },
          requestId: 'ask-1',
          callId: 'call-1',
          toolName: 'Probe',
          input: {},
          display: { text: '', isWhole: true, warnings: [] },
          summary: 'Probe',
          reason: 'nothing allows it',
          askedBy: 'default',
          matchedRule: undefined,
          blockedPath: undefined,
          suggestedRules: [],
          suggestedDestination: 'local',
          risk: 'low',
          agentChain: [],
        },
        resolve,
      ),
    );
    expect(await answered).toMatchObject(answer);
    expect(said).toEqual(told === undefined ? [] : [expect.stringMatching(told)]);
  });
});
