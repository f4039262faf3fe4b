import type { AgentEvent, SubAgentInfo } from '@sluice/agent';
import { cellWidth } from '@sluice/base';
import { assemblePool } from '@sluice/core';
import { createStyle } from '@sluice/terminal';
import { expect, it } from 'vitest';
import { backgroundAgents } from '../../../../src/cli/interactive/agents/background-agents.ts';
import { AgentWatch } from '../../../../src/cli/interactive/agents/agent-watch.ts';
import { followAgent } from '../../../../src/cli/interactive/agents/followed-agent.ts';

const AGENT: SubAgentInfo = {
  ...{ id: 'a', name: '', type: 'Explore', state: 'running', description: 'look at\tthe Makefile' },
  ...{ isBackground: true, depth: 1, parentId: undefined, transcriptPath: '' },
};

it('draws what an agent says in the cells that it takes, whatever it says', () => {
  const watch = new AgentWatch({ pool: assemblePool({ builtIn: [] }), cwd: '/' });
  const say = (text: string): AgentEvent => ({
    type: 'model',
    messageId: 'm',
    event: { type: 'block-delta', index: 0, delta: { type: 'text', text } },
  });
  for (const text of ['all:\r\n\tmake\tit\n', `${'\t'.repeat(30)}deep\n`, 'a\rb\u001b[2J'])
    watch.heard(AGENT, say(text));
  const rows = followAgent(AGENT, watch, () => [AGENT]).rows(createStyle(false), 60, 10);
  expect(rows.slice(1)).toEqual(['  all:', '      make    it', `  ${' '.repeat(57)}…`, '  ab⟨U+001B⟩[2J']);
  for (const row of rows) {
    expect(row).not.toMatch(/\p{Cc}/u);
    expect(cellWidth(row)).toBeLessThanOrEqual(60);
  }
});

it('has a row for each agent that works in the background, as many as fit', () => {
  const watch = new AgentWatch({ pool: assemblePool({ builtIn: [] }), cwd: '/' });
  const agents: readonly SubAgentInfo[] = [
    { ...AGENT, id: '1' },
    { ...AGENT, id: '2', isBackground: false },
    { ...AGENT, id: '3', state: 'completed' },
    { ...AGENT, id: '4', name: 'Explore-2', state: 'waiting-for-approval', description: 'ask' },
    { ...AGENT, id: '5', name: 'helper', description: 'help' },
  ];
  watch.heard(
    { id: '1', type: 'Explore' },
    {
      type: 'model',
      messageId: 'm',
      event: {
        type: 'block-stop',
        index: 0,
        block: { type: 'tool_use', id: 'r', name: 'Read', input: {} },
        call: undefined,
      },
    },
  );
  const rows = (room: number): readonly string[] =>
    backgroundAgents(agents, watch).rows(createStyle(false), 48, room);
  expect(rows(4)).toEqual([
    '  ⠿ Explore: look at the Makefile           Read',
    '  ? Explore-2: ask                 waits for you',
    '  ⠿ helper (Explore): help',
  ]);
  expect(rows(2)).toEqual([
    '  ⠿ Explore: look at the Makefile           Read',
    '  … and 2 more agents: /agents',
  ]);
  expect(rows(0)).toEqual([]);
  expect(backgroundAgents(agents.slice(1, 3), watch).rows(createStyle(false), 48, 4)).toEqual([]);
});
