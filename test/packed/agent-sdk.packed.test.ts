import { expect, it } from 'vitest';
import { sluice } from './packed.ts';

it('answers a program that starts it as the Claude Agent SDK does, and ends a run that it can not honor', () => {
  const line = (request: object): string =>
    `${JSON.stringify({ type: 'control_request', request_id: '1', request: { subtype: 'initialize', ...request } })}\n`;
  const args = ['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json', ''];
  const env = { ANTHROPIC_API_KEY: 'none' };
  const agents = { reviewer: { description: 'Reviews', prompt: 'Review.' } };
  const answered = sluice(args, { env, input: line({ systemPrompt: [''], agents }) });
  expect(answered.status, answered.stderr).toBe(0);
  const lines = answered.stdout.split('\n').filter((text) => text.includes('"control_response"'));
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
    response: {
      subtype: 'success',
      request_id: '1',
      response: {
        agents: expect.arrayContaining([expect.objectContaining({ name: 'reviewer' })]),
        account: { apiKeySource: 'ANTHROPIC_API_KEY' },
      },
    },
  });
  for (const [wish, problem] of [
    [{ maxTurns: 1 }, '"maxTurns"'],
    [{ plugins: [{ type: 'local', path: '/none' }] }, '/none is not a directory'],
  ] as const) {
    const refused = sluice(args, { env, input: line(wish) });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(problem);
  }
});
