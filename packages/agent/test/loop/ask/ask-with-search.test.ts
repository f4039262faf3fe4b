import type { JsonObject, ModelEvent, ModelProvider, ModelRequest } from '@sluice/core';
import { expect, it } from 'vitest';
import { askWithSearch, NO_USAGE } from '../../../src/index.ts';

const END: ModelEvent = {
  type: 'message-end',
  stopReason: 'end_turn',
  usage: { ...NO_USAGE, inputTokens: 7 },
};

/** A model that says these blocks. */
function providerOf(
  events: readonly ModelEvent[],
): ModelProvider & { readonly requests: readonly ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    ...{ api: 'anthropic', model: 'm', contextWindow: 1_000, maxOutputTokens: 1_000, isRecording: false },
    requests,
    async *send(request) {
      requests.push(request);
      yield* events;
    },
    close() {},
  };
}

const opaque = (block: JsonObject, index = 0): ModelEvent => ({
  type: 'block-stop',
  index,
  block: { type: 'opaque', api: 'anthropic', kind: 'other', block },
  call: undefined,
});
const text = (words: string): ModelEvent => ({
  type: 'block-stop',
  index: 9,
  block: { type: 'text', text: words },
  call: undefined,
});

const ask = (events: readonly ModelEvent[]) => {
  const provider = providerOf(events);
  const { signal } = new AbortController();
  const answer = askWithSearch(provider, { query: 'sluice gates', webSearch: { maxSearches: 8 }, signal });
  return { provider, answer };
};

const page = (url: string, title: string): JsonObject => ({ type: 'web_search_result', url, title });
const result = (content: JsonObject['x']): ModelEvent => opaque({ type: 'web_search_tool_result', content });

it("takes the pages of Anthropic's results, each once, with what the model says", async () => {
  const { provider, answer } = ask([
    opaque({ type: 'server_tool_use', name: 'web_search', input: { query: 'sluice' } }),
    result([page('https://a.example/1', 'One'), page('https://a.example/2', 'Two')]),
    result([page('https://a.example/2', 'Two again'), { type: 'web_search_result', title: 'no address' }]),
    text('Both are '),
    text('about gates.'),
    END,
  ]);
  expect(await answer).toEqual({
    hits: [
      { title: 'One', url: 'https://a.example/1', snippet: undefined },
      { title: 'Two', url: 'https://a.example/2', snippet: undefined },
    ],
    text: 'Both are about gates.',
    searches: 2,
    usage: expect.objectContaining({ inputTokens: 7 }),
    problem: undefined,
  });
  expect(provider.requests).toMatchObject([{ tools: [], webSearch: { maxSearches: 8 } }]);
});

it("takes what Gemini's answer rests on, and the site behind each redirect", async () => {
  const redirect = (at: number): string => `https://redirect.example/${at}`;
  const chunks = [
    { web: { uri: redirect(1), title: 'a.example' } },
    { web: { uri: redirect(2), title: 'A page about gates', domain: 'b.example' } },
    { web: { uri: redirect(3), title: 'Another page' } },
    { web: { title: 'no address' } },
  ];
  const grounding = { webSearchQueries: ['sluice', 'gates'], groundingChunks: chunks };
  const { answer } = ask([opaque({ groundingMetadata: grounding }), END]);
  expect(await answer).toMatchObject({
    hits: [
      { title: 'a.example', url: redirect(1), site: 'a.example' },
      { url: redirect(2), site: 'b.example' },
      { url: redirect(3), site: undefined },
    ],
    searches: 2,
  });
});

it("takes the sources of OpenAI's calls", async () => {
  const action = { type: 'search', sources: [{ type: 'url', url: 'https://b.example/' }] };
  const { answer } = ask([opaque({ type: 'web_search_call', status: 'completed', action }), END]);
  expect(await answer).toMatchObject({
    hits: [{ title: 'https://b.example/', url: 'https://b.example/' }],
    text: undefined,
    searches: 1,
  });
});

it('says why nothing was searched, and finds nothing without a problem', async () => {
  const error = { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' };
  const refused = ask([result(error), END]);
  expect((await refused.answer).problem).toBe("The model's service could not search: max_uses_exceeded.");
  const found = ask([result([page('https://a.example/1', 'One')]), result(error), END]);
  expect((await found.answer).problem).toBeUndefined();
  const failure = { kind: 'server', message: 'Overloaded.', isRetryable: true } as const;
  expect((await ask([{ type: 'failed', failure }]).answer).problem).toBe('Overloaded.');
  expect(await ask([result([]), END]).answer).toMatchObject({ hits: [], searches: 1, problem: undefined });
});
