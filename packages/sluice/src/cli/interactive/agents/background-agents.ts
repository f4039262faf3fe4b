import { countText } from '@sluice/base';
import { sanitize } from '@sluice/core';
import type { AgentEvent, SubAgentInfo } from '@sluice/agent';
import { columnsOfParts, columnsWidth } from '@sluice/terminal';
import { agentLabel, callParts, tokenParts } from './agent-tree-items.ts';
import type { AgentWatch } from './agent-watch.ts';
import type { Panel } from './followed-agent.ts';

/** The agents at work in the background, a row each; an agent that a call waits for is in that call's row. */
export function backgroundAgents(
  agents: readonly SubAgentInfo[],
  watch: Pick<AgentWatch, 'tokens' | 'lastCall'>,
): Panel {
  const working = agents.filter(
    ({ isBackground, state }) => isBackground && (state === 'running' || state === 'waiting-for-approval'),
  );
  return {
    rows(style, width, room) {
      if (room < 1) return [];
      const shown = working.length <= room ? working : working.slice(0, Math.max(0, room - 1));
      const rest = working.length - shown.length;
      const texts = shown.map((agent): readonly [string, string] => {
        const { id, state } = agent;
        const parts =
          state === 'running'
            ? [...callParts(id, watch), ...tokenParts(id, watch)]
            : [...tokenParts(id, watch), 'waits for you'];
        return [`  ${sanitize(agentLabel(agent, 0))}`, parts.join('  ')];
      });
      const inner = columnsWidth(texts, width);
      const rows = texts.map(([left, right]) => columnsOfParts(left, right, inner));
      return rest === 0
        ? rows
        : [...rows, style('quiet', `  … and ${countText(rest, 'more agent')}: /agents`)];
    },
  };
}

/** Whether an event changes an agent's row. */
export function changesRow(event: AgentEvent): boolean {
  return event.type === 'model' ? event.event.type === 'block-stop' : event.type !== 'engine';
}
