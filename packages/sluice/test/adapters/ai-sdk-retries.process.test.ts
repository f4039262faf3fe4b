import * as ai7 from 'ai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toAISDK } from '../../src/adapters/ai-sdk.ts';
import { scratch } from '../cli/exec/support/scratch.ts';
import { approvalsIn, STREAMS } from './sdks/ai.ts';
import { sentResults } from './sdks/scripted-model.ts';
import { openRuntime, probe, scriptedModel } from './support.ts';

const user = (content: string): ai7.ModelMessage => ({ role: 'user', content });

/** A runtime that allows everything, with the lines of its journal. */
async function openJournaled() {
  const sessionDirectory = scratch();
  const runtime = await openRuntime({ permissionMode: 'bypassPermissions', sessionDirectory });
  const journal = (): readonly { readonly type: string; readonly callId?: string }[] =>
    readFileSync(join(sessionDirectory, 'journal.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  return { runtime, log: join(runtime.cwd, 'log'), journal };
}

const append = (id: string, text: string) => [id, 'Bash', { command: `echo ${text} >> log` }] as const;

it.each(STREAMS)(
  'AI SDK %s: a message that breaks off is withdrawn, and its effects are not repeated when the model is asked again',
  async (version, stream) => {
    const { runtime, log, journal } = await openJournaled();
    const broken = (async () => {
      for await (const event of runtime.subscribe({ whenSlow: 'wait' }))
        if (event.type === 'call-state' && event.status === 'settled') throw new Error('overloaded');
    })();
    const given = await toAISDK(runtime, { version });
    const model = scriptedModel([
      [append('c1', 'once'), broken],
      [append('c2', 'once'), append('c3', 'once'), append('c4', 'other')],
      'Done.',
    ]);
    const messages = [user('Go')];
    await stream(given, model, messages, undefined).catch(() => {});
    expect(readFileSync(log, 'utf8')).toBe('once\n');
    await stream(given, model, messages, undefined);
    // The third call is another one, with the same input.
    expect(readFileSync(log, 'utf8')).toBe('once\nonce\nother\n');
    expect(Object.keys(sentResults(model))).toEqual(['c2', 'c3', 'c4']);
    expect(journal().filter(({ type }) => type === 'discarded')).toHaveLength(1);
    const received = journal().flatMap(({ type, callId }) => (type === 'received' ? [callId] : []));
    expect(received).toEqual(['c1', 'c3', 'c4']);
  },
);

it.each(STREAMS)(
  'AI SDK %s: a message that breaks off is withdrawn when the conversation starts over from an earlier message',
  async (version, stream) => {
    const { runtime, log, journal } = await openJournaled();
    let settled = 0;
    const broken = (async () => {
      for await (const event of runtime.subscribe({ whenSlow: 'wait' }))
        if (event.type === 'call-state' && event.status === 'settled' && (settled += 1) === 2)
          throw new Error('overloaded');
    })();
    const given = await toAISDK(runtime, { version });
    const model = scriptedModel([[append('c1', 'one')], [append('c2', 'two'), broken], 'Done.']);
    const messages = [user('Go')];
    await stream(given, model, messages, undefined).catch(() => {});
    expect(readFileSync(log, 'utf8')).toBe('one\ntwo\n');
    expect(journal().filter(({ type }) => type === 'discarded')).toHaveLength(0);
    // A step begins with its first call.
    const again = scriptedModel([[append('c3', 'three')], 'Done.']);
    await stream(given, again, messages, undefined);
    expect(journal().filter(({ type }) => type === 'discarded')).toHaveLength(1);
    expect(readFileSync(log, 'utf8')).toBe('one\ntwo\nthree\n');
  },
);

it.each(STREAMS)(
  'AI SDK %s: a second run with the same messages leaves the calls that the first one runs',
  async (version, stream) => {
    const [running, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const wait = async () => (running.resolve(), await second.promise, 'waited');
    const runtime = await openRuntime({ tools: [probe('Wait', wait), probe('Look', async () => 'seen')] });
    const given = await toAISDK(runtime, { version });
    const execute = given.tools['Wait']?.execute;
    const messages = [user('Go')];
    const first = Promise.resolve(
      execute?.({}, { toolCallId: 'w', messages: [...messages], context: {} }) as unknown,
    );
    await running.promise;
    const model = scriptedModel([[['l', 'Look', {}]], 'Done.']);
    await stream(given, model, messages, undefined);
    second.resolve();
    expect(await first).toMatchObject({ code: 'ok', text: 'waited' });
    expect(Object.keys(sentResults(model))).toEqual(['l']);
  },
);

it('AI SDK 7: calls of a stream that the SDK itself retries are made once', async () => {
  const { runtime, log, journal } = await openJournaled();
  const overloaded = Promise.reject(new Error('overloaded'));
  // The model listens only when it gets there.
  overloaded.catch(() => {});
  const model = scriptedModel([[append('c1', 'once'), overloaded], [append('c2', 'once')], 'Done.']);
  const { tools, toolApproval } = await toAISDK(runtime);
  const run = ai7.streamText({
    ...{ model, tools, toolApproval, prompt: 'Go', streamRetries: 1 },
    stopWhen: ai7.isStepCount(3),
    onError() {},
  });
  await run.consumeStream();
  expect(await run.text).toBe('Done.');
  expect(readFileSync(log, 'utf8')).toBe('once\n');
  // With retries, the SDK holds back calls until their message is complete.
  expect(journal().flatMap(({ type, callId }) => (type === 'received' ? [callId] : []))).toEqual(['c2']);
});

it.each(STREAMS)(
  'AI SDK %s: in one conversation, a retry with messages that were built anew takes the broken message back',
  async (version, stream) => {
    const { runtime, log, journal } = await openJournaled();
    const broken = (async () => {
      for await (const event of runtime.subscribe({ whenSlow: 'wait' }))
        if (event.type === 'call-state' && event.status === 'settled') throw new Error('overloaded');
    })();
    const given = await toAISDK(runtime, { version, isOneConversation: true });
    const model = scriptedModel([[append('c1', 'once'), broken], [append('c2', 'once')], 'Done.']);
    await stream(given, model, [user('Go')], undefined).catch(() => {});
    await stream(given, model, [user('Go')], undefined);
    expect(readFileSync(log, 'utf8')).toBe('once\n');
    expect(journal().filter(({ type }) => type === 'discarded')).toHaveLength(1);
  },
);

/** The answers of a user who approves what a run has asked about. */
function approvalsOf(messages: readonly ai7.ModelMessage[]): ai7.ModelMessage {
  const content = approvalsIn(messages).map(({ approvalId }) => ({
    type: 'tool-approval-response' as const,
    ...{ approvalId, approved: true },
  }));
  return { role: 'tool', content };
}

it.each(
  STREAMS.flatMap(([version, stream]) =>
    ['the same', 'another'].map((second) => ({ version, stream, second })),
  ),
)(
  'AI SDK $version: a call with the id of an approved one and $second input is asked about, and runs if it is approved',
  async ({ version, stream, second }) => {
    const runtime = await openRuntime();
    const log = join(runtime.cwd, 'log');
    const given = await toAISDK(runtime, { version });
    const model = scriptedModel([[append('call_0', 'the same')], [append('call_0', second)], 'Done.']);
    let messages = [user('Go')];
    const goOn = async (): Promise<void> => {
      const added = await stream(given, model, messages, undefined);
      messages = [...messages, ...added, approvalsOf(added)];
    };
    await goOn();
    await goOn();
    expect(readFileSync(log, 'utf8')).toBe('the same\n');
    await stream(given, model, messages, undefined);
    expect(readFileSync(log, 'utf8')).toBe(`the same\n${second}\n`);
    expect(sentResults(model)).not.toMatchObject({ call_0: { type: 'error-text' } });
  },
);

it.each(STREAMS)(
  'AI SDK %s: a conversation that starts over after an approved call has run does not run it again',
  async (version, stream) => {
    const runtime = await openRuntime();
    const given = await toAISDK(runtime, { version });
    const model = scriptedModel([[append('call_0', 'once')], 'Done.', 'Done.']);
    const added = await stream(given, model, [user('Go')], undefined);
    const messages = [user('Go'), ...added, approvalsOf(added)];
    await stream(given, model, [...messages], undefined);
    await stream(given, model, [...messages], undefined);
    expect(readFileSync(join(runtime.cwd, 'log'), 'utf8')).toBe('once\n');
    expect(sentResults(model)).toMatchObject({
      call_0: { type: 'error-text', value: expect.stringContaining('has used its approval') },
    });
  },
);
