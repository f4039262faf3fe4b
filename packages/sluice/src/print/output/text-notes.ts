import type { AgentEvent, AgentResult } from '@sluice/agent';
import type { ModelFailure, RunEvent, ToolPool } from '@sluice/core';
import { durationText } from '@sluice/core';
import { countText } from '../../exec/output/amounts.ts';
import { callLabel } from '../../exec/output/call-label.ts';
import { OUTCOME_MARKS } from '../../exec/output/outcome-mark.ts';
import { reasonText } from '../../exec/output/reason-text.ts';
import { retryText } from './retry-text.ts';

/** Waits that nobody would notice are not told, unless all is. */
const LONG_WAIT_MS = 5000;
const MOST_NAMES = 8;

export interface TextNotesWish {
  readonly pool: ToolPool;
  /** Somebody watches: each call and each wait is told as well. */
  readonly showsAll: boolean;
}

/** What a person is told beside the answer while text is written: a line each. */
export function textNotes(event: AgentEvent, { pool, showsAll }: TextNotesWish): readonly string[] {
  switch (event.type) {
    case 'engine':
      return showsAll ? engineText(pool, event.event) : [];
    case 'model':
      return event.event.type === 'retry' ? wait(event.event, showsAll) : [];
    case 'retracted':
      return wait({ ...event, maxRetries: MOST_STREAM_RETRIES }, showsAll);
    case 'notice':
      return showsAll ? [event.message] : [];
    case 'result':
      return [...denialText(event.result), ...deferredText(event.result)];
    default:
      return [];
  }
}

/** How often an answer that breaks off is asked for again. */
export const MOST_STREAM_RETRIES = 3;

interface Wait {
  readonly failure: ModelFailure;
  readonly delayMs: number;
  readonly attempt: number;
  readonly maxRetries: number;
}

function wait(retry: Wait, showsAll: boolean): readonly string[] {
  return showsAll || retry.delayMs > LONG_WAIT_MS ? [retryText(retry)] : [];
}

function engineText(pool: ToolPool, event: RunEvent): readonly string[] {
  if (event.type === 'tool-result') return [callText(pool, event)];
  return event.type === 'notice' || event.type === 'error' ? [event.message] : [];
}

function callText(pool: ToolPool, event: Extract<RunEvent, { readonly type: 'tool-result' }>): string {
  const { outcome, record } = event;
  const reason = reasonText(outcome);
  const time = outcome.code === 'ok' ? ` (${durationText(record.executingMs)})` : '';
  const head = `${OUTCOME_MARKS[outcome.code].mark} ${callLabel(pool, event, undefined)}${time}`;
  return reason === '' ? head : `${head}: ${reason}`;
}

function deferredText({ deferred }: AgentResult): readonly string[] {
  if (deferred === undefined) return [];
  return [
    `a hook has put off the call ${deferred.id} of ${deferred.name.slice(0, 80)}: it is made when the session goes on (--continue, or --resume)`,
  ];
}

/** The exit status says nothing of them: the model may have found another way, or not. */
function denialText({ denials }: AgentResult): readonly string[] {
  if (denials.length === 0) return [];
  const names = [...new Set(denials.map(({ toolName }) => toolName.slice(0, 80)))];
  const rest = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  const [were, them] = denials.length === 1 ? ['was', 'it'] : ['were', 'them'];
  const shown = `${names.slice(0, MOST_NAMES).join(', ')}${rest}`;
  return [
    `${countText(denials.length, 'call')} ${were} denied: ${shown}; allow ${them} with --allowedTools or another --permission-mode`,
  ];
}
