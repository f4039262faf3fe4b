import { durationText, sanitize } from '@sluice/core';
import { countText } from '@sluice/base';
import { cells } from '../text/cells.ts';
import { fitStyled } from '../text/fit-styled.ts';
import { joinFitting, type RowPiece } from '../text/join-fitting.ts';
import type { Style } from '../text/style.ts';

export interface Status {
  /** Undefined: the session is not open yet. */
  readonly mode: string | undefined;
  /** Shown where there is room. */
  readonly model?: string | undefined;
  /** How much the model thinks. Undefined: its own default. */
  readonly effort?: string | undefined;
  readonly usedTokens: number | undefined;
  readonly windowTokens: number;
  /** Undefined: the price of a model is unknown. */
  readonly costUsd: number | undefined;
  /** False: more was used than was reported. Default true. */
  readonly isCostWhole?: boolean | undefined;
  /** Of the prompt that is at work. Undefined: none is. */
  readonly workingMs: number | undefined;
  /** What Esc does. Undefined: it stops the work, if there is any. */
  readonly escape?: string | undefined;
  /** Esc stops something. Default: while a prompt is at work. */
  readonly isStoppable?: boolean | undefined;
  readonly runningCalls: number;
  readonly waitingInquiries: number;
  readonly tasks: number;
  /** Said for a moment, such as how to leave. */
  readonly hint: string | undefined;
}

/** Mode, how full the window is, cost, time, and what Esc does. In a narrow window, what matters least is left out. */
export function statusRow(status: Status, style: Style, width: number): string {
  const { mode, usedTokens, windowTokens, costUsd, workingMs, runningCalls, hint, tasks } = status;
  if (hint !== undefined) return style('refused', fitStyled(`  ${hint}`, width));
  if (mode === undefined) {
    const waits = status.waitingInquiries > 0 ? 'waits for your answer' : 'opening';
    return style('quiet', fitStyled(`  ${status.escape ?? waits}`, width));
  }
  const used = usedTokens === undefined ? 0 : (100 * usedTokens) / windowTokens;
  const meter = `${used > 0 && used < 1 ? '<1' : Math.round(used)} % of ${thousands(windowTokens)}`;
  const isNearlyFull = used >= NEARLY_FULL;
  const shownMeter = isNearlyFull ? `${meter}, compacts at 80 %` : meter;
  const start = `  ${mode} · `;
  const room = width - cells(start) - cells(shownMeter) - SEPARATOR;
  const after: readonly RowPiece[] = [
    {
      text: costUsd === undefined || costUsd === 0 ? '' : costText(costUsd, status.isCostWhole !== false),
      weight: 3,
    },
    { text: width < WIDE || status.model === undefined ? '' : shortModel(status.model), weight: 0 },
    { text: status.effort === undefined ? '' : `effort ${status.effort}`, weight: 1 },
    { text: secondsText(workingMs), weight: 4 },
    { text: runningCalls > 1 ? countText(runningCalls, 'call') : '', weight: 2 },
    { text: tasks > 0 ? countText(tasks, 'task') : '', weight: 5 },
    {
      text: status.escape ?? (workingMs === undefined && status.isStoppable !== true ? '/help' : 'esc stops'),
      weight: 6,
    },
  ];
  const rest = joinFitting(
    after.filter(({ text }) => text !== ''),
    room,
  );
  const row = `${style('quiet', start)}${style(isNearlyFull ? 'refused' : 'quiet', shownMeter)}${style('quiet', ` · ${rest}`)}`;
  return fitStyled(row, width);
}

/** Cells of ` · `. */
const SEPARATOR = 3;

function secondsText(workingMs: number | undefined): string {
  return workingMs === undefined || workingMs < 1000 ? '' : durationText(Math.floor(workingMs / 1000) * 1000);
}

/** Percent of the window from which on the row says that the conversation will be compacted. */
const NEARLY_FULL = 70;

function thousands(tokens: number): string {
  return tokens >= 1_000_000 ? `${tokens / 1_000_000}M` : `${Math.round(tokens / 1000)}k`;
}

/** Columns from which on the row has room for the model. */
const WIDE = 98;

/** Without the service; sanitized, since it may come from a settings file. */
function shortModel(model: string): string {
  return sanitize(model.slice(model.lastIndexOf('/') + 1));
}

/** In cents. `+`: more was used than was reported. */
export function costText(usd: number, isWhole: boolean): string {
  return `${usd < 0.01 ? '<$0.01' : `$${usd.toFixed(2)}`}${isWhole ? '' : '+'}`;
}
