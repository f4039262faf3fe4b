import { randomBytes } from 'node:crypto';
import { defineTool, isJsonObject, type JsonObject, type RunEvent } from '@sluice/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { statelessCall } from './support/raw-client.ts';
import { serveTools } from './support/serve-tools.ts';

interface Started {
  readonly url: string;
  /** Inputs that the tool has run with. */
  readonly ran: JsonObject[];
  /** Resolves when a question has been withdrawn. */
  readonly withdrawn: Promise<void>;
}

/** A server with one tool, whose calls all need permission. */
async function start(stateKey: Uint8Array, answerWaitMs?: number): Promise<Started> {
  const ran: JsonObject[] = [];
  const make = (name: string) =>
    defineTool({
      name,
      description: 'Makes a thing.',
      inputSchema: { type: 'object', properties: { a: {}, b: {} } },
      call: async (input) => {
        ran.push(input);
        return { data: `made ${ran.length}` };
      },
    });
  const { url, runtime } = await serveTools([make('Make'), make('Break')], {
    policy: {
      decide: () => ({ behavior: 'ask', by: 'default', reason: 'no rule allows it', remedy: 'Add a rule.' }),
    },
    stateKey,
    answerWaitMs,
  });
  const { promise: withdrawn, resolve } = Promise.withResolvers<void>();
  const subscription = runtime.subscribe({ whenSlow: 'latest' });
  void (async () => {
    for await (const event of subscription as AsyncIterable<RunEvent>)
      if (event.type === 'tool-result' && event.outcome.code === 'denied') resolve();
  })();
  onTestFinished(() => subscription.close());
  return { url, ran, withdrawn };
}

/** What a retry sends: the state as it came, and a decision on each question. */
function retryOf(answer: JsonObject, decision = 'once') {
  const { result } = answer;
  if (!isJsonObject(result)) throw new Error(`no result: ${JSON.stringify(answer)}`);
  const { resultType, inputRequests, requestState } = result;
  expect(resultType).toBe('input_required');
  if (!isJsonObject(inputRequests) || typeof requestState !== 'string') throw new Error('nothing is asked');
  const response = { action: 'accept', content: { decision } };
  const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, response]));
  return { requestState, inputResponses };
}

const MADE = { result: { content: [{ type: 'text', text: 'made 1' }] } };
const REFUSED = { error: { code: -32_602 } };
const first = { name: 'Make', arguments: { a: 1, b: [2] } };

describe('a call that needs permission, of a client without connections', () => {
  it('waits for the retry with the answer, and runs once, however often the retry is sent', async () => {
    const { url, ran } = await start(randomBytes(32));
    const retry = retryOf(await statelessCall(url, first));
    expect(ran).toEqual([]);
    // The order of keys makes no other call of it.
    const again = { name: 'Make', arguments: { b: [2], a: 1 }, ...retry };
    expect(await statelessCall(url, again)).toMatchObject(MADE);
    expect(await statelessCall(url, again)).toMatchObject(MADE);
    expect(ran).toHaveLength(1);
  });

  it('is denied by the answer', async () => {
    const { url, ran } = await start(randomBytes(32));
    const retry = retryOf(await statelessCall(url, first), 'deny');
    expect(await statelessCall(url, { ...first, ...retry })).toMatchObject({ result: { isError: true } });
    expect(ran).toEqual([]);
  });

  it.each([
    ['other arguments', { name: 'Make', arguments: { a: 1, b: [3] } }],
    ['no arguments', { name: 'Make' }],
    ['another tool', { name: 'Break', arguments: { a: 1, b: [2] } }],
  ])('refuses a retry with %s, and takes the right one', async (_, other) => {
    const { url, ran } = await start(randomBytes(32));
    const retry = retryOf(await statelessCall(url, first));
    expect(await statelessCall(url, { ...other, ...retry })).toMatchObject(REFUSED);
    expect(ran).toEqual([]);
    expect(await statelessCall(url, { ...first, ...retry })).toMatchObject(MADE);
  });

  it('asks again if the retry brings no answer, or one to another question', async () => {
    const { url, ran } = await start(randomBytes(32));
    const { requestState } = retryOf(await statelessCall(url, first));
    const wrong = { 'question-7': { action: 'accept', content: { decision: 'once' } } };
    const retry = retryOf(await statelessCall(url, { ...first, requestState, inputResponses: wrong }));
    expect(ran).toEqual([]);
    expect(await statelessCall(url, { ...first, ...retry })).toMatchObject(MADE);
  });

  it('is not answered by a response that comes before the question', async () => {
    const { url, ran } = await start(randomBytes(32));
    const other = await start(randomBytes(32));
    const { inputResponses } = retryOf(await statelessCall(other.url, first));
    const asked = retryOf(await statelessCall(url, { ...first, inputResponses }));
    expect(asked.inputResponses).toEqual(inputResponses);
    expect(ran).toEqual([]);
  });

  it('keeps no other call waiting, and still runs when its answer comes', async () => {
    const { url, ran } = await start(randomBytes(32));
    const retry = retryOf(await statelessCall(url, first));
    const other = { name: 'Break', arguments: { a: 9 } };
    const otherRetry = retryOf(await statelessCall(url, other));
    expect(await statelessCall(url, { ...other, ...otherRetry })).toMatchObject(MADE);
    const second = { result: { content: [{ type: 'text', text: 'made 2' }] } };
    expect(await statelessCall(url, { ...first, ...retry })).toMatchObject(second);
    expect(await statelessCall(url, { ...first, ...retry })).toMatchObject(second);
    expect(ran).toEqual([other.arguments, first.arguments]);
  });

  it('is asked again after a restart, and only then runs', async () => {
    const key = randomBytes(32);
    const before = await start(key);
    const retry = retryOf(await statelessCall(before.url, first));
    const after = await start(key);
    const asked = await statelessCall(after.url, { ...first, ...retry });
    const second = retryOf(asked);
    expect([before.ran, after.ran]).toEqual([[], []]);
    expect(await statelessCall(after.url, { ...first, ...second })).toMatchObject(MADE);
    expect([before.ran, after.ran]).toEqual([[], [first.arguments]]);
  });

  it('is not taken from a state that another server has signed, or nobody', async () => {
    const other = await start(randomBytes(32));
    const { url, ran } = await start(randomBytes(32));
    const retry = retryOf(await statelessCall(other.url, first));
    for (const requestState of [retry.requestState, `${retry.requestState}x`, 's1.e30.AAAA', 'x', ''])
      expect(await statelessCall(url, { ...first, ...retry, requestState })).toMatchObject(REFUSED);
    expect(ran).toEqual([]);
  });

  it('is withdrawn if no one answers in time, and asked again by a late retry', async () => {
    const { url, ran, withdrawn } = await start(randomBytes(32), 1);
    const retry = retryOf(await statelessCall(url, first));
    await withdrawn;
    retryOf(await statelessCall(url, { ...first, ...retry }));
    expect(ran).toEqual([]);
  });

  it('without elicitation is denied at once', async () => {
    const { url, ran } = await start(randomBytes(32));
    const denied = await statelessCall(url, { ...first, capabilities: {} });
    expect(denied).toMatchObject({ result: { isError: true } });
    expect(JSON.stringify(denied)).toContain('cannot show a form');
    expect(ran).toEqual([]);
  });
});
