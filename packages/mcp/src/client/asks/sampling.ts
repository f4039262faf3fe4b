import {
  getOwn,
  isJsonObject,
  type ImageBlock,
  type JsonObject,
  type ModelMessage,
  type SchemaValidator,
  type TextBlock,
  type UserBlock,
} from '@sluice/core';
import type { ShowImage } from '../results/check-images.ts';
import { elicit, type ServerAsks } from './elicitation.ts';
import { imageType } from '../results/read-result.ts';

/** What a server wants the session's model to answer. */
export interface SamplingRequest {
  readonly system: string | undefined;
  /** Roles alternate, and the first is the user. */
  readonly messages: readonly ModelMessage[];
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

export type SamplingAnswer =
  | { readonly ok: true; readonly text: string; readonly model: string; readonly isCut: boolean }
  | { readonly ok: false; readonly reason: string };

/** Asks the session's model beside its conversation, with no tools. Never rejects. */
export type AskModel = (request: SamplingRequest) => Promise<SamplingAnswer>;

const MAX_TOKENS = 4_096;
const FIELD = 'answer';
const [ALLOW, DENY] = ['allow', 'deny'] as const;
/** As many as the results of one message hold. */
const MAX_IMAGES = 20;

export interface SampleOptions {
  readonly asks: ServerAsks;
  readonly askModel: AskModel;
  /** Prepares images for models. Undefined: they are sent as they came. */
  readonly showImage: ShowImage | undefined;
  readonly validator: SchemaValidator;
}

/**
 * Answers `sampling/createMessage`: shows the user what the server asks, and asks the model if they agree. Nothing is asked of the
 * model before.
 * @throws Error with a message for the server
 */
export async function sample(
  server: string,
  params: JsonObject,
  { asks, askModel, showImage, validator }: SampleOptions,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { messages: given, system, maxTokens } = readRequest(params);
  const messages = await checkedMessages(given, showImage, signal);
  const shown = [...(system === undefined ? [] : [`system: ${system}`]), ...messages.map(shownMessage)];
  const question = {
    message: `It asks your model to answer this, and will get the answer:\n\n${shown.join('\n\n')}`,
    requestedSchema: {
      type: 'object',
      properties: { [FIELD]: { type: 'string', title: 'May the model answer?', enum: [ALLOW, DENY] } },
      required: [FIELD],
    },
  };
  const said = await elicit(server, question, asks, validator, signal);
  const content = getOwn(said, 'content');
  const isAllowed = said['action'] === 'accept' && isJsonObject(content) && getOwn(content, FIELD) === ALLOW;
  if (!isAllowed) throw new Error('The user did not allow the model to answer.');
  const answer = await askModel({ system, messages, maxTokens, signal });
  if (!answer.ok) throw new Error(`The model did not answer: ${answer.reason}`);
  return {
    role: 'assistant',
    content: { type: 'text', text: answer.text },
    model: answer.model,
    stopReason: answer.isCut ? 'maxTokens' : 'endTurn',
  };
}

function readRequest(params: JsonObject): Pick<SamplingRequest, 'messages' | 'system' | 'maxTokens'> {
  const given = getOwn(params, 'messages');
  const messages: ModelMessage[] = [];
  for (const message of Array.isArray(given) ? given : []) {
    const role = isJsonObject(message) ? getOwn(message, 'role') : undefined;
    if (!isJsonObject(message) || (role !== 'user' && role !== 'assistant'))
      throw new Error('Each message must have the role user or assistant.');
    const value = getOwn(message, 'content');
    const blocks = Array.isArray(value) ? value : [value];
    const last = messages.at(-1);
    if (last?.role === role) messages.pop();
    if (role === 'user')
      messages.push({
        role,
        content: [...(last?.role === role ? last.content : []), ...blocks.map(blockOf)],
      });
    else
      messages.push({ role, content: [...(last?.role === role ? last.content : []), ...blocks.map(textOf)] });
  }
  if (messages[0]?.role !== 'user' || messages.at(-1)?.role !== 'user')
    throw new Error('The first and the last message must be from the user.');
  const system = getOwn(params, 'systemPrompt');
  const wanted = getOwn(params, 'maxTokens');
  const isNumber = typeof wanted === 'number' && Number.isSafeInteger(wanted) && wanted > 0;
  return {
    messages,
    system: typeof system === 'string' && system.trim() !== '' ? system : undefined,
    maxTokens: isNumber ? Math.min(wanted, MAX_TOKENS) : MAX_TOKENS,
  };
}

function blockOf(value: unknown): TextBlock | ImageBlock {
  const block = isJsonObject(value) ? value : {};
  const [text, data] = [getOwn(block, 'text'), getOwn(block, 'data')];
  if (getOwn(block, 'type') === 'text' && typeof text === 'string')
    return { type: 'text', text: text.toWellFormed() };
  const bytes = Buffer.from(typeof data === 'string' ? data : '', 'base64');
  // The actual bytes decide, whatever the server declares: an API rejects the whole request for a wrong type.
  const mediaType = imageType(bytes);
  if (getOwn(block, 'type') === 'image' && mediaType !== undefined)
    return {
      type: 'image',
      source: { type: 'base64', media_type: mediaType, data: bytes.toString('base64') },
    };
  throw new Error('Only texts, and PNG, JPEG, GIF and WebP images, are supported.');
}

/** The images as a model API takes them. */
async function checkedMessages(
  messages: readonly ModelMessage[],
  showImage: ShowImage | undefined,
  signal: AbortSignal,
): Promise<readonly ModelMessage[]> {
  const images = messages.flatMap(({ content }) => content.filter(({ type }) => type === 'image')).length;
  if (images > MAX_IMAGES) throw new Error(`More than ${MAX_IMAGES} images are not supported.`);
  if (showImage === undefined || images === 0) return messages;
  const checked: ModelMessage[] = [];
  for (const message of messages) {
    if (message.role !== 'user') {
      checked.push(message);
      continue;
    }
    const content: UserBlock[] = [];
    for (const block of message.content)
      content.push(...(block.type === 'image' ? await shownImage(block, showImage, signal) : [block]));
    checked.push({ ...message, content });
  }
  return checked;
}

async function shownImage(
  { source }: ImageBlock,
  showImage: ShowImage,
  signal: AbortSignal,
): Promise<readonly (ImageBlock | TextBlock)[]> {
  const image = await showImage(Buffer.from(source.data, 'base64'), signal);
  if (!image.ok) throw new Error(`An image can't be shown to the model: ${image.reason}.`);
  const { data, mimeType, note } = image;
  const shown: ImageBlock = { type: 'image', source: { type: 'base64', media_type: mimeType, data } };
  return note === undefined ? [shown] : [shown, { type: 'text', text: `[${note}]` }];
}

function textOf(value: unknown): TextBlock {
  const block = blockOf(value);
  if (block.type === 'text') return block;
  throw new Error('A message from the assistant can contain only text.');
}

function shownMessage({ role, content }: ModelMessage): string {
  return `${role}: ${content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n')}`;
}
