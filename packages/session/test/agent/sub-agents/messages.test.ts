import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGate } from '../../../../agent/test/support/model-server/gate.ts';
import { agentCall, call, openTestSession, says } from './support/open-session.ts';

const background = { run_in_background: true };

describe('a message to another agent', () => {
  it('reaches one that works before its next request, marked as no word of the user', async () => {
    const gate = createGate();
    const { work, server } = await openTestSession({
      MAIN: [
        { content: [agentCall({ prompt: 'TASK', name: 'seeker', ...background })] },
        () => ({ content: [call('SendMessage', { to: 'seeker', message: 'Look at B, too.' })] }),
        () => {
          gate.open();
          return says('Waiting.');
        },
        says('Done.'),
      ],
      TASK: [{ content: [gate.pause, call('Glob', { pattern: '*' })] }, says('Looked at A and B.')],
    });
    const { texts, result } = await work('go');
    expect(texts[1]).toContain('The message was sent to ');
    expect(result.text).toBe('Done.');
    const marked = '<not-from-user source=\\"agent\\">\\nMessage from the agent main:\\nLook at B, too.';
    expect(server.requests.some(({ body }) => JSON.stringify(body).includes(marked))).toBe(true);
  });

  it('wakes one that has ended, with its conversation, in the background', async () => {
    const { work, server, agent } = await openTestSession({
      MAIN: [
        { content: [agentCall({ prompt: 'TASK', name: 'seeker' })] },
        { content: [call('SendMessage', { to: 'seeker', message: 'And then?' })] },
        says('Waiting.'),
        says('Done.'),
      ],
      TASK: [says('Seven.'), says('Eight.')],
    });
    const { texts, result } = await work('go');
    expect(texts[1]).toContain('continues in the background');
    expect(result.text).toBe('Done.');
    const last = server.requests
      .map(({ body }) => JSON.stringify(body))
      .filter((body) => body.includes('And then?'));
    expect(last.some((body) => body.includes('Seven.'))).toBe(true);
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('Eight.');
    expect(agent.parts.subAgents?.port.list()).toMatchObject([
      { name: 'seeker', state: 'completed', isBackground: true },
    ]);
    const journal = readFileSync(join(agent.runtime.sessionDirectory, 'journal.jsonl'), 'utf8');
    expect(journal.match(/"agent-began"/g)).toHaveLength(2);
    expect(journal.match(/"agent-ended"/g)).toHaveLength(2);
  });

  it('wakes one with the model and the effort that it had', async () => {
    const { work, server } = await openTestSession({
      MAIN: [
        {
          content: [agentCall({ prompt: 'TASK', name: 'seeker', model: 'claude-opus-4-6', effort: 'low' })],
        },
        { content: [call('SendMessage', { to: 'seeker', message: 'And then?' })] },
        says('Waiting.'),
        says('Done.'),
      ],
      TASK: [says('Seven.'), says('Eight.')],
    });
    await work('go');
    const ofChild = server.requests.filter(({ model }) => model === 'claude-opus-4-6');
    expect(ofChild.map(({ body }) => body['output_config'])).toEqual([{ effort: 'low' }, { effort: 'low' }]);
    expect(JSON.stringify(ofChild[1]?.body)).toContain('And then?');
  });

  it('reaches one of two that were opened with one name in one message', async () => {
    const opened = createGate();
    const { work, agent } = await openTestSession({
      MAIN: [
        {
          content: [
            agentCall({ prompt: 'TASK', name: 'seeker', ...background }),
            agentCall({ prompt: 'TASK', name: 'seeker', ...background }),
          ],
        },
        { content: [call('SendMessage', { to: 'seeker-2', message: 'Stop soon.' })] },
        () => {
          opened.open();
          return says('Waiting.');
        },
        says('Done.'),
        says('Done.'),
      ],
      TASK: [
        { content: [opened.pause, call('Glob', { pattern: '*' })] },
        { content: [opened.pause, call('Glob', { pattern: '*' })] },
        says('Looked.'),
        says('Looked.'),
      ],
    });
    const { texts } = await work('go');
    expect(texts[2]).toContain('The message was sent to ');
    const names = agent.parts.subAgents?.port.list().map(({ name }) => name) ?? [];
    expect(names.toSorted()).toEqual(['seeker', 'seeker-2']);
  });

  it('wakes one whose name no new agent gets meanwhile', async () => {
    const named = createGate();
    const { work, agent } = await openTestSession({
      MAIN: [
        { content: [agentCall({ prompt: 'TASK', name: 'seeker' })] },
        {
          content: [
            call('SendMessage', { to: 'seeker', message: 'And then?' }),
            agentCall({ prompt: 'OTHER', name: 'seeker', ...background }),
          ],
        },
        says('Waiting.'),
        says('Done.'),
        says('Done.'),
      ],
      TASK: [says('Seven.'), { content: [named.pause, call('Glob', { pattern: '*' })] }, says('Eight.')],
      OTHER: [
        () => {
          named.open();
          return says('Nine.');
        },
      ],
    });
    await work('go');
    const names = agent.parts.subAgents?.port.list().map(({ name }) => name) ?? [];
    expect(names.toSorted()).toEqual(['seeker', 'seeker-2']);
  });

  it.each([
    ['nobody', 'nobody', /There is no agent "nobody"\. There are: main, seeker/],
    ['a name that two agents have had', 'seeker', /Several agents have the name "seeker"/],
  ] as const)('is refused to %s', async (title, to, expected) => {
    const isTwice = title.includes('two');
    const spawn = { content: [agentCall({ prompt: 'TASK', name: 'seeker' })] };
    const { work } = await openTestSession({
      MAIN: [
        spawn,
        ...(isTwice ? [spawn] : []),
        { content: [call('SendMessage', { to, message: 'x' })] },
        says('Done.'),
      ],
      TASK: [says('Seven.'), says('Eight.')],
    });
    const { texts } = await work('go');
    expect(texts.at(-1)).toMatch(expected);
  });

  it('does not wake one that the user has stopped', async () => {
    const reached = Promise.withResolvers<void>();
    const stopped = createGate();
    const { work, agent, cwd, sessionDirectory } = await openTestSession({
      MAIN: [
        { content: [agentCall({ prompt: 'TASK', name: 'seeker', ...background })] },
        { content: [stopped.pause, call('SendMessage', { to: 'seeker', message: 'Go on.' })] },
        says('Done.'),
      ],
      TASK: [
        () => {
          reached.resolve();
          return { connection: 'silent' };
        },
      ],
    });
    const working = work('go');
    await reached.promise;
    const [id = ''] = agent.parts.subAgents?.port.list().map((each) => each.id) ?? [];
    expect(await agent.runtime.tasks.stop(id, 'person')).toMatchObject({
      status: { status: 'stopped', by: 'person' },
    });
    stopped.open();
    const { texts } = await working;
    expect(texts[1]).toMatch(/The user stopped seeker/);
    expect(agent.parts.subAgents?.port.list()).toMatchObject([{ state: 'stopped' }]);
    await agent.close();
    await agent.parts.dispose();

    const again = await openTestSession(
      {
        MAIN: [{ content: [call('SendMessage', { to: 'seeker', message: 'Go on.' })] }, says('Done.')],
        TASK: [says('asked after all')],
      },
      { parts: { cwd, sessionDirectory, resume: true } },
    );
    const later = await again.work('again');
    expect(later.texts.at(-1)).toMatch(/The user stopped seeker/);
    expect(again.server.requests).toHaveLength(2);
  });
});

it('an agent in the foreground that moves to the background settles its call at once, and is reported later', async () => {
  const gate = createGate();
  const reached = Promise.withResolvers<void>();
  const { work, agent } = await openTestSession({
    MAIN: [{ content: [agentCall({ prompt: 'TASK' })] }, says('Waiting.'), says('Done.')],
    TASK: [
      () => {
        reached.resolve();
        return { content: [gate.pause, { type: 'text', text: 'Seven.' }] };
      },
    ],
  });
  const working = work('go');
  await reached.promise;
  const [id = ''] = agent.parts.subAgents?.port.list().map((each) => each.id) ?? [];
  const moved = agent.parts.subAgents?.port.moveToBackground(id);
  gate.open();
  const { texts, result } = await working;
  expect(moved).toBe(true);
  expect(texts[0]).toMatch(/works in the background/);
  expect(result.text).toBe('Done.');
  expect(agent.parts.subAgents?.port.moveToBackground(id)).toBe(false);
});

it('hooks are told of the start and the end of an agent, add to its start, and may have it go on', async () => {
  const start =
    'cat >> told.jsonl; echo >> told.jsonl; echo \'{"hookSpecificOutput":{"hookEventName":"SubagentStart","additionalContext":"Mind the gap."}}\'';
  const stop =
    'cat > now; cat now >> told.jsonl; echo >> told.jsonl; if grep -q \'"stop_hook_active":false\' now; then echo "Check it again." >&2; exit 2; fi';
  const hook = (command: string) => [{ matcher: 'Explore', hooks: [{ type: 'command', command }] }];
  const { work, server, cwd } = await openTestSession(
    {
      MAIN: [{ content: [agentCall({ prompt: 'TASK', subagent_type: 'Explore' })] }, says('Done.')],
      TASK: [says('Seven.'), says('Eight.')],
    },
    {
      parts: {
        settings: {
          files: [JSON.stringify({ hooks: { SubagentStart: hook(start), SubagentStop: hook(stop) } })],
        },
      },
    },
  );
  const { texts } = await work('go');
  expect(texts[0]).toMatch(/^Eight\./);
  const [, first, second] = server.requests.map(({ body }) => JSON.stringify(body['messages']));
  expect(first).toContain('<not-from-user source=\\"hook\\">\\nMind the gap.');
  expect(second).toContain('Check it again.');
  const told = readFileSync(join(cwd, 'told.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(told).toMatchObject([
    { hook_event_name: 'SubagentStart', agent_type: 'Explore', agent_id: expect.any(String) },
    {
      hook_event_name: 'SubagentStop',
      last_assistant_message: 'Seven.',
      stop_hook_active: false,
      session_crons: [],
      // Of the session, not of the agent: it is one of them.
      background_tasks: [{ type: 'agent', status: 'running', description: 'a task' }],
      agent_transcript_path: expect.stringContaining('agents'),
    },
    { last_assistant_message: 'Eight.', stop_hook_active: true },
  ]);
});
