import { present } from '@sluice/base';
import type { HookSaid, JournalEntry } from '@sluice/core';
import type { EventSummary, HookReport } from '@sluice/hooks';

export type HookEntry = Omit<Extract<JournalEntry, { readonly type: 'hook' }>, 'v' | 'time'>;
export type HookSummaryEntry = Omit<Extract<JournalEntry, { readonly type: 'hook-summary' }>, 'v' | 'time'>;

/** Journal lines have a size limit. */
const MAX = 1000;
const MAX_TEXTS = 20;

/**
 * The journal entry of a hook that the engine does not run: a session hook, or one that answers alongside the
 * user.
 */
export function hookEntry({ handler, hook, place, callId, meaning, durationMs }: HookReport): HookEntry {
  const isDone = meaning.kind === 'answered' || meaning.kind === 'blocked';
  return {
    type: 'hook',
    ...present({ callId }),
    event: handler.event,
    hook: shortened(hook),
    place: shortened(place),
    outcome: isDone ? 'ok' : meaning.kind,
    durationMs,
    said: saidOf(handler.event, meaning),
  };
}

/** The journal entry for the combined result of an event's hooks. */
export function hookSummaryEntry(
  event: string,
  { count, infos, errors, preventedContinuation, reason }: EventSummary,
): HookSummaryEntry {
  return {
    type: 'hook-summary',
    event,
    count,
    infos: infos.slice(0, MAX_TEXTS).map(shortened),
    errors: errors.slice(0, MAX_TEXTS).map(shortened),
    preventedContinuation,
    reason: reason === undefined ? undefined : shortened(reason),
  };
}

/** Events at which plain text becomes context for the model. */
const TAKE_TEXT: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit', 'UserPromptExpansion']);

function saidOf(event: string, meaning: HookReport['meaning']): HookSaid {
  if (meaning.kind === 'failed') return { reason: shortened(meaning.problem) };
  if (meaning.kind === 'timed-out' || meaning.kind === 'cancelled') return {};
  const { answer } = meaning;
  const isContext = meaning.kind === 'answered' && meaning.text !== '' && TAKE_TEXT.has(event);
  const behavior = answer?.permission?.behavior;
  const decision = meaning.kind === 'blocked' ? 'deny' : (behavior ?? answer?.permissionDecision);
  const reason =
    meaning.kind === 'blocked' ? meaning.reason : (answer?.permission?.message ?? answer?.stop?.reason);
  return {
    decision,
    reason: reason === undefined ? undefined : shortened(reason),
    changesInput: answer?.permission?.updatedInput === undefined ? undefined : true,
    addsContext: answer?.additionalContext !== undefined || isContext ? true : undefined,
    stops: answer?.stop === undefined ? undefined : true,
  };
}

function shortened(text: string): string {
  return text.length <= MAX ? text : `${text.slice(0, MAX).toWellFormed()}…`;
}
