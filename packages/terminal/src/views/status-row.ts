import { durationText } from '@sluice/core';
import { countText } from '@sluice/base';
import { fitStyled } from '../text/fit-styled.ts';
import type { Style } from '../text/style.ts';

export interface Status {
  readonly mode: string;
  readonly usedTokens: number | undefined;
  readonly windowTokens: number;
  /** Undefined: the price of a model is unknown. */
  readonly costUsd: number | undefined;
  /** Of the prompt that is at work. Undefined: none is. */
  readonly workingMs: number | undefined;
  readonly runningCalls: number;
  readonly waitingInquiries: number;
  readonly tasks: number;
  /** Said for a moment, such as how to leave. */
  readonly hint: string | undefined;
}

/** Mode, how full the window is, cost, time, and what Esc does. */
export function statusRow(status: Status, style: Style, width: number): string {
  const { mode, usedTokens, windowTokens, costUsd, workingMs, runningCalls, hint, tasks } = status;
  if (hint !== undefined) return style('refused', fitStyled(`  ${hint}`, width));
  const used = usedTokens === undefined ? 0 : (100 * usedTokens) / windowTokens;
  const parts = [
    mode,
    `${used > 0 && used < 1 ? '<1' : Math.round(used)} % of ${thousands(windowTokens)}`,
    ...(costUsd === undefined || costUsd === 0 ? [] : [`$${costUsd.toFixed(2)}`]),
    ...(workingMs === undefined ? [] : [durationText(Math.floor(workingMs / 1000) * 1000)]),
    ...(runningCalls > 1 ? [countText(runningCalls, 'call')] : []),
    ...(tasks > 0 ? [`${countText(tasks, 'task')} in the background`] : []),
    workingMs === undefined ? '/help' : 'esc stops',
  ];
  return style('quiet', fitStyled(`  ${parts.join(' · ')}`, width));
}

function thousands(tokens: number): string {
  return tokens >= 1_000_000 ? `${tokens / 1_000_000}M` : `${Math.round(tokens / 1000)}k`;
}
