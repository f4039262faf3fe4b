import type { AgentEvent, SubAgentInfo } from '@sluice/agent';
import { cellWidth } from '@sluice/base';
import { assemblePool } from '@sluice/core';
import { createStyle } from '@sluice/terminal';
import { expect, it } from 'vitest';
import { AgentWatch } from '../../../src/cli/interactive/agent-watch.ts';
import { followAgent } from '../../../src/cli/interactive/followed-agent.ts';

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
