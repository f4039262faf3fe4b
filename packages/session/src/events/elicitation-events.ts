import type { Asker, FormInquiry, Inquiry, InquiryAnswer, JsonObject, UrlInquiry } from '@sluice/core';
import type { EventFields, EventVerdict } from '@sluice/hooks';
import type { ServerAsks } from '@sluice/mcp';

type ServerInquiry = FormInquiry | UrlInquiry;
type ElicitationEvent = 'Elicitation' | 'ElicitationResult' | 'Notification';

interface ElicitationHooks {
  has(event: ElicitationEvent): boolean;
  /** Undefined: there are no hooks. */
  fire<Event extends ElicitationEvent>(
    event: Event,
    fields: EventFields[Event],
  ): Promise<EventVerdict | undefined>;
}

/**
 * Passes MCP servers' questions to hooks first, then to the user, and the answer to hooks again before it is sent.
 * Undefined: neither the user nor a hook can answer.
 */
export function withElicitationHooks(
  person: ServerAsks | undefined,
  hooks: ElicitationHooks,
): ServerAsks | undefined {
  const isAnsweredByHooks = hooks.has('Elicitation');
  if (person === undefined && !isAnsweredByHooks) return undefined;
  const shown: readonly ServerInquiry['kind'][] = person?.kinds ?? [];
  const asked = new Map<string, (answer: InquiryAnswer) => void>();

  const askPerson = (inquiry: ServerInquiry): Promise<InquiryAnswer> => {
    if (person === undefined || !shown.includes(inquiry.kind))
      return Promise.resolve({ behavior: 'unavailable', reason: 'no one can answer' });
    const { promise, resolve } = Promise.withResolvers<InquiryAnswer>();
    asked.set(inquiry.requestId, resolve);
    person.asker.push(inquiry, resolve);
    const { message, source } = inquiry;
    const title = `The MCP server ${serverOf(source)} asks`;
    void hooks.fire('Notification', { message, title, notification_type: 'elicitation_dialog' });
    return promise.finally(() => asked.delete(inquiry.requestId));
  };

  const answerTo = async (inquiry: ServerInquiry): Promise<InquiryAnswer> => {
    const first = await hooks.fire('Elicitation', askedFields(inquiry));
    const given =
      first?.action === undefined
        ? await askPerson(inquiry)
        : answerOf(first.action, first.content ?? undefined);
    const last = await hooks.fire('ElicitationResult', answeredFields(inquiry, given));
    if (last?.action === undefined && last?.content === undefined) return given;
    return answerOf(last.action ?? actionOf(given), last.content ?? contentOf(given));
  };

  const asker: Asker = {
    push(inquiry: Inquiry, answer) {
      if (inquiry.kind !== 'form' && inquiry.kind !== 'url')
        return answer({ behavior: 'unavailable', reason: 'no server sent this' });
      void answerTo(inquiry).then(answer);
    },
    remove(requestId) {
      person?.asker.remove(requestId);
      asked.get(requestId)?.({ behavior: 'unavailable', reason: 'the server no longer needs it' });
    },
    update: (inquiry) => person?.asker.update(inquiry),
  };
  return { asker, kinds: isAnsweredByHooks ? ['form', 'url'] : shown };
}

type Action = 'accept' | 'decline' | 'cancel';

function askedFields(inquiry: ServerInquiry): EventFields['Elicitation'] {
  const { kind, message, source } = inquiry;
  const base = { mcp_server_name: serverOf(source), message, mode: kind };
  return kind === 'url' ? { ...base, url: inquiry.url } : { ...base, requested_schema: inquiry.schema };
}

function answeredFields(
  { source, kind }: ServerInquiry,
  answer: InquiryAnswer,
): EventFields['ElicitationResult'] {
  const action = actionOf(answer);
  const content = kind === 'form' && action === 'accept' ? (contentOf(answer) ?? {}) : undefined;
  return { mcp_server_name: serverOf(source), mode: kind, action, content };
}

function answerOf(action: Action, content: JsonObject | undefined): InquiryAnswer {
  switch (action) {
    case 'accept':
      return { behavior: 'allow', updatedInput: content };
    case 'decline':
      return { behavior: 'deny' };
    case 'cancel':
      return { behavior: 'deny', isDismissed: true };
    default:
      return action satisfies never;
  }
}

function actionOf(answer: InquiryAnswer): Action {
  if (answer.behavior === 'allow') return 'accept';
  return answer.behavior === 'deny' && answer.isDismissed !== true ? 'decline' : 'cancel';
}

function contentOf(answer: InquiryAnswer): JsonObject | undefined {
  return answer.behavior === 'allow' ? answer.updatedInput : undefined;
}

/** `mcp:github` is the server `github`. */
function serverOf(source: string): string {
  return source.startsWith('mcp:') ? source.slice('mcp:'.length) : source;
}
