import { checkRequest } from '@sluice/agent';
import {
  bypassPolicy,
  defineTool,
  type JsonObject,
  type PermissionPolicy,
  type ToolSources,
} from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { deferred, lateKit, resultTexts } from './late-tool-kit.ts';

const search = (query: string) => ({ name: 'ToolSearch', input: { query } });
const REFERENCE = { api: 'anthropic', form: 'reference' } as const;
const BRIDGE = { api: 'openai-chat', form: 'none', late: { loading: 'bridge' } } as const;

function toolNames(body: JsonObject | undefined): readonly string[] {
  const tools = body?.['tools'];
  if (!Array.isArray(tools)) return [];
  return tools.map((tool) => {
    const { name, function: inner, defer_loading: isDeferred } = Object(tool);
    return `${String(name ?? inner?.name)}${isDeferred === true ? ' (deferred)' : ''}`;
  });
}

function withoutMarks(message: unknown): string {
  return JSON.stringify(message, (key, value: unknown) => (key === 'cache_control' ? undefined : value));
}

describe('a model that has loaded a tool', () => {
  it('has it still when the session is resumed, and is told nothing twice', async () => {
    const tools = [deferred('mcp__s__one'), deferred('mcp__s__two')];
    const first = await lateKit({ ...REFERENCE, tools });
    await first.turn('one', [search('select:one')]);
    const second = await lateKit({ ...REFERENCE, tools, before: first });
    await second.turn('two');
    expect([...second.runtime.loadedTools.names.keys()]).toEqual(['mcp__s__one']);
    expect(second.bodies[0]?.['tools']).toEqual(first.bodies.at(-1)?.['tools']);
    expect(JSON.stringify(second.bodies[0]).split('These tools are available but not listed').length).toBe(2);
    expect(checkRequest(second.conversation.messages)).toEqual([]);
  });

  it('that joined late has it still when the session is resumed, from the message that added it', async () => {
    const own = deferred('Own');
    const first = await lateKit({ api: 'anthropic', form: 'inline', tools: [own] });
    await first.turn('one');
    first.pool.update('mcp:s', [deferred('mcp__s__one')]);
    await first.turn('two', [search('select:one')], [{ name: 'mcp__s__one', input: { text: 'x' } }]);
    const tools = [own, deferred('mcp__s__one'), deferred('mcp__s__two')];
    const second = await lateKit({ api: 'anthropic', form: 'inline', tools, before: first });
    const [found, called] = resultTexts(
      await second.turn('three', [search('select:two')], [{ name: 'mcp__s__two', input: { text: 'y' } }]),
    );
    expect([found, called]).toEqual([expect.stringContaining('"is_added":true'), 'mcp__s__two {"text":"y"}']);
    for (const body of [...first.bodies, ...second.bodies])
      expect(toolNames(body)).toEqual(['Read', 'ToolSearch', 'Own (deferred)']);
    const messages = (body: JsonObject | undefined): readonly unknown[] => Object(body?.['messages']);
    const before = messages(first.bodies.at(-1))
      .slice(0, -1)
      .map((message) => withoutMarks(message));
    expect(
      messages(second.bodies[0])
        .map((message) => withoutMarks(message))
        .slice(0, before.length),
    ).toEqual(before);
    expect(checkRequest(second.conversation.messages)).toEqual([]);
  });

  it('keeps it over a compaction only if it has used it, and hears again what there is', async () => {
    const tools = [deferred('mcp__s__one'), deferred('mcp__s__two')];
    const kit = await lateKit({ ...REFERENCE, tools });
    await kit.turn('one', [search('select:one,two')], [{ name: 'mcp__s__one', input: { text: 'used' } }], []);
    await kit.turn('more words');
    await kit.compact();
    expect([...kit.runtime.loadedTools.names.keys()]).toEqual(['mcp__s__one']);
    await kit.turn('after');
    // Its search is in the summary, so that the tool itself is listed.
    expect(toolNames(kit.bodies.at(-1))).toEqual([
      'Read',
      'ToolSearch',
      'mcp__s__one',
      'mcp__s__two (deferred)',
    ]);
    expect(JSON.stringify(kit.bodies.at(-1)?.['messages'])).toMatch(/not listed. Load.*: one, two/);
    const again = await lateKit({ ...REFERENCE, tools, before: kit });
    expect([...again.runtime.loadedTools.names.keys()]).toEqual(['mcp__s__one']);
  });

  it('gets the definition again after a compaction where the list can not grow', async () => {
    const kit = await lateKit({ ...BRIDGE, tools: [deferred('mcp__s__one')] });
    const use = { name: 'UseTool', input: { name: 'mcp__s__one', input: { text: 'used' } } };
    await kit.turn('one', [search('select:one')], [use]);
    await kit.turn('more words');
    await kit.compact();
    await kit.turn('after');
    expect(toolNames(kit.bodies.at(-1))).toEqual(['Read', 'ToolSearch', 'UseTool']);
    expect(JSON.stringify(kit.bodies.at(-1)?.['messages'])).toMatch(/from now on.*Tool mcp__s__one/);
  });
});

describe('a call of a tool that was not loaded', () => {
  it('runs where its input is valid, and else says how to load the tool and what its input is', async () => {
    const kit = await lateKit({ ...REFERENCE, tools: [deferred('mcp__s__one')] });
    const events = await kit.turn(
      'one',
      [{ name: 'mcp__s__one', input: { text: 'right' } }],
      [{ name: 'mcp__s__one', input: { wrong: 1 } }],
    );
    expect(resultTexts(events)).toEqual([
      'mcp__s__one {"text":"right"}',
      expect.stringMatching(/Load it with ToolSearch \(query "select:mcp__s__one"\).*\{ text: string \}/),
    ]);
  });

  it('names no tool that is not there', async () => {
    const kit = await lateKit({ ...REFERENCE, late: { loading: 'off' }, tools: [deferred('mcp__s__one')] });
    const events = await kit.turn('one', [{ name: 'mcp__s__one', input: { wrong: 1 } }]);
    expect(toolNames(kit.bodies[0])).toEqual(['Read', 'mcp__s__one']);
    expect(resultTexts(events).join()).not.toMatch(/ToolSearch|UseTool/);
    expect(JSON.stringify(kit.bodies)).not.toMatch(/ToolSearch|UseTool/);
  });
});

describe('UseTool', () => {
  it('is decided as the tool that it calls, and hooks and records know that one', async () => {
    const policy: PermissionPolicy = {
      ...bypassPolicy,
      decide: (query, context) =>
        query.tool.name === 'mcp__s__one'
          ? { behavior: 'deny', by: 'rule', reason: 'a rule denies mcp__s__one' }
          : bypassPolicy.decide(query, context),
    };
    const kit = await lateKit({
      ...BRIDGE,
      policy,
      tools: [deferred('mcp__s__one'), deferred('mcp__s__two')],
    });
    const use = (name: string, input: JsonObject) => ({ name: 'UseTool', input: { name, input } });
    const events = await kit.turn(
      'one',
      [use('mcp__s__one', { text: 'x' })],
      [use('mcp__s__tow', { text: 'x' })],
      [use('UseTool', { name: 'mcp__s__two' })],
      [use('mcp__s__two', { text: 1, other: true })],
      [{ name: 'UseTool', input: { input: {} } }],
    );
    expect(resultTexts(events)).toEqual([
      expect.stringMatching(/mcp__s__one.*denied|denied.*mcp__s__one/is),
      expect.stringMatching(/mcp__s__tow.*mcp__s__two/s),
      expect.stringMatching(/UseTool can't be called through itself/),
      expect.stringMatching(/mcp__s__two.*(?:other|text)/s),
      expect.stringMatching(/name: is required/),
    ]);
    const names = events.flatMap((event) =>
      event.type === 'engine' && event.event.type === 'tool-result' ? [event.event.record.toolName] : [],
    );
    expect(names).toEqual(['mcp__s__one', 'UseTool', 'UseTool', 'mcp__s__two', 'UseTool']);
    const decided = await kit.runtime.decide({
      name: 'UseTool',
      input: { name: 'mcp__s__one', input: { text: 'x' } },
    });
    expect(decided).toMatchObject({ behavior: 'deny', reason: 'a rule denies mcp__s__one' });
  });
});

it('a server that refuses deferred tools gets the bridge, in the same turn and from then on', async () => {
  const kit = await lateKit({ ...REFERENCE, tools: [deferred('mcp__s__one')] });
  const events = await kit.turn('one', [search('select:one')], 'refuse', [
    { name: 'UseTool', input: { name: 'mcp__s__one', input: { text: 'x' } } },
  ]);
  expect(resultTexts(events).at(-1)).toBe('mcp__s__one {"text":"x"}');
  expect(events.find((event) => event.type === 'result')).toMatchObject({ result: { reason: 'completed' } });
  expect(kit.bodies.map(toolNames)).toEqual([
    ['Read', 'ToolSearch', 'mcp__s__one (deferred)'],
    ['Read', 'ToolSearch', 'mcp__s__one (deferred)'],
    ['Read', 'ToolSearch', 'UseTool'],
    ['Read', 'ToolSearch', 'UseTool'],
  ]);
  // What was loaded in the other form is reported as text.
  expect(JSON.stringify(kit.bodies[2])).not.toMatch(/"tool_reference"/);
  expect(JSON.stringify(kit.bodies[2])).toMatch(/Tool mcp__s__one/);
});

it('a server that refuses them when a resumed conversation is made shorter gives a summary all the same', async () => {
  const tools = [deferred('mcp__s__one')];
  const first = await lateKit({ ...REFERENCE, tools });
  await first.turn('one');
  await first.turn('two');
  const second = await lateKit({ ...REFERENCE, tools, before: first });
  second.script.push('refuse');
  await second.compact();
  expect(second.bodies.map(toolNames)).toEqual([
    ['Read', 'ToolSearch', 'mcp__s__one (deferred)'],
    ['Read', 'ToolSearch', 'UseTool'],
  ]);
  expect(JSON.stringify(second.conversation.messages[0])).toContain('Done.');
});

it('where ToolSearch is denied, no tool waits to be found', async () => {
  const kit = await lateKit({
    ...REFERENCE,
    tools: [deferred('mcp__s__one')],
    denied: ({ name }) => name === 'ToolSearch',
  });
  await kit.turn('one');
  expect(toolNames(kit.bodies[0])).toEqual(['Read', 'mcp__s__one']);
  expect(JSON.stringify(kit.bodies)).not.toMatch(/ToolSearch|not listed/);
});

it('a denied tool appears nowhere', async () => {
  for (const kind of [REFERENCE, BRIDGE, { api: 'openai-responses', form: 'search-output' }] as const) {
    const kit = await lateKit({
      ...kind,
      tools: [deferred('mcp__s__one'), deferred('mcp__s__secret')],
      denied: ({ name }) => name.endsWith('secret'),
    });
    await kit.turn('one', [search('does secret')]);
    const shown = JSON.stringify(kit.bodies).replaceAll('does secret', '');
    expect(shown).toMatch(/one/);
    expect(shown).not.toMatch(/secret/);
  }
});

describe('a search', () => {
  it('waits for servers that connect, and says who is missing', async () => {
    const waits: number[] = [];
    const sources: ToolSources = {
      async settled(limitMs) {
        waits.push(limitMs);
        kit.pool.update('mcp:s', [deferred('mcp__s__one')]);
        return ['slow'];
      },
      unavailable: () => ['mail: needs a login. Run: sluice mcp login mail'],
    };
    const kit = await lateKit({ ...REFERENCE, sources, tools: [deferred('Own')] });
    const texts = resultTexts(
      await kit.turn(
        'one',
        // What is there already is not waited for.
        [search('select:own')],
        [search('select:one')],
        [search('select:nothing')],
        [search('zebra')],
      ),
    );
    expect(waits).toEqual([5000, 5000, 5000]);
    expect(texts[0]).toMatch(/"tool_name":"Own"/);
    expect(texts[1]).toMatch(/"tool_name":"mcp__s__one".*\nStill connecting, search again later: slow/);
    expect(texts[2]).toMatch(/There is no tool nothing.*\n.*slow.*\nNot available: mail: needs a login/s);
    expect(texts[3]).toMatch(
      /No tool matches "zebra".*Tools that can be loaded: 1 from s; 1 of no server\.\n/s,
    );
  });

  it('gives the nearest names, and those of several servers that fit one name', async () => {
    const tools = [
      deferred('mcp__a__create_issue'),
      deferred('mcp__b__create_issue'),
      deferred('mcp__a__list'),
    ];
    const kit = await lateKit({ ...REFERENCE, tools });
    const texts = resultTexts(
      await kit.turn(
        'one',
        [search('select:CREATE_ISSUE')],
        [search('select:mcp__a__create_isue')],
        [search('select:Read, MCP__A__LIST')],
      ),
    );
    expect(texts[0]).toMatch(/Did you mean mcp__a__create_issue, mcp__b__create_issue\?/);
    expect(texts[1]).toMatch(/Did you mean mcp__a__create_issue/);
    expect(texts[2]).toMatch(/"tool_name":"mcp__a__list".*\nAlready listed, call directly: Read\./);
  });
});

it('above 500 names the model is told of servers and counts', async () => {
  const tools = Array.from({ length: 501 }, (_, index) => deferred(`mcp__s${index % 2}__tool${index}`));
  const kit = await lateKit({ ...REFERENCE, tools });
  await kit.turn('one');
  const told = JSON.stringify(kit.bodies[0]?.['messages']);
  expect(told).toMatch(/- s0: 251 tools\\n- s1: 250 tools/);
  expect(told).not.toMatch(/tool42/);
});

it('a tool that has joined the list itself late is added in the form of the Responses API', async () => {
  const kit = await lateKit({ api: 'openai-responses', form: 'search-output', tools: [deferred('Own')] });
  await kit.turn('one');
  const joined = defineTool({
    name: 'mcp__s__always',
    description: 'Always there.',
    inputSchema: { type: 'object' },
    call: async () => ({ data: 'here' }),
  });
  kit.pool.update('mcp:s', [joined]);
  const events = await kit.turn('two', [{ name: 'mcp__s__always', input: {} }]);
  expect(resultTexts(events)).toEqual(['here']);
  expect(kit.bodies.at(-1)?.['tools']).toEqual(kit.bodies[0]?.['tools']);
  expect(kit.bodies.at(-1)?.['input']).toContainEqual({
    type: 'additional_tools',
    role: 'developer',
    tools: [
      {
        type: 'function',
        name: 'mcp__s__always',
        description: 'Always there.',
        parameters: { type: 'object' },
        strict: false,
      },
    ],
  });
});
