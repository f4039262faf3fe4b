import { cellWidth, fitText } from '@sluice/base';
import { sanitize } from '@sluice/core';
import type { SubAgentInfo } from '@sluice/agent';
import type { Style } from '@sluice/terminal';
import { agentDetail } from './agent-tree-items.ts';
import type { AgentWatch } from './agent-watch.ts';

/** Rows that stand below the log, and are drawn again with each frame. */
export interface Panel {
  rows(style: Style, width: number, room: number): readonly string[];
}

/** What one agent says and does, below a rule that names it. */
export function followAgent(
  { id, name, type, description }: SubAgentInfo,
  watch: Pick<AgentWatch, 'lines' | 'tokens' | 'lastCall'>,
  list: () => readonly SubAgentInfo[],
): Panel {
  const who = name === '' || name === id ? type : name;
  return {
    rows(style, width, room) {
      const info = list().find((one) => one.id === id);
      const state = info === undefined ? '' : agentDetail(info, watch, false);
      const right = ` ${state} · Esc closes ──`;
      const title = fitText(sanitize(`${who}: ${description}`), Math.max(8, width - cellWidth(right) - 6));
      const rule = '─'.repeat(Math.max(1, width - cellWidth(title) - cellWidth(right) - 4));
      const lines = watch.lines(id).slice(-Math.max(1, room - 1));
      const rows =
        lines.length === 0 ? ['  (nothing yet)'] : lines.map((line) => fitText(`  ${line}`, width));
      return [`── ${style('strong', title)} ${rule}${right}`, ...rows.map((row) => style('quiet', row))];
    },
  };
}
