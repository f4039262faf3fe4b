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
