import { randomUUID } from 'node:crypto';
import {
  cutLine,
  getOwn,
  isJsonObject,
  sanitizeLines,
  type Asker,
  type Inquiry,
  type InquiryAnswer,
  type JsonObject,
  type SchemaValidator,
} from '@sluice/core';
import { shownForm, shownPage } from './shown-elicitation.ts';

/** Who answers servers' questions, and which kinds can be shown. */
export interface ServerAsks {
  readonly asker: Asker;
  readonly kinds: readonly ('form' | 'url')[];
}

const MAX_MESSAGE = 4_096;
const FIELD_TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'array']);

/** The capability of a client that can answer these kinds. */
export function elicitationCapability(asks: ServerAsks | undefined): JsonObject {
  if (asks === undefined || asks.kinds.length === 0) return {};
  return { elicitation: Object.fromEntries(asks.kinds.map((kind) => [kind, {}])) };
}

/**
 * Asks the user what a server wants to know (`elicitation/create`), and responds according to the protocol.
 * @throws Error for a question that must not, or can't, be shown; its message is for the server
 */
export async function elicit(
  server: string,
  params: JsonObject,
  { asker, kinds }: ServerAsks,
  validator: SchemaValidator,
  signal: AbortSignal,
): Promise<JsonObject> {
  const inquiry = inquiryOf(server, params);
  if (!kinds.some((kind) => kind === inquiry.kind))
    throw new Error(`Elicitation of the mode ${inquiry.kind} is not supported.`);
  const answer = await ask(inquiry, asker, signal);
  if (answer.behavior === 'unavailable') return { action: 'cancel' };
  if (answer.behavior === 'deny') return { action: answer.isDismissed === true ? 'cancel' : 'decline' };
  if (inquiry.kind === 'url') return { action: 'accept' };
  const content = { ...defaultsIn(inquiry.schema), ...answer.updatedInput };
  const issues = (await validator.compile(inquiry.schema))(content);
  const unchecked = issues.find(({ isUnchecked }) => isUnchecked === true);
  // What the user meant to say can't be checked: the server is told, rather than that they canceled.
  if (unchecked !== undefined)
    throw new Error(`The answer can't be checked against requestedSchema: ${unchecked.message}`);
  // An invalid form is not what the user meant to say.
  return issues.length === 0 ? { action: 'accept', content } : { action: 'cancel' };
}

function inquiryOf(server: string, params: JsonObject): Extract<Inquiry, { kind: 'form' | 'url' }> {
  const written = cutLine(textIn(params, 'message').toWellFormed(), MAX_MESSAGE);
  const message = sanitizeLines(written);
  const base = {
    requestId: randomUUID(),
    agentChain: [],
    source: `mcp:${server}`,
    message,
    reason: `the MCP server ${server} asks`,
  };
  if (textIn(params, 'mode') === 'url') {
    const page = shownPage(textIn(params, 'url'), written);
    if (!page.ok) throw new Error(page.problem);
    const { url, host, display } = page;
    return {
      ...base,
      kind: 'url',
      url,
      display,
      summary: `The MCP server ${server} asks you to open a page of ${host}`,
    };
  }
  const schema = getOwn(params, 'requestedSchema');
  if (!isJsonObject(schema) || !isFlat(schema))
    throw new Error('requestedSchema must be an object of texts, numbers, booleans and lists of choices.');
  const form = shownForm(schema, written);
  if (!form.ok) throw new Error(form.problem);
  return {
    ...base,
    kind: 'form',
    schema: form.schema,
    display: form.display,
    summary: `The MCP server ${server} asks you to fill in a form`,
  };
}

/** The form's default values for fields that were left empty. */
function defaultsIn(schema: JsonObject): JsonObject {
  const properties = getOwn(schema, 'properties');
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  const pairs = fields.map(
    ([name, field]) => [name, isJsonObject(field) ? field['default'] : undefined] as const,
  );
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

function isFlat(schema: JsonObject): boolean {
  const properties = getOwn(schema, 'properties');
  if (!isJsonObject(properties)) return false;
  return Object.values(properties).every(
    (field) => isJsonObject(field) && FIELD_TYPES.has(getOwn(field, 'type')) && !('properties' in field),
  );
}

async function ask(inquiry: Inquiry, asker: Asker, signal: AbortSignal): Promise<InquiryAnswer> {
  const { promise, resolve } = Promise.withResolvers<InquiryAnswer>();
  const onAbort = (): void => {
    asker.remove(inquiry.requestId);
    resolve({ behavior: 'unavailable', reason: 'the server no longer waits' });
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    asker.push(inquiry, resolve);
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function textIn(object: JsonObject, key: string): string {
  const value = getOwn(object, key);
  return typeof value === 'string' ? value : '';
}
