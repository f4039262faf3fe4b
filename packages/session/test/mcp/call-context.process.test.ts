import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentCallExtension } from '@sluice/agent';
import { defineTool, type CallContext } from '@sluice/core';
import { expect, it } from 'vitest';
import { scratch } from '../../../sluice/test/cli/exec/support/scratch.ts';
import { definitionsOf } from '../agent/sub-agents/support/definitions-of.ts';
import { openTestSession } from '../agent/sub-agents/support/open-session.ts';
import { faultEntry } from './support/with-server.ts';

type Seen = Pick<AgentCallExtension, 'agentType' | 'mcp'> & { readonly commands: readonly string[] };

it('a call sees the MCP servers and the commands of its session, as they are then', async () => {
  const cwd = scratch();
  const directory = join(cwd, '.sluice', 'commands');
  mkdirSync(directory, { recursive: true });
  const write = (name: string): void => writeFileSync(join(directory, `${name}.md`), `Do ${name}.`);
  write('review');
  const seen: Seen[] = [];
  const look = defineTool({
    name: 'Look',
    description: 'Looks.',
    inputSchema: { type: 'object' },
    async call(_input, { extension }: CallContext<AgentCallExtension>) {
      const { agentType, mcp, commands } = extension;
      const names = commands.map(({ name }) => name).filter((name) => /^(?:review|later|cost)$/.test(name));
      seen.push({ agentType, mcp, commands: names });
      return { data: 'seen' };
    },
  });
  const looks = { content: [{ type: 'call' as const, name: 'Look', input: {} }] };
  const opens = {
    content: [
      {
        type: 'call' as const,
        name: 'Agent',
        input: { subagent_type: 'looker', description: 'look', prompt: 'LOOK', run_in_background: false },
      },
    ],
  };
  const done = { content: [{ type: 'text' as const, text: 'Done.' }] };
  const { agent, work } = await openTestSession(
    { MAIN: [looks, opens, done, looks, done], LOOK: [looks, done] },
    {
      parts: {
        cwd,
        tools: [look],
        skills: {},
        settings: { sources: ['project'], allow: ['Look', 'Agent'] },
        mcp: { configs: [JSON.stringify({ mcpServers: { f: faultEntry({}) } })], waitsForAll: true },
        agents: { definitions: definitionsOf({ looker: { mcpServers: [{ own: faultEntry({}) }] } }) },
      },
    },
  );
  const { result } = await work('MAIN');
  expect(result).toMatchObject({ reason: 'completed' });
  agent.parts.mcp?.update([]);
  write('later');
  await work('MAIN again');
  const f = { name: 'f', status: 'connected' };
  expect(seen).toEqual([
    { agentType: undefined, mcp: [f], commands: ['cost', 'review'] },
    {
      agentType: 'looker',
      mcp: [f, { name: 'own', status: 'connected' }],
      commands: ['cost', 'review'],
    },
    { agentType: undefined, mcp: [], commands: ['cost', 'later', 'review'] },
  ]);
});
