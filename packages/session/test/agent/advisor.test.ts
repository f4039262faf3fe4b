import { expect, it, onTestFinished, vi } from 'vitest';
import { call, openTestSession, says, type Lists } from './sub-agents/support/open-session.ts';

const ASKS = { content: [call('Advisor', { question: 'Which way?' })] };
const files = [
  JSON.stringify({
    modelPrices: {
      'claude-sonnet-4-5': { input: 0, output: 0 },
      'claude-opus-4-1': { input: 1, output: 1 },
    },
  }),
];

const openAdvised = (lists: Lists, maxBudgetUsd: number) =>
  openTestSession(lists, {
    parts: { settings: { files } },
    agent: { advisorModel: 'anthropic/claude-opus-4-1', maxBudgetUsd },
  });

it.each([
  ['leaves the rest of the budget', 5, 3, 3],
  ['ends the work if it uses up the budget', 1, 0, 2],
] as const)('what advice costs %s', async (_, budget, left, requests) => {
  const { work, agent, server } = await openAdvised(
    {
      MAIN: [ASKS, says('Done.')],
      'USER:': [{ ...says('Go left.'), usage: { inputTokens: 2_000_000, outputTokens: 0 } }],
    },
    budget,
  );
  const { result, texts } = await work('go');
  expect(texts[0]).toContain('Go left.');
  expect(result.reason).toBe(left === 0 ? 'max-budget' : 'completed');
  expect(agent.budgetLeftUsd).toBeCloseTo(left);
  expect(server.requests).toHaveLength(requests);
});

it('each question begins with what the advisor was told before, and marks its end for the cache', async () => {
  const { work, server } = await openAdvised(
    {
      MAIN: [ASKS, { content: [call('Glob', { pattern: '*' })] }, ASKS, says('Done.')],
      'USER:': [says('Go left.'), says('Go on.')],
    },
    5,
  );
  await work('go');
  const ofAdvisor = server.requests.filter(({ model }) => model === 'claude-opus-4-1');
  const [first = [], second = []] = ofAdvisor.map(({ body: { messages } }) =>
    Array.isArray(messages) ? messages : [],
  );
  const isMarked = (message: unknown): boolean => JSON.stringify(message).includes('cache_control');
  const plain = (message: unknown): string =>
    JSON.stringify(message, (key, value: unknown) => (key === 'cache_control' ? undefined : value));
  expect([first.length, second.length]).toEqual([3, 5]);
  expect(plain(second[0])).toBe(plain(first[0]));
  expect(plain(second[1])).toBe(plain(first[1]));
  expect(plain(second[2])).toContain('Go left.');
  expect([first.map(isMarked), second.map(isMarked)]).toEqual([
    [true, false, true],
    [false, false, true, false, true],
  ]);
  expect(JSON.stringify(ofAdvisor[1]?.body['system'])).toBe(JSON.stringify(ofAdvisor[0]?.body['system']));
});

it('a secret in a question does not reach the advisor', async () => {
  const secret = 'hunter2-hunter2-hunter2';
  const { work, server } = await openTestSession(
    {
      MAIN: [{ content: [call('Advisor', { question: `Is ${secret} long enough?` })] }, says('Done.')],
      'USER:': [says('Yes.')],
    },
    { agent: { advisorModel: 'anthropic/claude-opus-4-1' }, env: { MY_PASSWORD: secret } },
  );
  expect((await work('go')).texts[0]).toContain('Yes.');
  const asked = JSON.stringify(server.requests.find(({ model }) => model === 'claude-opus-4-1')?.body);
  expect(asked).toContain('long enough?');
  expect(asked).not.toContain(secret);
});

it('an advisor that is silent for two minutes gives no advice, and the work goes on', async () => {
  const late = new AbortController();
  const waited: number[] = [];
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    waited.push(ms);
    return ms === 2 * 60_000 ? late.signal : timeout.call(AbortSignal, ms);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const { work, server } = await openAdvised(
    { MAIN: [ASKS, says('Done.')], 'USER:': [{ connection: 'silent' }] },
    5,
  );
  const working = work('go');
  await server.request(1);
  late.abort(new DOMException('late', 'TimeoutError'));
  const { texts, result } = await working;
  expect(texts[0]).toMatch(/No advice: .*did not answer within 2 minutes/);
  expect([result.text, server.requests.length]).toEqual(['Done.', 3]);
});

it('only advice that was given counts towards the ten of a session', async () => {
  const { work, server } = await openAdvised(
    {
      MAIN: [...Array.from({ length: 12 }, () => ASKS), says('Done.')],
      'USER:': [{ status: 400, body: 'no' }, ...Array.from({ length: 10 }, (_, at) => says(`Advice ${at}.`))],
    },
    5,
  );
  const { texts } = await work('go');
  expect(texts[0]).toContain('No advice: ');
  expect(texts[10]).toContain('Advice 9.');
  expect(texts[11]).toContain('It gives advice at most 10 times per session.');
  expect(server.requests.filter(({ model }) => model === 'claude-opus-4-1')).toHaveLength(11);
});
