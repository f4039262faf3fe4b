import type { AgentEvent, AgentResult } from '@sluice/agent';
import { callLabel, durationText, OUTCOME_MARKS, type RunEvent, type ToolPool } from '@sluice/core';
import { countText } from '@sluice/base';
import { reasonText } from '../../exec/output/reason-text.ts';
import { retryNotes } from './retry-notes.ts';

const MAX_NAMES = 8;

interface TextNotesOptions {
  readonly pool: ToolPool;
  /** Someone is watching: also report each call and each wait. */
  readonly showsAll: boolean;
}

/** What the user sees besides the answer in text format: one line each. */
export function textNotes(event: AgentEvent, options: TextNotesOptions): readonly string[] {
  const { pool, showsAll } = options;
  switch (event.type) {
    case 'engine':
      return showsAll ? engineText(pool, event.event) : [];
    case 'model':
    case 'retracted':
      return retryNotes(event, options);
    case 'notice':
      return showsAll ? [event.message] : [];
    case 'result':
      return [...denialText(event.result), ...deferredText(event.result), ...suspendedText(event.result)];
    default:
      return [];
  }
}

function engineText(pool: ToolPool, event: RunEvent): readonly string[] {
  if (event.type === 'tool-result') return [callText(pool, event)];
  // `HookFailures` tells those of hooks, watched or not.
  if (event.type === 'notice') return event.code === 'hook-failed' ? [] : [event.message];
  return event.type === 'error' ? [event.message] : [];
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
  const why = deferred.reason === undefined ? '' : ` (${deferred.reason})`;
  return [
    `a hook deferred the call ${deferred.id} of ${deferred.name.slice(0, 80)}${why}: it runs when you resume the session (--continue or --resume)`,
  ];
}

function suspendedText({ suspended = [] }: AgentResult): readonly string[] {
  const asked = suspended.filter(({ requestId }) => requestId !== undefined);
  if (suspended.length === 0) return [];
  const behind = suspended.length - asked.length;
  const rest =
    behind === 0 ? [] : [`${countText(behind, 'later call')} ${behind === 1 ? 'waits' : 'wait'} for them`];
  return [
    ...asked.map(
      ({ requestId, toolName }) =>
        `${toolName.slice(0, 80)} waits for approval: sluice asks answer ${requestId} yes|no`,
    ),
    ...rest,
    'then continue with --continue or --resume; sluice asks shows what each call would do',
  ];
}

/** The exit code doesn't reflect them: the model may have found another way, or not. */
function denialText({ denials }: AgentResult): readonly string[] {
  if (denials.length === 0) return [];
  const names = [...new Set(denials.map(({ toolName }) => toolName.slice(0, 80)))];
  const rest = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  const were = denials.length === 1 ? 'was' : 'were';
  const [them, planned] = [false, true].map((isOfPlan) =>
    namesOf(denials, (denial) => denial.isFinal !== true && (denial.isOfPlanMode === true) === isOfPlan),
  );
  const advice = [
    ...(them === undefined ? [] : [`; allow ${them} with --allowedTools or another --permission-mode`]),
    ...(planned === undefined
      ? []
      : [`; plan mode denies ${planned}, whatever is allowed: use another --permission-mode`]),
  ].join('');
  const shown = `${names.slice(0, MAX_NAMES).join(', ')}${rest}`;
  return [`${countText(denials.length, 'call')} ${were} denied: ${shown}${advice}`];
}

type Denial = AgentResult['denials'][number];

/** The chosen denials: by name, unless a call of the same name is none of them. Undefined: there are none. */
function namesOf(denials: readonly Denial[], isChosen: (denial: Denial) => boolean): string | undefined {
  const [chosen = [], others = []] = [true, false].map((wanted) =>
    denials.filter((one) => isChosen(one) === wanted).map(({ toolName }) => toolName.slice(0, 80)),
  );
  if (chosen.length === 0) return undefined;
  if (others.length === 0) return chosen.length === 1 ? 'it' : 'them';
  const names = [...new Set(chosen)];
  if (names.length > MAX_NAMES || names.some((name) => others.includes(name)))
    return `${chosen.length} of them`;
  return new Intl.ListFormat('en-US').format(names);
}
