import type { PrintAgent } from '../../print/open-print-agent.ts';
import { statusInput } from './status-input.ts';
import { StatusLine } from './status-line.ts';
import type { TerminalState } from '../terminal-state.ts';

/** The row of the setting "statusLine" for an open session. */
export function openStatusLine(opened: PrintAgent, state: TerminalState, version: () => string): StatusLine {
  const { agent, parts } = opened;
  return new StatusLine({
    parts,
    cwd: () => agent.runtime.session.cwd,
    env: agent.runtime.agent.env,
    input: () =>
      statusInput(opened, {
        version: version(),
        usedTokens: state.usedTokens,
        costUsd: state.costUsd,
        startedAt: state.startedAt,
      }),
    note: (text) => state.note(text),
    onChange: () => state.front.screen.refresh(),
  });
}
