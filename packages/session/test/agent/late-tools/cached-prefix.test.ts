import type { ModelFormat, ToolLoading } from '@sluice/agent';
import type { JsonObject, JsonValue, LateToolForm } from '@sluice/core';
import { expect, it } from 'vitest';
import { deferred, lateKit, resultTexts } from './late-tool-kit.ts';

/** What a model's cache is looked up by: each piece as the API shows it to the model, in order. */
function pieces(api: ModelFormat, body: JsonObject): readonly string[] {
  const plain = (value: JsonValue | undefined): string =>
    JSON.stringify(value, (key, item: JsonValue) => (key === 'cache_control' ? undefined : item));
  const list = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);
  if (api === 'anthropic') {
    const tools = list(body['tools']);
    const definitions = new Map(tools.map((tool) => [field(tool, 'name'), plain(tool)]));
    const shown = tools.filter((tool) => field(tool, 'defer_loading') !== true);
    const messages = list(body['messages']).map((message) =>
      JSON.stringify(message, (key, item: JsonValue) => {
        if (key === 'cache_control') return undefined;
        // Here the API shows the model the definition that it has been sent.
        return field(item, 'type') === 'tool_reference' ? definitions.get(field(item, 'tool_name')) : item;
      }),
    );
    return [...shown.map(plain), plain(body['system']), ...messages];
  }
  if (api === 'gemini') {
    return [plain(body['tools']), plain(body['systemInstruction']), ...list(body['contents']).map(plain)];
  }
  const messages = list(body[api === 'openai-chat' ? 'messages' : 'input']);
  return [...list(body['tools']).map(plain), plain(body['instructions']), ...messages.map(plain)];
}

function field(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}

/** What all requests say of tools, in their lists and in messages. */
function definitionsOf(api: ModelFormat, bodies: readonly JsonObject[]): readonly JsonValue[] {
  const key = api === 'openai-chat' ? 'messages' : api === 'gemini' ? 'contents' : 'input';
  return bodies.flatMap((body) =>
    [body['tools'], body[key]].flatMap((value) => (Array.isArray(value) ? value : [])),
  );
}

const FORMS: readonly (readonly [ModelFormat, LateToolForm, ToolLoading])[] = [
  ['anthropic', 'reference', 'auto'],
  ['anthropic', 'inline', 'auto'],
  ['openai-responses', 'search-output', 'auto'],
  ['openai-chat', 'none', 'bridge'],
  ['gemini', 'none', 'bridge'],
  ['anthropic', 'none', 'bridge'],
  ['openai-responses', 'none', 'bridge'],
];

it.each(FORMS)(
  'of %s (%s, %s), no request begins otherwise than the one before, while tools join, change and leave in 20 turns',
  async (api, form, loading) => {
    const kit = await lateKit({ api, form, late: { loading }, tools: [deferred('Own')] });
    const { pool, bodies } = kit;
    const call = (name: string, text: string) =>
      loading === 'bridge'
        ? { name: 'UseTool', input: { name, input: { text } } }
        : { name, input: { text } };
    const search = (query: string) => ({ name: 'ToolSearch', input: { query } });
    const texts: string[] = [];
    for (let number = 1; number <= 20; number += 1) {
      if (number === 3) pool.update('mcp:s', [deferred('mcp__s__one'), deferred('mcp__s__two')]);
      if (number === 7) {
        pool.update('mcp:s', [deferred('mcp__s__one', 'Does one anew.'), deferred('mcp__s__two')]);
      }
      if (number === 12) pool.update('mcp:s', [], 'the server s has ended');
      const events =
        number === 4
          ? await kit.turn('four', [search('select:one')], [call('mcp__s__one', 'first')])
          : number === 8
            ? await kit.turn('eight', [call('mcp__s__one', 'second')])
            : number === 13
              ? await kit.turn('thirteen', [call('mcp__s__one', 'third')])
              : number === 15
                ? await kit.turn('fifteen', [search('own')], [call('Own', 'mine')])
                : await kit.turn(`turn ${number}`);
      texts.push(...resultTexts(events));
    }
    expect(texts.filter((text) => !text.includes('tool_reference'))).toEqual([
      'mcp__s__one {"text":"first"}',
      'mcp__s__one {"text":"second"}',
      expect.stringMatching(/the server s has ended/),
      'Own {"text":"mine"}',
    ]);
    expect(bodies.length).toBe(20 + 6);
    for (const [at, body] of bodies.entries()) {
      if (at === 0) continue;
      const before = pieces(api, bodies[at - 1] ?? {});
      expect(pieces(api, body).slice(0, before.length), `request ${at + 1}`).toEqual(before);
    }
    if (form === 'inline') {
      // With preserved thinking, the API may refuse a request whose list of tools has changed.
      for (const body of bodies) expect(body['tools']).toEqual(bodies[0]?.['tools']);
      expect(bodies.at(-1)?.['messages']).toContainEqual({
        role: 'system',
        content: [
          {
            type: 'tool_addition',
            tool: expect.objectContaining({
              type: 'tool_definition',
              name: 'mcp__s__one',
              description: 'Does mcp__s__one.',
            }),
          },
        ],
      });
    }
    // The model hears of each change, and of the names alone until it asks.
    const told = JSON.stringify(bodies.at(-1));
    expect(told).toMatch(/not listed.*Own/);
    expect(told).toMatch(/More tools are available.*s \(mcp__s__…\): one, two/);
    expect(told).toMatch(/mcp__s__one has changed.*Does one anew/);
    expect(told).toMatch(/no longer available.*one, two/);
    const unseen = definitionsOf(api, bodies).filter((tool) =>
      JSON.stringify(tool).includes('Does mcp__s__two'),
    );
    expect(unseen.every((tool) => field(tool, 'defer_loading') === true)).toBe(true);
    expect(unseen.length > 0).toBe(form === 'reference');
  },
);

it('with `append`, the list of tools grows at its end when one is loaded, and by nothing else', async () => {
  const kit = await lateKit({
    api: 'openai-chat',
    form: 'none',
    late: { loading: 'append' },
    tools: [deferred('Own')],
  });
  await kit.turn('one');
  kit.pool.update('mcp:s', [deferred('mcp__s__one')]);
  await kit.turn('two');
  await kit.turn(
    'three',
    [{ name: 'ToolSearch', input: { query: 'select:one' } }],
    [{ name: 'mcp__s__one', input: { text: 'x' } }],
  );
  const names = kit.bodies.map(({ tools }) =>
    Array.isArray(tools) ? tools.map((tool) => field(field(tool, 'function'), 'name')) : [],
  );
  const first = ['Read', 'ToolSearch'];
  expect(names).toEqual([first, first, first, [...first, 'mcp__s__one'], [...first, 'mcp__s__one']]);
});
