import { expect, it } from 'vitest';
import { contextParts } from '../../src/cli/context-parts.ts';

it.each([
  { contextWindow: 1_000, maxOutputTokens: 100, title: 'the share of the window', expected: 800 },
  { contextWindow: 1_000, maxOutputTokens: 400, title: 'what a long answer leaves', expected: 600 },
  { contextWindow: 1_000, maxOutputTokens: 900, title: 'never less than a quarter', expected: 250 },
])('compaction is shown where it happens: $title', async ({ contextWindow, maxOutputTokens, expected }) => {
  const provider = { model: 'scripted', contextWindow, maxOutputTokens };
  const parts = await contextParts({
    provider: provider as Parameters<typeof contextParts>[0]['provider'],
    contextTokens: 100,
    requestHead: () => Promise.resolve({ system: ['You work.'], tools: [] }),
    messages: () => [],
  });
  expect(parts.compactTokens).toBe(expected);
  expect(parts.parts.find(({ kind }) => kind === 'buffer')?.tokens).toBe(1_000 - expected);
});
