import type { Asker } from './asker.ts';
import type { InquiryAnswer } from './inquiry-answer.ts';
import { isCallInquiry, type Inquiry } from './inquiry.ts';

/**
 * How an agent settles its asks. `interactive`: a person at once. `coordinator`: automated checks first, then a person. `worker`: the
 * agent that leads it. Each is an `Asker`; the engine sees no difference.
 */
export type AskStrategy =
  | { readonly kind: 'interactive'; readonly person: Asker }
  | {
      readonly kind: 'coordinator';
      /** Name in the journal. Default `coordinator`. */
      readonly name?: string;
      /**
       * Undefined: no decision, ask the person. A throw is treated as that. It may allow a call only if nothing demands that a person is
       * asked (`askedBy` is `default`); else the person is asked.
       */
      readonly check: (inquiry: Inquiry, signal: AbortSignal) => Promise<InquiryAnswer | undefined>;
      readonly person: Asker;
    }
  | { readonly kind: 'worker'; readonly leader: Asker };

/** The asker for a strategy. */
export function askerFor(strategy: AskStrategy): Asker {
  switch (strategy.kind) {
    case 'interactive':
      return strategy.person;
    case 'worker':
      return strategy.leader;
    case 'coordinator':
      return coordinate(strategy);
    default:
      return strategy satisfies never;
  }
}

function coordinate({
  check,
  person,
  name = 'coordinator',
}: Extract<AskStrategy, { kind: 'coordinator' }>): Asker {
  const open = new Map<
    string,
    { readonly controller: AbortController; request: Inquiry; isPushed: boolean }
  >();
  return {
    push(request, answer) {
      const controller = new AbortController();
      const ask = { controller, request, isPushed: false };
      open.set(request.requestId, ask);
      const settle = (given: InquiryAnswer): void => {
        if (open.delete(request.requestId)) answer(given);
      };
      const put = (found: InquiryAnswer | undefined): void => {
        if (!open.has(request.requestId)) return;
        if (found !== undefined && mayAnswer(ask.request, found)) {
          settle(found.behavior === 'unavailable' ? found : { check: name, ...found });
          return;
        }
        ask.isPushed = true;
        person.push(ask.request, settle);
      };
      check(request, controller.signal).then(put, () => put(undefined));
    },
    remove(requestId) {
      const ask = open.get(requestId);
      if (ask === undefined) return;
      open.delete(requestId);
      ask.controller.abort();
      if (ask.isPushed) person.remove(requestId);
    },
    update(request) {
      const ask = open.get(request.requestId);
      if (ask === undefined) return;
      ask.request = request;
      if (ask.isPushed) person.update(request);
    },
  };
}

/** Only a person can allow what something demands to be asked. */
function mayAnswer(inquiry: Inquiry, { behavior }: InquiryAnswer): boolean {
  return behavior !== 'allow' || !isCallInquiry(inquiry) || inquiry.askedBy === 'default';
}
