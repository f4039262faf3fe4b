import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';

/** Why a call has this outcome, if its record says. */
export function outcomeReason(record: JsonObject): string {
  const outcome = getOwn(record, 'outcome');
  if (!isJsonObject(outcome)) return '';
  const reason = getOwn(outcome, 'reason');
  if (typeof reason === 'string') return reason;
  if (isJsonObject(reason)) return cancelText(reason);
  const message = getOwn(outcome, 'message');
  return typeof message === 'string' ? message : '';
}

function cancelText(reason: JsonObject): string {
  switch (getOwn(reason, 'kind')) {
    case 'user-message':
      return 'The user sent a message.';
    case 'user-cancel':
      return 'The user canceled it.';
    case 'stream-retracted':
      return "The model's message was retracted.";
    case 'shutdown':
      return 'The program ended.';
    case 'parent-ended':
      return 'The call that made it ended.';
    case 'timeout':
      return `It took longer than ${String(getOwn(reason, 'afterMs'))} ms.`;
    case 'stopped':
      return `The agent was stopped: ${String(getOwn(reason, 'message'))}.`;
    case 'program':
      return String(getOwn(reason, 'message'));
    case 'sibling-error':
      return `An earlier call failed: ${String(getOwn(reason, 'failedTool'))} (${String(getOwn(reason, 'failedCallId'))}).`;
    default:
      return '';
  }
}
