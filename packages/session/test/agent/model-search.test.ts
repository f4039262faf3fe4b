import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { searchesWeb } from '../../../agent/src/providers/searches-web.ts';
import { scratch } from '../../../sluice/test/cli/exec/support/scratch.ts';
import { openAgent } from '../../src/agent/open-agent.ts';
import type { SessionPartsOptions } from '../../src/options/session-parts-options.ts';
import { openSessionParts } from '../../src/parts/open-session-parts.ts';

it.each([
  ['anthropic', 'https://api.anthropic.com', 'yes'],
  ['anthropic', 'https://gateway.example', 'maybe'],
  ['openai-responses', 'https://api.openai.com/v1', 'yes'],
  ['openai-responses', 'http://127.0.0.1:8080/v1', 'maybe'],
  ['openai-chat', 'https://api.openai.com/v1', 'no'],
  ['gemini', 'https://generativelanguage.googleapis.com', 'yes'],
] as const)('of %s at %s', (api, base, expected) => {
  expect(searchesWeb({ api, base: new URL(base) })).toBe(expected);
});

/** Whether a session has WebSearch. No request is sent. */
async function hasSearch(options: Omit<SessionPartsOptions, 'cwd'>, baseUrl?: string): Promise<boolean> {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('ANTHROPIC_API_KEY', 'test-key');
  vi.stubEnv('ANTHROPIC_BASE_URL', undefined);
  const opened = await openSessionParts({ cwd: scratch(), settings: { sources: [] }, ...options });
  if (!opened.ok) throw new Error(opened.error.message);
  const { parts } = opened;
  onTestFinished(async () => void (await parts.dispose()));
  const agent = await openAgent(parts, { model: 'anthropic/claude-sonnet-4-5', baseUrl });
  expect(agent).toMatchObject({ ok: true });
  return parts.pool.find('WebSearch') !== undefined;
}

/** A settings file that names a search service without its address. */
function unfinished(): string {
  const path = join(scratch(), 'settings.json');
  writeFileSync(path, JSON.stringify({ web: { search: { backend: 'searxng' } } }));
  return path;
}

it('WebSearch joins where the service searches, unless something else is set up', async () => {
  expect(await hasSearch({ agents: {} })).toBe(true);
  expect(await hasSearch({ agents: {} }, 'http://127.0.0.1:9')).toBe(false);
  expect(await hasSearch({ agents: {}, builtInTools: ['Read'] })).toBe(false);
  expect(await hasSearch({ agents: {}, settings: { sources: [], files: [unfinished()] } })).toBe(false);
});
