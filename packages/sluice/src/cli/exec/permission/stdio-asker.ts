import { isCallInquiry, type Asker, type CallInquiry, type InquiryAnswer } from '@sluice/core';
import { cannotShow } from './cannot-show.ts';
import type { PermissionResponse } from '../input/permission-response.ts';

/** Asks a program: requests are written as events, responses arrive among the lines of the input. */
interface StdioAsker extends Asker {
  /** Answers an open request. An invalid response denies; what is wrong with it is returned, as a clause. */
  respond(response: PermissionResponse): string | undefined;
  /** No more responses will arrive: open and future requests have no one to answer them. */
  close(): void;
}

interface OpenAsk {
  readonly request: CallInquiry;
  readonly answer: (answer: InquiryAnswer) => void;
}

const INPUT_ENDED = 'the input ended before it was answered';

export function createStdioAsker(): StdioAsker {
  const open = new Map<string, OpenAsk>();
  let isClosed = false;
  /** Most programs answer once: a question that stayed open would stop the run for ever. */
  const refuse = (problem: string, [ask, ...others]: readonly OpenAsk[]): string => {
    const wrong = `The permission response is invalid: ${problem}`;
    if (ask === undefined || others.length > 0) return wrong;
    open.delete(ask.request.requestId);
    ask.answer({
      behavior: 'unavailable',
      reason: `the calling program's answer is invalid: ${problem}`,
    });
    return `${wrong}. The call ${ask.request.callId} is denied`;
  };
  return {
    push(request, answer) {
      if (!isCallInquiry(request)) {
        // Requests are written as events of calls.
        answer({
          behavior: 'unavailable',
          reason: cannotShow(request, 'the permission protocol on standard input'),
        });
      } else if (isClosed) answer({ behavior: 'unavailable', reason: INPUT_ENDED });
      else open.set(request.requestId, { request, answer });
    },
    remove: (requestId) => void open.delete(requestId),
    // The event is written again.
    update(request) {
      const ask = open.get(request.requestId);
      if (ask !== undefined && isCallInquiry(request)) open.set(request.requestId, { ...ask, request });
    },
    respond(response) {
      const matching = [...open.values()].filter(({ request }) => isMeant(request, response));
      const [ask] = matching;
      if (response.problem !== undefined) return refuse(response.problem, matching);
      if (ask === undefined) return `no permission request of the call ${response.callId} is open`;
      if (matching.length > 1) {
        const ids = matching.map(({ request }) => request.requestId).join(', ');
        return `several requests of the call ${response.callId} are open; add request_id (${ids})`;
      }
      open.delete(ask.request.requestId);
      ask.answer(answerOf(response));
      return undefined;
    },
    close() {
      isClosed = true;
      for (const { answer } of open.values()) answer({ behavior: 'unavailable', reason: INPUT_ENDED });
      open.clear();
    },
  };
}

/** A valid response names its call; an invalid one without any names the only one that is open. */
function isMeant(request: CallInquiry, { callId, requestId, problem }: PermissionResponse): boolean {
  const isOfCall = request.callId === callId || (problem !== undefined && callId === undefined);
  return isOfCall && (requestId === undefined || request.requestId === requestId);
}

function answerOf({ behavior, updatedInput, feedback, always }: PermissionResponse): InquiryAnswer {
  return behavior === 'deny' ? { behavior, feedback } : { behavior, feedback, updatedInput, always };
}
