import {
  createSdkMcpServer,
  query,
  SYSTEM_PROMPT_DYNAMIC_BOUNDARY,
  tool,
  type SDKUserMessage,
} from '@anthropic-ai/claude-agent-sdk';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createGate } from '../../packages/agent/test/support/model-server/gate.ts';
import { calls, words } from '../../packages/sluice/test/cli/print/support/answers.ts';
import { openSdkWorld } from './agent-sdk-world.ts';
import { sluice } from './packed.ts';

it('answers a program that starts it as the Claude Agent SDK does, and ends a run that it can not honor', () => {
  const line = (request: object): string =>
    `${JSON.stringify({ type: 'control_request', request_id: '1', request: { subtype: 'initialize', ...request } })}\n`;
  const args = ['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json', ''];
  const env = { ANTHROPIC_API_KEY: 'none' };
  const agents = { reviewer: { description: 'Reviews', prompt: 'Review.' } };
  const answered = sluice(args, { env, input: line({ systemPrompt: [''], agents }) });
  expect(answered.status, answered.stderr).toBe(0);
  const lines = answered.stdout.split('\n').filter((text) => text.includes('"control_response"'));
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
    response: {
      subtype: 'success',
      request_id: '1',
      response: {
        agents: expect.arrayContaining([expect.objectContaining({ name: 'reviewer' })]),
        account: { apiKeySource: 'ANTHROPIC_API_KEY' },
      },
    },
  });
  for (const [wish, problem] of [
    [{ maxTurns: 1 }, '"maxTurns"'],
    [{ plugins: [{ type: 'local', path: '/none' }] }, '/none is not a directory'],
  ] as const) {
    const refused = sluice(args, { env, input: line(wish) });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(problem);
  }
});

describe('a program of the Claude Agent SDK', () => {
  it('gets its answer, its system prompt is the only one, and a session goes on', async () => {
    const { server, run } = await openSdkWorld([words('Hello.'), words('Again.')]);
    const { messages, result } = await run('Hi', { systemPrompt: 'You are a pirate.' });
    expect(result).toMatchObject({ subtype: 'success', result: 'Hello.', num_turns: 1, is_error: false });
    expect(messages.find(({ type }) => type === 'system')).toMatchObject({
      subtype: 'init',
      model: 'claude-sonnet-4-5',
      apiKeySource: 'ANTHROPIC_API_KEY',
    });
    expect(server.requests[0]?.body['system']).toMatchObject([{ text: 'You are a pirate.' }]);
    const next = await run('And?', { resume: messages[0]?.session_id ?? '' });
    expect(next.result).toMatchObject({ subtype: 'success', result: 'Again.' });
    expect(JSON.stringify(server.requests[1]?.body['messages'])).toContain('Hello.');
    expect(server.problems).toEqual([]);
  });

  it('allows, changes and denies calls; a hook that denies is heard, and so are callbacks that throw', async () => {
    const { cwd, run, sent } = await openSdkWorld([
      calls(
        ['Write', { file_path: 'yes.txt', content: 'given' }, 'toolu_yes'],
        ['Write', { file_path: 'no.txt', content: 'x' }, 'toolu_no'],
        ['Write', { file_path: 'hook.txt', content: 'x' }, 'toolu_hook'],
        ['Write', { file_path: 'throws.txt', content: 'x' }, 'toolu_throws'],
      ),
      words('Done.'),
    ]);
    const asked: unknown[] = [];
    const { result } = await run('go', {
      canUseTool: async (_name, input, { toolUseID }) => {
        asked.push(toolUseID);
        if (toolUseID === 'toolu_throws') throw new Error('It broke.');
        return toolUseID === 'toolu_yes'
          ? { behavior: 'allow', updatedInput: { ...input, content: 'changed' } }
          : { behavior: 'deny', message: 'Not that one.' };
      },
      hooks: {
        PreToolUse: [
          {
            matcher: 'Write',
            hooks: [
              async (_input, toolUseID) =>
                toolUseID === 'toolu_hook' ? { decision: 'block', reason: 'The hook says no.' } : {},
            ],
          },
        ],
      },
    });
    expect(asked.toSorted()).toEqual(['toolu_no', 'toolu_throws', 'toolu_yes']);
    expect(readFileSync(join(cwd, 'yes.txt'), 'utf8')).toBe('changed');
    for (const name of ['no', 'hook', 'throws'])
      expect(existsSync(join(cwd, `${name}.txt`)), name).toBe(false);
    for (const text of ['Not that one.', 'The hook says no.', 'It broke.']) expect(sent()).toContain(text);
    expect(result).toMatchObject({ subtype: 'success', permission_denials: expect.any(Array) });
  });

  it('sends a picture and a PDF document, and both are there when the session goes on', async () => {
    const { server, run, sent } = await openSdkWorld([words('Seen.'), words('Still there.')]);
    const picture =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const pdf = Buffer.from('%PDF-1.4\n%%EOF').toString('base64');
    async function* prompt(): AsyncGenerator<SDKUserMessage> {
      yield {
        ...{ type: 'user', parent_tool_use_id: null, session_id: '' },
        message: {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
            {
              type: 'document',
              title: 'T',
              source: { type: 'base64', media_type: 'application/pdf', data: pdf },
            },
          ],
        },
      };
    }
    const { result } = await run(prompt());
    expect(result).toMatchObject({ subtype: 'success', result: 'Seen.' });
    await run('Again?', { resume: result?.session_id ?? '' });
    for (const { body } of server.requests)
      expect(
        JSON.stringify(body['messages']).match(/"type":"(image|document)","source":\{"type":"base64"/g),
      ).toHaveLength(2);
    expect(sent()).toContain(pdf);
    expect(server.problems).toEqual([]);
  });

  it('chooses its tools by name, also those of agents, and its hook answers a permission request before it is asked', async () => {
    const { server, cwd, run } = await openSdkWorld([
      calls(['Bash', { command: 'touch hook' }], ['Bash', { command: 'touch asked' }]),
      words('Done.'),
    ]);
    const asked: unknown[] = [];
    const { result } = await run('go', {
      tools: ['Bash', 'Task', 'KillShell', 'Artifact'],
      canUseTool: async (_name, { command }) => {
        asked.push(command);
        return { behavior: 'deny', message: 'No.' };
      },
      hooks: {
        PermissionRequest: [
          {
            hooks: [
              async (input) =>
                JSON.stringify(input).includes('touch hook')
                  ? {
                      hookSpecificOutput: {
                        hookEventName: 'PermissionRequest',
                        decision: { behavior: 'allow' },
                      },
                    }
                  : {},
            ],
          },
        ],
      },
    });
    expect(result).toMatchObject({ subtype: 'success' });
    expect(asked).toEqual(['touch asked']);
    expect([existsSync(join(cwd, 'hook')), existsSync(join(cwd, 'asked'))]).toEqual([true, false]);
    expect(
      JSON.stringify(server.requests[0]?.body['tools'])
        .match(/"name":"\w+"/g)
        ?.toSorted(),
    ).toEqual(['Agent', 'Bash', 'TaskStop'].map((name) => `"name":"${name}"`));
  });

  it('brings tools, agents and a schema of its own', async () => {
    const { run, sent } = await openSdkWorld(({ body }) => {
      const text = JSON.stringify(body);
      if (text.includes('You count.') && !text.includes('"tool_result"')) return words('Counted: 3.');
      if (text.includes('toolu_schema')) return words('Done.');
      if (text.includes('Counted: 3.'))
        return calls(['StructuredOutput', { count: 3, weather: 'sunny' }, 'toolu_schema']);
      return text.includes('sunny')
        ? calls([
            'Agent',
            { subagent_type: 'counter', description: 'Count', prompt: 'Count.', run_in_background: false },
          ])
        : calls(['mcp__sky__weather', { city: 'Oslo' }]);
    });
    const weather = tool('weather', 'The weather', { city: z.string() }, async ({ city }) => ({
      content: [{ type: 'text', text: `${city}: sunny` }],
    }));
    const { result } = await run('go', {
      permissionMode: 'bypassPermissions',
      allowDangerouslySkipPermissions: true,
      mcpServers: { sky: createSdkMcpServer({ name: 'sky', tools: [weather] }) },
      agents: { counter: { description: 'Counts', prompt: 'You count.', tools: ['Read'] } },
      outputFormat: {
        type: 'json_schema',
        schema: {
          type: 'object',
          properties: { count: { type: 'number' }, weather: { type: 'string' } },
          required: ['count', 'weather'],
        },
      },
    });
    expect(sent()).toContain('Oslo: sunny');
    expect(result).toMatchObject({ subtype: 'success', structured_output: { count: 3, weather: 'sunny' } });
  });

  it("has a part of the system prompt cached by itself: up to its boundary, or Sluice's own without the place", async () => {
    const { server, cwd, run } = await openSdkWorld([words('One.'), words('Two.'), words('Three.')]);
    const cached = { cache_control: { type: 'ephemeral' } };
    await run('Hi', { systemPrompt: ['Be brief.', SYSTEM_PROMPT_DYNAMIC_BOUNDARY, 'You are in Oslo.'] });
    expect(server.requests[0]?.body['system']).toEqual([
      { type: 'text', text: 'Be brief.', ...cached },
      { type: 'text', text: 'You are in Oslo.', ...cached },
    ]);
    const { messages } = await run('Hi', {
      systemPrompt: { type: 'preset', preset: 'claude_code', append: 'Mine.', excludeDynamicSections: true },
    });
    await run('And?', {
      systemPrompt: { type: 'preset', preset: 'claude_code', append: 'Mine.', excludeDynamicSections: true },
      resume: messages[0]?.session_id ?? '',
    });
    const [, first, next] = server.requests.map(({ body }) => body);
    expect(first?.['system']).toMatchObject([cached, { text: 'Mine.', ...cached }]);
    expect(JSON.stringify(first?.['system'])).not.toContain(cwd);
    for (const body of [first, next])
      expect(JSON.stringify(body?.['messages']).split(`Working directory: ${cwd}`)).toHaveLength(2);
    expect(server.problems).toEqual([]);
  });

  it('interrupts, changes the mode, and goes on in one session', async () => {
    const speaking = createGate();
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const { server, cwd, options } = await openSdkWorld([
      { content: [{ type: 'text', text: ['So far', speaking.pause, ' never'] }] },
      calls(['Write', { file_path: 'made.txt', content: 'made' }]),
      words('Made.'),
    ]);
    const message = (content: string): SDKUserMessage => ({
      ...{ type: 'user', parent_tool_use_id: null, session_id: '' },
      message: { role: 'user', content },
    });
    async function* prompts() {
      yield message('speak');
      await opened;
      yield message('write');
    }
    const running = query({ prompt: prompts(), options: { ...options, includePartialMessages: true } });
    const ends: string[] = [];
    const told: string[] = [];
    for await (const each of running) {
      if (each.type === 'stream_event' && JSON.stringify(each.event).includes('So far'))
        await running.interrupt();
      if (each.type === 'user') told.push(JSON.stringify(each.message.content));
      if (each.type !== 'result') continue;
      ends.push(each.subtype);
      if (ends.length > 1) continue;
      await running.setPermissionMode('acceptEdits');
      open();
    }
    speaking.open();
    expect(ends).toEqual(['error_during_execution', 'success']);
    expect(told.join()).toContain('[Request interrupted by user]');
    expect(readFileSync(join(cwd, 'made.txt'), 'utf8')).toBe('made');
    expect(server.problems).toEqual([]);
  });
});
