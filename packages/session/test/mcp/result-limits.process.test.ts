import { afterEach, expect, it, vi } from 'vitest';
import { withServer } from './support/with-server.ts';

afterEach(() => void vi.unstubAllEnvs());

it.each([
  ['up to what its tool asks for', undefined, 90_000, false],
  ['not beyond that', undefined, 90_001, true],
  ['up to what the user has configured, whatever its tool asks for', '100', 400, false],
  ['not beyond that either', '100', 401, true],
  ['as its tool asks if the configuration is nonsense', 'many', 90_000, false],
] as const)('a result is shown in full %s', async (_title, tokens, chars, isPreview) => {
  vi.stubEnv('MAX_MCP_OUTPUT_TOKENS', tokens);
  const { call, text } = await withServer({ hasMore: true });
  expect((await text('lengthy', { chars })) === 'x'.repeat(chars)).toBe(!isPreview);
  expect((await call('lengthy', { chars })).record.storedAt !== undefined).toBe(isPreview);
});

it.each([
  [40_000, []],
  [40_001, [expect.stringMatching(/^The result of mcp__f__lengthy is large: .*10,000 tokens/)]],
])('the user hears of a result of more than 10,000 tokens: %i characters', async (chars, told) => {
  const { runtime } = await withServer({ hasMore: true });
  const notices: string[] = [];
  for await (const event of runtime.run([{ id: 'c', name: 'mcp__f__lengthy', input: { chars } }]))
    if (event.type === 'notice') notices.push(event.message);
  expect(notices).toEqual(told);
});
