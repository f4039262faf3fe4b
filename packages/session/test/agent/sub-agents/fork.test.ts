import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { agentCall, call, openTestSession, says } from './support/open-session.ts';

const ON = { CLAUDE_CODE_FORK_SUBAGENT: '1' };
const FORK = { subagent_type: 'fork', prompt: 'Say which number it is.' };

/** Messages of a request as blocks, each with its role and without marks for the cache. */
function blocks({ messages }: JsonObject): readonly string[] {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  return list.flatMap((message) => {
    if (!isJsonObject(message)) return [];
    const { role, content } = message;
    const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
    return parts.map((part) =>
      JSON.stringify([role, part], (key, value: unknown) => (key === 'cache_control' ? undefined : value)),
    );
  });
}

describe('a fork', () => {
  it('begins with the system prompt, tools and conversation of the main agent, byte for byte', async () => {
    const { work, server, cwd } = await openTestSession(
      {
        MAIN: [
          { content: [call('Read', { file_path: 'n.txt' })] },
          { content: [{ type: 'text', text: 'I fork.' }, agentCall({ ...FORK, model: 'opus' })] },
          { content: [call('Grep', { pattern: 'seven' })] },
          says('Seven.'),
          says('Done.'),
        ],
      },
      { env: ON },
    );
    writeFileSync(join(cwd, 'n.txt'), 'seven\n');
    const { texts } = await work('go');
    expect(texts.at(-1)).toMatch(/^Seven\./);
    const [, parent, child, grown] = server.requests.map(({ body }) => body);
    for (const key of ['model', 'system', 'tools'])
      expect([key, JSON.stringify(child?.[key]) === JSON.stringify(parent?.[key])]).toEqual([key, true]);
    const before = blocks(parent ?? {});
    expect(before.join('\n')).toContain('seven');
    expect(blocks(child ?? {}).slice(0, before.length)).toEqual(before);
    expect(blocks(child ?? {}).slice(before.length)).toEqual([
      expect.stringMatching(/fork of the conversation above[\s\S]*Say which number it is/),
    ]);
    expect(blocks(grown ?? {}).slice(0, before.length)).toEqual(before);
    expect(server.problems).toEqual([]);
  });

  it('goes on after a message, with all that it knew', async () => {
    const { work, server } = await openTestSession(
      {
        MAIN: [
          { content: [agentCall({ ...FORK, name: 'twin' })] },
          says('Seven.'),
          { content: [call('SendMessage', { to: 'twin', message: 'And now?' })] },
          says('Waiting.'),
          says('Eight.'),
          says('Done.'),
        ],
      },
      { env: ON },
    );
    await work('go');
    const again = server.requests
      .map(({ body }) => body)
      .find((body) => blocks(body).at(-1)?.includes('And now?'));
    const shown = blocks(again ?? {}).join('\n');
    expect(shown).toMatch(/go[\s\S]*fork of the conversation[\s\S]*Seven\.[\s\S]*And now\?/);
    expect(server.problems).toEqual([]);
  });

  it('in plan mode hands its plan over as its result, with tools that are listed as those of the main agent', async () => {
    const plan = 'First read, then write.';
    const { work, server, asked } = await openTestSession(
      {
        MAIN: [
          { content: [agentCall(FORK)] },
          { content: [call('ExitPlanMode', { plan })] },
          says('It is handed over.'),
          says('Done.'),
        ],
      },
      { env: ON, parts: { permissionMode: 'plan' } },
    );
    const { texts } = await work('go');
    expect(texts).toEqual([expect.stringContaining(plan)]);
    expect(asked).toEqual([]);
    const [parent, child] = server.requests.map(({ body }) => body);
    expect(JSON.stringify(parent?.['tools'])).toContain('ExitPlanMode');
    expect(JSON.stringify(child?.['tools'])).toBe(JSON.stringify(parent?.['tools']));
  });

  it.each([
    ['fork', agentCall(FORK), /A fork can't be forked/],
    [
      'use the tools of the main agent alone',
      call('AskUserQuestion', question()),
      /Sub-agents can't use AskUserQuestion/,
    ],
  ])("can't %s", async (_, first, expected) => {
    const { work, server, asked } = await openTestSession(
      { MAIN: [{ content: [agentCall(FORK)] }, { content: [first] }, says('No.'), says('Done.')] },
      { env: ON },
    );
    await work('go');
    expect(JSON.stringify(server.requests[2]?.body)).toMatch(expected);
    expect(asked).toEqual([]);
  });

  it.each([
    [{}, undefined, false],
    [{}, true, true],
    [{ CLAUDE_CODE_FORK_SUBAGENT: '0' }, true, false],
    [ON, undefined, true],
  ])('is a type with %j where the program wants it: %s', async (env, hasFork, expected) => {
    const { agent } = await openTestSession({}, { env, parts: { agents: { hasFork } } });
    const types = await agent.parts.subAgents?.port.types();
    expect(types?.definitions.some(({ name }) => name === 'fork')).toBe(expected);
  });
});

function question(): JsonObject {
  const options = ['a', 'b'].map((label) => ({ label, description: label }));
  return { questions: [{ question: 'Which?', header: 'Which', options, multiSelect: false }] };
}
