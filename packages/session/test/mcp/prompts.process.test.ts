import { once } from 'node:events';
import type { McpPrompt } from '@sluice/mcp';
import { expect, it, vi } from 'vitest';
import { withServer } from './support/with-server.ts';

const { signal } = new AbortController();

function find(prompts: readonly McpPrompt[], name: string): McpPrompt {
  const prompt = prompts.find((one) => one.name === `mcp__f__${name}`);
  if (prompt === undefined) throw new Error(`There is no prompt ${name}.`);
  return prompt;
}

it('prompts of a server are listed with their arguments, and their text is fetched', async () => {
  const { mcp } = await withServer({ prompts: 'listed' });
  expect(mcp.prompts().map(({ name }) => name)).toEqual([
    'mcp__f__review_a_b',
    'mcp__f__plain',
    'mcp__f__empty',
    'mcp__f__wide',
  ]);
  const unnamed = 'A prompt has no name of at most 256 characters. It was skipped.';
  expect(mcp.status()[0]?.problems).toEqual([
    unnamed,
    unnamed,
    'Two prompts would be called /mcp__f__review_a_b: the first is used.',
  ]);
  const review = find(mcp.prompts(), 'review_a_b');
  expect(review).toMatchObject({
    server: 'f',
    description: 'Reviews code.',
    arguments: [
      { name: 'file', description: '', isRequired: true },
      { name: 'focus', description: 'What to look for.', isRequired: false },
    ],
  });
  const got = async (words: readonly string[]): Promise<unknown> => await review.get(words, signal);
  const text = (words: string): unknown => ({ ok: true, content: [{ type: 'text', text: words }] });
  expect(await got(['a.ts'])).toEqual(text('{"file":"a.ts"}'));
  // Words beyond the last argument belong to it.
  expect(await got(['a.ts', 'error', 'handling'])).toEqual(text('{"file":"a.ts","focus":"error handling"}'));
  expect(await got([])).toEqual({
    ok: false,
    reason: 'Missing arguments: file. Usage: /mcp__f__review_a_b <file> [focus]',
  });
});

it('a prompt without a usable text has a reason', async () => {
  const { mcp } = await withServer({ prompts: 'listed' });
  const reason = async (name: string): Promise<unknown> => await find(mcp.prompts(), name).get([], signal);
  expect(await reason('empty')).toEqual({ ok: false, reason: 'The prompt of the MCP server f is empty.' });
  expect(await reason('wide')).toMatchObject({ ok: false, reason: expect.stringContaining('200001') });
});

it('a changed list of prompts is read again', async () => {
  const { mcp } = await withServer({ prompts: 'listed' });
  const changes = new EventTarget();
  mcp.onChange(() => changes.dispatchEvent(new Event('change')));
  const changed = once(changes, 'change');
  expect(await find(mcp.prompts(), 'plain').get([], signal)).toEqual({
    ok: true,
    content: [
      { type: 'text', text: 'Do it.' },
      { type: 'text', text: 'Resource x:1:\none' },
      { type: 'text', text: 'Example of an answer:' },
      { type: 'text', text: 'So.' },
    ],
  });
  await changed;
  const later = find(mcp.prompts(), 'later');
  expect(await later.get([], signal)).toMatchObject({
    ok: false,
    // Twenty changes at once brought one more list.
    reason: expect.stringMatching(/"later": no such prompt in 2 lists$/),
  });
});

it('a changed list of prompts whose second page fails stays as it was', async () => {
  const { mcp } = await withServer({ prompts: 'cut' });
  const before = mcp.prompts().map(({ name }) => name);
  await find(mcp.prompts(), 'plain').get([], signal);
  await vi.waitFor(
    () => expect(mcp.status()[0]?.problems).toEqual(['prompts/list failed: no more prompts']),
    30_000,
  );
  expect(mcp.prompts().map(({ name }) => name)).toEqual(before);
});

it('tools do not wait for prompts that never come', async () => {
  const { mcp, text } = await withServer({ prompts: 'never' });
  expect(await text('echo', { a: 1 })).toBe('{"a":1}');
  expect(mcp.prompts()).toEqual([]);
});
