import { markedText } from '@sluice/core';
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

it('what the program lists in the conversation is not counted as messages', async () => {
  const note = (text: string) => ({ type: 'text' as const, text: markedText(text, 'note') });
  const agents = note('Agent types for the Agent tool (subagent_type):\n- helper: Helps');
  const skills = note('Skills that you can load with the Skill tool when a task matches one:\n- pdf: PDFs');
  const said = { type: 'text' as const, text: 'Hello.' };
  const provider = { model: 'scripted', contextWindow: 10_000, maxOutputTokens: 100 };
  const tokensOf = async (content: readonly (typeof said)[]) => {
    const { parts } = await contextParts({
      provider: provider as Parameters<typeof contextParts>[0]['provider'],
      contextTokens: 1_000,
      requestHead: () => Promise.resolve({ system: [], tools: [] }),
      messages: () => [{ role: 'user', content }],
    });
    return Object.fromEntries(parts.map(({ id, tokens }) => [id, tokens]));
  };
  const all = await tokensOf([said, agents, skills]);
  expect([all['custom_agents'], all['skills']].map((tokens) => (tokens ?? 0) > 300)).toEqual([true, true]);
  expect((all['custom_agents'] ?? 0) + (all['skills'] ?? 0) + (all['messages'] ?? 0)).toBe(1_000);
  expect(await tokensOf([said])).toMatchObject({ messages: 1_000 });
  expect(Object.keys(await tokensOf([said]))).not.toContain('skills');
});
