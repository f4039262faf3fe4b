import { getOwn, isJsonObject, type JsonObject } from '../data/json.ts';
import { readText } from '../journal/conversation.ts';
import type { JournaledMessage } from '../journal/session.ts';
import type { ResultStore } from '../ports/store.ts';
import { SuspendedAsks, type SuspendedCall } from '../engine/suspended-asks.ts';
import type { SuspendedAnswer } from '../permission/ask/suspended-answer.ts';

/** A call that is open until someone answers. */
export interface PendingAsk {
  readonly requestId: string;
  readonly messageId: string;
  readonly callId: string;
  readonly toolName: string;
  readonly input: JsonObject;
  /** One line for a person, like `reason`. */
  readonly summary: string;
  readonly reason: string;
  /** Answered, but it has not run yet: an earlier call is open, or the process ended first. */
  readonly answer: SuspendedAnswer | undefined;
  /** All that a person is shown: a `PermissionRequest` as JSON. */
  readonly request: JsonObject;
}

/** The questions of a session's journal that are open: for a program that only looks. */
export function pendingAsks(
  messages: readonly JournaledMessage[],
  store: Pick<ResultStore, 'get'>,
): Promise<readonly PendingAsk[]> {
  return Promise.all(new SuspendedAsks(messages).open().map((call) => pendingAsk(store, call)));
}

export async function pendingAsk(
  store: Pick<ResultStore, 'get'>,
  { messageId, callId, name, ask }: SuspendedCall,
): Promise<PendingAsk> {
  const request = parse(await readText(ask.request, store));
  const text = (key: string): string => {
    const value = getOwn(request, key);
    return typeof value === 'string' ? value : '';
  };
  const input = getOwn(request, 'input');
  return {
    requestId: ask.requestId,
    messageId,
    callId,
    toolName: text('toolName') || name,
    input: isJsonObject(input) ? input : {},
    summary: text('summary'),
    reason: text('reason'),
    answer: ask.answer,
    request,
  };
}

function parse(text: string | undefined): JsonObject {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
