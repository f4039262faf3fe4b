import type { PreToolUseHook, PreToolUseResult } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../src/conversation/check-request.ts';
import { readConversation } from '../../src/conversation/read-conversation.ts';
import { createKit, ECHO, prompt, resultOf, says, shape, toEnd, transitionsOf, type Kit } from './support.ts';

const echo = (id: string) => ({ call: [id, 'Echo', { said: id }] as const });
const DEFER: PreToolUseResult = { decision: 'defer', reason: 'ask Anna' };

function hookOf(...answers: readonly PreToolUseResult[]): PreToolUseHook {
  let asked = 0;
  return {
    event: 'PreToolUse',
    name: 'later',
    run() {
      asked += 1;
      return answers[Math.min(asked, answers.length) - 1];
    },
  };
}

/** A session whose only call was put off, and what its prompt came to. */
async function putOff() {
  const kit = createKit({
    agentTools: [ECHO],
    callHooks: [hookOf(DEFER, {})],
    answers: [says('I look.', echo('a')), says('Done.')],
  });
  const events = await toEnd(kit.agent.run(prompt('Do it.')));
  return { kit, events };
}

async function goneOnWith({ journal, store }: Kit, more: Parameters<typeof createKit>[0]) {
  const resumed = await readConversation(journal.entries, store);
  return createKit({ agentTools: [ECHO], ...more, before: { journal, store, resumed } });
}

describe('a call that a hook puts off', () => {
  it('ends the prompt as that, with no result for the model', async () => {
    const { kit, events } = await putOff();
    expect(resultOf(events)).toMatchObject({
      reason: 'tool-deferred',
      deferred: { id: 'a', name: 'Echo', input: { said: 'a' } },
      errors: [],
      denials: [],
    });
    expect(events.some(({ type }) => type === 'results')).toBe(false);
    expect(shape(kit.conversation.messages)).toEqual(['user: Do it.']);
    const read = await readConversation(kit.journal.entries, kit.store);
    expect(shape(read.messages)).toEqual(['user: Do it.']);
    expect(read.deferred).toMatchObject({ content: [{ type: 'text' }, { id: 'a' }], held: [] });
  });

  it.each([
    ['in the same program', false],
    ['by the next one', true],
  ])('is made before the next prompt, %s', async (_who, isResumed) => {
    const { kit } = await putOff();
    const next = isResumed ? await goneOnWith(kit, { answers: [says('Done.')] }) : kit;
    const events = await toEnd(next.agent.run(prompt('And?')));
    const whole = ['user: Do it.', 'assistant: I look. | Echo#a', 'user: =a | And?', 'assistant: Done.'];
    expect(shape(next.conversation.messages)).toEqual(whole);
    expect(checkRequest(next.conversation.messages)).toEqual([]);
    expect(transitionsOf(events)).toEqual(['prompt']);
    expect(resultOf(events)).toMatchObject({ reason: 'completed', deferred: undefined });
    const read = await readConversation(next.journal.entries, next.store);
    expect(JSON.stringify(read.messages)).toBe(JSON.stringify(next.conversation.messages));
    const settled = next.journal.entries.filter(({ type }) => type === 'settled');
    expect(settled).toMatchObject([{ callId: 'a', outcome: 'ok' }]);
  });

  it('is gone on with without a prompt', async () => {
    const { kit } = await putOff();
    const next = await goneOnWith(kit, { answers: [says('Done.')] });
    const events = await toEnd(next.agent.wake());
    expect(transitionsOf(events)).toEqual(['tool-results']);
    expect(shape(next.conversation.messages).slice(2)).toEqual(['user: =a', 'assistant: Done.']);
  });

  it('again leaves the prompt untold, and says so', async () => {
    const { kit } = await putOff();
    const next = await goneOnWith(kit, { answers: [], callHooks: [hookOf(DEFER)] });
    const result = resultOf(await toEnd(next.agent.run(prompt('And?'))));
    expect(result).toMatchObject({
      reason: 'tool-deferred',
      isPromptLost: true,
      errors: [expect.stringMatching(/was not sent to the model/)],
    });
    const third = await goneOnWith(next, { answers: [says('Done.')] });
    await toEnd(third.agent.wake());
    expect(shape(third.conversation.messages)).toEqual([
      'user: Do it.',
      'assistant: I look. | Echo#a',
      'user: =a',
      'assistant: Done.',
    ]);
  });

  it('of a tool that has gone gets that as its result, and the work ends', async () => {
    const { kit } = await putOff();
    const next = await goneOnWith(kit, { answers: [says('Well.')], agentTools: [] });
    const result = resultOf(await toEnd(next.agent.wake()));
    expect(result).toMatchObject({
      reason: 'deferred-unavailable',
      errors: [expect.stringMatching(/Echo.*no longer exists/)],
    });
    // It is not a dead end.
    expect(resultOf(await toEnd(next.agent.run(prompt('Then not.')))).reason).toBe('completed');
    expect(shape(next.conversation.messages).slice(2)).toEqual(['user: =a! | Then not.', 'assistant: Well.']);
  });

  it('and is denied then goes to the model as denied', async () => {
    const { kit } = await putOff();
    const deny = hookOf({ decision: 'deny', reason: 'Anna says no' });
    const next = await goneOnWith(kit, { answers: [says('Well.')], callHooks: [deny] });
    expect(resultOf(await toEnd(next.agent.wake())).reason).toBe('completed');
    expect(JSON.stringify(next.conversation.messages[2])).toContain('Anna says no');
  });

  it('is open no longer once a summary stands for its message', async () => {
    const { kit } = await putOff();
    kit.journal.append({
      v: 1,
      time: 0,
      type: 'compacted',
      trigger: 'auto',
      summary: { text: '"All that was."' },
    });
    const read = await readConversation(kit.journal.entries, kit.store);
    expect([read.deferred, shape(read.messages)]).toEqual([undefined, ['user: All that was.']]);
  });
});

it('a call that a hook denies is one of the denials, which nothing lifts', async () => {
  const kit = createKit({
    agentTools: [ECHO],
    callHooks: [hookOf({ decision: 'deny', reason: 'not here' })],
    answers: [says('I look.', echo('a')), says('Done.')],
  });
  const events = await toEnd(kit.agent.run(prompt('Do it.')));
  expect(resultOf(events)).toMatchObject({
    reason: 'completed',
    denials: [{ toolName: 'Echo', callId: 'a', input: { said: 'a' }, isFinal: true }],
  });
});
