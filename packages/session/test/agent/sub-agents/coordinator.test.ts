import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAgentsJson, type AgentDefinition } from '@sluice/agent';
import type { Asker, CallInquiry, JsonObject } from '@sluice/core';
import { LeaderAsks } from '../../../src/agent/sub-agents/team/leader-asks.ts';
import type { Answer, AnswerFunction } from '../../../../agent/test/support/model-server/script.ts';
import {
  agentCall,
  call,
  openTestSession,
  says,
  toolNames,
  type SessionWishes,
} from './support/open-session.ts';

const STRICT = { description: 'Works with care.', prompt: 'You work.', permissionMode: 'default' };
const worker = { content: [agentCall({ prompt: 'TASK A', subagent_type: 'careful' })] };
const writes = (path: string) => ({ content: [call('Write', { file_path: path, content: 'x' })] });
const bodies = (server: { readonly requests: readonly { readonly body: unknown }[] }): string =>
  JSON.stringify(server.requests.map(({ body }) => body));

/** The leader answers the request that it finds in its conversation. */
const answers =
  (approve: boolean, more: JsonObject = {}): AnswerFunction =>
  ({ body }) => {
    const text = JSON.stringify(body);
    const id = /permission-\d+/.exec(text)?.[0] ?? '';
    return {
      content: [
        call('SendMessage', {
          to: 'careful',
          message: { type: 'permission_response', request_id: id, approve, ...more },
        }),
      ],
    };
  };

async function coordinate(main: readonly (Answer | AnswerFunction)[], wishes: SessionWishes = {}) {
  return openTestSession(
    {
      MAIN: [worker, ...main, says('Ok.'), says('Ok.'), says('Ok.')],
      'TASK A': [writes('made.txt'), says('Finished.')],
    },
    {
      ...wishes,
      parts: {
        permissionMode: 'acceptEdits',
        agents: { isCoordinator: true, definitions: [definition()] },
        ...wishes.parts,
      },
    },
  );
}

function definition(): AgentDefinition {
  const parsed = parseAgentsJson(JSON.stringify({ careful: STRICT }));
  const [found] = parsed.ok ? parsed.definitions : [];
  if (found === undefined) throw new Error('no definition');
  return found;
}

describe('a coordinator', () => {
  it('has tools to lead, its workers have the others, and they work in the background', async () => {
    const { work, server } = await coordinate([says('Waiting.'), answers(true)]);
    const { texts } = await work('go');
    const isChild = ({ body }: { body: unknown }): boolean =>
      !JSON.stringify(body).includes('You coordinate.');
    const main = toolNames(server.requests[0]?.body ?? {});
    const child = toolNames(server.requests.find(isChild)?.body ?? {});
    expect(main).toEqual(expect.arrayContaining(['Agent', 'Read']));
    for (const name of ['Bash', 'Write', 'Edit', 'Grep']) expect(main).not.toContain(name);
    expect(child).toEqual(expect.arrayContaining(['Bash', 'Write']));
    expect(texts[0]).toContain('works in the background');
    expect(JSON.stringify(server.requests[0]?.body)).toContain('You coordinate.');
  });

  it('approves what it may do itself, and no one else is asked', async () => {
    const { work, cwd, asked, server } = await coordinate([says('Waiting.'), answers(true)]);
    await work('go');
    expect(readFileSync(join(cwd, 'made.txt'), 'utf8')).toBe('x');
    expect(asked).toEqual([]);
    expect(bodies(server)).toMatch(/permission_request.{1,200}tool_name.{1,20}Write/);
  });

  it('declines with a reason that the worker reads', async () => {
    const { work, cwd, server } = await coordinate([
      says('Waiting.'),
      answers(false, { reason: 'Not this file.' }),
    ]);
    await work('go');
    expect(existsSync(join(cwd, 'made.txt'))).toBe(false);
    expect(bodies(server)).toContain('Not this file.');
  });

  it('cannot approve what its own policy would ask about: the user is asked', async () => {
    const { work, asked, cwd } = await coordinate([says('Waiting.'), answers(true)], {
      parts: { permissionMode: 'default' },
      answer: () => ({ behavior: 'deny' }),
    });
    await work('go');
    expect(asked.map(({ toolName }) => toolName)).toEqual(['Write']);
    expect(existsSync(join(cwd, 'made.txt'))).toBe(false);
  });

  it('without anyone to ask, its approval of such a call denies it', async () => {
    const { work, cwd } = await coordinate([says('Waiting.'), answers(true)], {
      parts: { permissionMode: 'default' },
      agent: { asker: undefined },
    });
    expect((await work('go')).texts.join('\n')).toContain('You would be denied this call yourself');
    expect(existsSync(join(cwd, 'made.txt'))).toBe(false);
  });

  it('a worker or an invented id answers nothing', async () => {
    const { work, agent } = await coordinate([says('Waiting.'), answers(true)]);
    await work('go');
    const port = agent.parts.subAgents?.port;
    const fields = { type: 'permission_response', request_id: 'permission-1', approve: true };
    const send = (from: string | undefined) =>
      port?.send({ to: 'careful', text: '', fields, summary: undefined, from });
    expect(await send(undefined)).toMatchObject({ ok: false, code: 'no-request' });
    expect(await send(port?.list()[0]?.id)).toMatchObject({ ok: false, code: 'not-leader' });
  });
});

describe('asks that a leader does not answer', () => {
  const inquiry: CallInquiry = {
    ...{ kind: 'permission', requestId: 'r1', callId: 'c', toolName: 'Write', input: {}, askedBy: 'default' },
    ...{ summary: 'Write', reason: 'nothing allows it', agentChain: ['w'], agentId: 'w', agentType: 'w' },
    ...{
      display: { text: 'path: x', isWhole: true, warnings: [] },
      matchedRule: undefined,
      blockedPath: undefined,
      risk: 'low',
    },
    ...{ suggestedRules: [], suggestedDestination: 'session', batch: { messageId: 'm', open: 1 } },
  };
  const open = () => {
    let late = (): void => {};
    const asks = new LeaderAsks({
      send: () => Promise.resolve({ ok: true, deliveredTo: 'main', resumed: false }),
      decide: () => Promise.reject(new Error('not asked')),
      after(_, run) {
        late = run;
        return () => {};
      },
    });
    return { asks, late: () => late() };
  };

  it('go to the person after five minutes, and the first answer counts', async () => {
    const { asks, late } = open();
    const given: string[] = [];
    const pushed: string[] = [];
    const answers: Parameters<Asker['push']>[1][] = [];
    const asker = asks.asker({
      push(request, settle) {
        pushed.push(request.requestId);
        answers.push(settle);
      },
      remove() {},
      update() {},
    });
    asker.push(inquiry, ({ behavior }) => given.push(behavior));
    late();
    expect(pushed).toEqual(['r1']);
    answers[0]?.({ behavior: 'allow' });
    const fields = { type: 'permission_response', request_id: 'permission-1', approve: false };
    expect(await asks.respond(fields, undefined)).toMatchObject({ ok: false, code: 'no-request' });
    expect(given).toEqual(['allow']);
  });

  it('are denied if there is no person; what something demands to be asked never reaches the leader', () => {
    const { asks, late } = open();
    const given: string[] = [];
    const asker = asks.asker(undefined);
    asker.push(inquiry, ({ behavior }) => given.push(behavior));
    late();
    asker.push({ ...inquiry, requestId: 'r2', askedBy: 'rule' }, ({ behavior }) => given.push(behavior));
    expect(given).toEqual(['unavailable', 'unavailable']);
  });
});
