import { present } from '@sluice/base';
import type {
  AgentContext,
  CreateElicitationRequest,
  ElicitationPropertySchema,
  ElicitationSchema,
} from '@agentclientprotocol/sdk';
import {
  getOwn,
  isJsonObject,
  sanitizeLines,
  type FormInquiry,
  type InquiryAnswer,
  type JsonObject,
  type JsonValue,
  type QuestionsInquiry,
  type UrlInquiry,
} from '@sluice/core';
import { questionsOf, type Question } from '@sluice/terminal';

interface Elicitation {
  readonly request: CreateElicitationRequest;
  readonly read: (response: unknown) => InquiryAnswer;
}

/** Sends an elicitation, and reads the answer. */
export async function elicit(
  client: AgentContext,
  { request, read }: Elicitation,
  signal: AbortSignal,
): Promise<InquiryAnswer> {
  const response: unknown = await client.request('elicitation/create', request, {
    cancellationSignal: signal,
  });
  const action = isJsonObject(response) ? getOwn(response, 'action') : undefined;
  if (action === 'decline') return { behavior: 'deny' };
  if (action !== 'accept') return { behavior: 'deny', isDismissed: true };
  return read(response);
}

const contentOf = (response: unknown): JsonObject => {
  const content = isJsonObject(response) ? getOwn(response, 'content') : undefined;
  return isJsonObject(content) ? content : {};
};

/** A form that someone else wants filled in. Undefined: the protocol has no form like it. */
export function formElicitation(inquiry: FormInquiry, sessionId: string): Elicitation | undefined {
  const requestedSchema = acpSchema(inquiry.schema);
  if (requestedSchema === undefined) return undefined;
  return {
    request: { mode: 'form', sessionId, message: messageOf(inquiry), requestedSchema },
    read: (response) => ({ behavior: 'allow', updatedInput: contentOf(response) }),
  };
}

/** A page that the person is to open. */
export function urlElicitation(inquiry: UrlInquiry, sessionId: string): Elicitation {
  const { url, requestId } = inquiry;
  return {
    request: { mode: 'url', sessionId, message: messageOf(inquiry), url, elicitationId: requestId },
    read: () => ({ behavior: 'allow' }),
  };
}

/** Questions of a call as one form: a field for each, and one for an answer in the person's own words. */
export function questionsElicitation(inquiry: QuestionsInquiry, sessionId: string): Elicitation | undefined {
  const questions = questionsOf(inquiry);
  if (questions === undefined) return undefined;
  const fields = questions.map((question, at) => ({ question, name: `q${at + 1}`, own: `q${at + 1}_other` }));
  const properties = Object.fromEntries(
    fields.flatMap(({ question, name, own }) =>
      question.choices.length === 0
        ? [[own, ownWords(question.text)]]
        : [
            [name, questionField(question)],
            [own, ownWords('Something else')],
          ],
    ),
  );
  return {
    request: {
      mode: 'form',
      sessionId,
      toolCallId: inquiry.callId,
      message: inquiry.display.warnings.map((warning) => `Warning: ${warning}`).join('\n') || inquiry.summary,
      requestedSchema: { type: 'object', properties },
    },
    read(response) {
      const content = contentOf(response);
      const answers: JsonObject = Object.fromEntries(
        fields.flatMap(({ question, name, own }) => {
          const [chosen, written] = [getOwn(content, name), getOwn(content, own)];
          const picked = (Array.isArray(chosen) ? chosen : [chosen]).filter((one) => typeof one === 'string');
          const all = typeof written === 'string' && written.trim() !== '' ? [...picked, written] : picked;
          return all.length === 0 ? [] : [[question.key, all.join(', ')]];
        }),
      );
      if (Object.keys(answers).length === 0) return { behavior: 'deny' };
      return { behavior: 'allow', updatedInput: { ...inquiry.input, answers } };
    },
  };
}

function ownWords(title: string): ElicitationPropertySchema {
  return { type: 'string', title: sanitizeLines(title) };
}

function questionField({ text, choices, isMultiple }: Question): ElicitationPropertySchema {
  const options = choices.map(({ label, detail }) => ({
    const: label,
    title: sanitizeLines(label),
    ...present({ description: detail === '' ? undefined : sanitizeLines(detail) }),
  }));
  const title = sanitizeLines(text);
  return isMultiple
    ? { type: 'array', title, items: { anyOf: options } }
    : { type: 'string', title, oneOf: options };
}

function messageOf({ source, message, display }: FormInquiry | UrlInquiry): string {
  return [`${source}: ${message}`, ...display.warnings.map((warning) => `Warning: ${warning}`)].join('\n');
}

/** A server's form as the protocol has it: names of choices are in `oneOf`. Undefined: it has none like it. */
function acpSchema(schema: JsonObject): ElicitationSchema | undefined {
  const fields = getOwn(schema, 'properties');
  if (!isJsonObject(fields)) return undefined;
  const properties: Record<string, ElicitationPropertySchema> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!isJsonObject(field)) return undefined;
    const type = getOwn(field, 'type');
    if (typeof type !== 'string') return undefined;
    const { enumNames: names, ...rest } = field;
    const values = getOwn(field, 'enum');
    if (!Array.isArray(values) || !Array.isArray(names)) {
      properties[name] = { ...rest, type };
      continue;
    }
    const { enum: _values, ...named } = rest;
    const oneOf = values.map((value, at) => {
      const title = names[at];
      return { const: asText(value), title: asText(title ?? value) };
    });
    properties[name] = { ...named, type, oneOf };
  }
  const required = getOwn(schema, 'required');
  const needed = Array.isArray(required) ? required.filter((one) => typeof one === 'string') : [];
  return { type: 'object', properties, ...present({ required: needed.length > 0 ? needed : undefined }) };
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
