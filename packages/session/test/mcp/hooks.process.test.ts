import type { JsonObject } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { withServer } from './support/with-server.ts';

const answering = (output: JsonObject): JsonObject => ({
  type: 'command',
  command: `cat >/dev/null; echo '${JSON.stringify({ hookSpecificOutput: output })}'`,
});

describe('a hook of PostToolUse replaces the result of a server', () => {
  it.each<[string, JsonObject[string], string, unknown]>([
    ['by text', 'gone', 'gone', { content: [{ type: 'text', text: 'gone' }] }],
    [
      'by blocks',
      [
        { type: 'text', text: 'a' },
        { type: 'resource_link', uri: 'x:y' },
      ],
      'a|Resource link x:y',
      { content: [{ text: 'a' }, { uri: 'x:y' }] },
    ],
    [
      'by a result',
      { content: [{ type: 'text', text: 'b' }], structuredContent: { c: 1 } },
      'b|{"c":1}',
      { structuredContent: { c: 1 } },
    ],
    ['by what is structured', { answer: 41 }, '{"answer":41}', { structuredContent: { answer: 41 } }],
  ])('%s, with what is structured', async (_title, updatedMCPToolOutput, shown, view) => {
    const hook = answering({ hookEventName: 'PostToolUse', updatedMCPToolOutput });
    const hooks = { PostToolUse: [{ matcher: 'mcp__f__structured', hooks: [hook] }] };
    const { call, text } = await withServer({}, {}, undefined, hooks);
    expect(await text('structured')).toBe(shown);
    const { clientView } = await call('structured');
    expect(clientView).toMatchObject(Object(view));
    expect(JSON.stringify(clientView)).not.toContain('42');
  });
});

describe('a hook of the type mcp_tool', () => {
  const guard = (tool: string, input: JsonObject): JsonObject => ({
    PreToolUse: [{ matcher: 'Glob', hooks: [{ type: 'mcp_tool', server: 'f', tool, input }] }],
  });
  const denial = {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'no globs',
  };

  it.each<[string, string, JsonObject, RegExp, RegExp]>([
    [
      'decides by what its tool says',
      'say',
      { words: JSON.stringify({ hookSpecificOutput: denial }) },
      /no globs/,
      /^$/,
    ],
    [
      'fails with its server, says so, and blocks nothing',
      'exit',
      {},
      /No files found/,
      /exited with code 3/,
    ],
  ])('%s', async (_title, tool, input, result, notice) => {
    const { runtime } = await withServer({}, {}, undefined, guard(tool, input));
    const [texts, notices]: [string[], string[]] = [[], []];
    for await (const event of runtime.run([{ id: 'c', name: 'Glob', input: { pattern: '*' } }])) {
      if (event.type === 'tool-result') texts.push(JSON.stringify(event.result.content));
      if (event.type === 'notice') notices.push(event.message);
    }
    expect(texts).toEqual([expect.stringMatching(result)]);
    expect(notices.join('')).toMatch(notice);
  });
});
