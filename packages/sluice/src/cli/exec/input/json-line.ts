import { apiErrorText, feedProblem, parseJson, toolUseIdentity } from '@sluice/agent';
import { getOwn, isJsonObject, type FeedItem, type FeedProblemCode } from '@sluice/core';
import { parsePermissionResponse, type PermissionResponse } from './permission-response.ts';

type CallItem = Extract<FeedItem, { type: 'call' }>;

/** The content of one line of JSON. */
type JsonLine =
  | { readonly type: 'call'; readonly call: CallItem }
  | {
      /** A finished assistant message. */
      readonly type: 'message';
      readonly items: readonly FeedItem[];
      readonly stopReason: string | undefined;
      readonly lastBlockIsCall: boolean;
    }
  | { readonly type: 'message-stop'; readonly stopReason: string | undefined }
  /** An answer to a permission request. */
  | { readonly type: 'response'; readonly response: PermissionResponse }
  | { readonly type: 'passing'; readonly item: FeedItem };

const KNOWN_TYPES =
  'tool_use, message_stop, interrupt, discard, permission_response or a message with role assistant';

/** Parses a nonblank line; `line` is its number. Errors are returned as a `problem` item. */
export function parseJsonLine(text: string, line: number): JsonLine {
  const json = parseJson(text);
  if (!json.ok) return problem('not-json', `The line is not JSON: ${json.fault}${hint(text)}`, line);
  const { value } = json;
  if (!isJsonObject(value)) return problem('not-a-message', 'The line is not a JSON object; skipped.', line);
  const type = getOwn(value, 'type');
  switch (type) {
    case 'tool_use':
      return { type: 'call', call: toolUse(value) };
    case 'message_stop':
      return { type: 'message-stop', stopReason: stopReasonOf(value) };
    case 'discard':
      return { type: 'passing', item: { type: 'discard' } };
    case 'interrupt':
      return interrupt(value, line);
    case 'permission_response':
      return { type: 'response', response: parsePermissionResponse(value) };
    case 'error':
      return problem('stream-error', apiErrorText(value), line);
    case 'assistant':
      return message(getOwn(value, 'message'), line);
    case 'message':
      return message(value, line);
    default:
      if (type === undefined && getOwn(value, 'role') !== undefined) return message(value, line);
      return problem('unknown-event', `${typeText(type)} is unknown; expected ${KNOWN_TYPES}.`, line);
  }
}

function message(value: unknown, line: number): JsonLine {
  const role = isJsonObject(value) ? getOwn(value, 'role') : undefined;
  if (!isJsonObject(value) || role !== 'assistant') {
    return problem(
      'not-a-message',
      `Only messages with the role assistant can contain tool calls${roleText(role)}.`,
      line,
    );
  }
  const content = getOwn(value, 'content');
  if (typeof content !== 'string' && !Array.isArray(content)) {
    return problem(
      'not-a-message',
      'The content of the message is neither a string nor a list of blocks.',
      line,
    );
  }
  const blocks: readonly unknown[] = typeof content === 'string' ? [] : content;
  return {
    type: 'message',
    items: blocks.flatMap((block, index) => blockItems(block, index, line)),
    stopReason: stopReasonOf(value),
    lastBlockIsCall: isToolUse(blocks.at(-1)),
  };
}

function blockItems(block: unknown, index: number, line: number): FeedItem[] {
  if (!isJsonObject(block)) {
    return [
      feedProblem('not-a-message', `Block ${index} of the message is not a JSON object; skipped.`, line),
    ];
  }
  return isToolUse(block) ? [toolUse(block)] : [];
}

function isToolUse(block: unknown): boolean {
  return isJsonObject(block) && getOwn(block, 'type') === 'tool_use';
}

function toolUse(block: object): CallItem {
  // A missing input stays undefined, so that validation reports it as missing rather than empty.
  return { type: 'call', ...toolUseIdentity(block), input: getOwn(block, 'input') };
}

function interrupt(value: object, line: number): JsonLine {
  const reason = getOwn(value, 'reason');
  if (reason === 'user-message' || reason === 'user-cancel') {
    return { type: 'passing', item: { type: 'interrupt', reason } };
  }
  const came = reason === undefined ? 'none' : shortJson(reason);
  const text = `The reason of an interrupt must be user-message or user-cancel; got ${came}. Nothing was interrupted.`;
  return problem('not-a-message', text, line);
}

function stopReasonOf(value: object): string | undefined {
  const reason = getOwn(value, 'stop_reason');
  return typeof reason === 'string' ? reason : undefined;
}

function problem(code: FeedProblemCode, text: string, line: number): JsonLine {
  return { type: 'passing', item: feedProblem(code, text, line) };
}

function hint(text: string): string {
  return text.trim() === '{'
    ? ' (put an object on one line, or start it with a brace in the first column)'
    : '';
}

function typeText(type: unknown): string {
  return type === undefined ? 'A line without a type' : `The type ${shortJson(type)}`;
}

function roleText(role: unknown): string {
  return role === undefined ? '; this one has none' : `, not ${shortJson(role)}`;
}

function shortJson(value: unknown): string {
  return JSON.stringify(value).slice(0, 80);
}
