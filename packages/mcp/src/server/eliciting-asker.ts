import type { InputRequest } from '@modelcontextprotocol/server';
import {
  getOwn,
  isCallInquiry,
  isJsonObject,
  sanitize,
  type Asker,
  type FormInquiry,
  type Inquiry,
  type InquiryAnswer,
  type UrlInquiry,
} from '@sluice/core';
import type { ClientAnswer, ClientLink } from './client-link.ts';
import { decisionForm, type Choice, type DecisionForm } from './decision-form.ts';
import { permissionForm } from './permission-form.ts';
import { questionsForm } from './questions-form.ts';

interface Asking {
  readonly request: InputRequest;
  readonly read: (response: unknown) => InquiryAnswer;
}

/**
 * Asks the client's user by elicitation. A client that can't show a form gets a denial that names the rule to add.
 * @param callId of the client's call; questions of calls that it makes itself come after its start
 */
export function createElicitingAsker(link: ClientLink, callId: string): Asker {
  const open = new Map<string, AbortController>();
  return {
    push(inquiry, answer) {
      const asking = askingFor(inquiry, link);
      if (typeof asking === 'string') return answer({ behavior: 'unavailable', reason: asking });
      const controller = new AbortController();
      const { signal } = controller;
      const isBeforeStart = isCallInquiry(inquiry) && inquiry.callId === callId;
      open.set(inquiry.requestId, controller);
      void link.ask(asking.request, { signal, isBeforeStart }).then((given) => {
        if (open.delete(inquiry.requestId)) answer(answerOf(given, asking));
      });
    },
    remove(requestId) {
      const controller = open.get(requestId);
      open.delete(requestId);
      controller?.abort();
    },
    // The form is on its way: what it offers is still what an answer means.
    update() {},
  };
}

function answerOf(given: ClientAnswer, { read }: Asking): InquiryAnswer {
  return given.ok ? read(given.response) : { behavior: 'unavailable', reason: given.reason };
}

const NO_FORMS = 'the MCP client cannot show a form (it has no elicitation)';
const YES_OR_NO: readonly Choice[] = [
  { decision: 'once', title: 'Yes' },
  { decision: 'deny', title: 'No' },
];

function byForm({ params, read }: DecisionForm): Asking {
  return { request: { method: 'elicitation/create', params }, read };
}

/** Text: why it can't be asked, as a clause. */
function askingFor(inquiry: Inquiry, { capabilities }: ClientLink): Asking | string {
  switch (inquiry.kind) {
    case 'permission':
    case 'plan': {
      if (capabilities.forms) return byForm(permissionForm(inquiry));
      const { suggestedRules } = inquiry;
      const rules =
        suggestedRules.length === 0 ? '' : `. The rule that would allow it: ${suggestedRules.join(', ')}`;
      return `${NO_FORMS}${rules}`;
    }
    case 'trust':
    case 'confirm': {
      if (!capabilities.forms) return NO_FORMS;
      const lines = inquiry.kind === 'trust' ? [inquiry.directory, ...inquiry.gains] : [inquiry.message];
      return byForm(decisionForm(lines.map(sanitize).join('\n'), inquiry.summary, YES_OR_NO));
    }
    case 'form': {
      if (!capabilities.forms) return NO_FORMS;
      const { source, schema } = inquiry;
      const requestedSchema = formSchema(schema);
      if (requestedSchema === undefined)
        return `an MCP client cannot show a form whose schema is not an object (of ${source})`;
      const params = { mode: 'form' as const, message: messageOf(inquiry), requestedSchema };
      return { request: { method: 'elicitation/create', params }, read: formAnswer };
    }
    case 'url': {
      if (!capabilities.urls) return `the MCP client cannot show a page to open`;
      const { url, requestId } = inquiry;
      const params = {
        mode: 'url' as const,
        message: messageOf(inquiry),
        url,
        elicitationId: requestId,
      };
      return { request: { method: 'elicitation/create', params }, read: formAnswer };
    }
    case 'questions': {
      const form = capabilities.forms ? questionsForm(inquiry) : undefined;
      return form === undefined ? NO_FORMS : byForm(form);
    }
    default:
      return inquiry satisfies never;
  }
}

function messageOf({ source, message, display }: FormInquiry | UrlInquiry): string {
  return [`${source}: ${message}`, ...display.warnings.map((warning) => `Warning: ${warning}`)].join('\n');
}

type FormParams = Extract<InputRequest, { method: 'elicitation/create' }>['params'];
type FormSchema = Extract<FormParams, { readonly requestedSchema: unknown }>['requestedSchema'];

function formSchema(schema: object): FormSchema | undefined {
  return getOwn(schema, 'type') === 'object' && isJsonObject(getOwn(schema, 'properties'))
    ? (schema as FormSchema)
    : undefined;
}

function formAnswer(response: unknown): InquiryAnswer {
  if (typeof response !== 'object' || response === null) return { behavior: 'deny', isDismissed: true };
  const action = getOwn(response, 'action');
  if (action === 'decline') return { behavior: 'deny' };
  if (action !== 'accept') return { behavior: 'deny', isDismissed: true };
  const content = getOwn(response, 'content');
  return isJsonObject(content) ? { behavior: 'allow', updatedInput: content } : { behavior: 'allow' };
}
