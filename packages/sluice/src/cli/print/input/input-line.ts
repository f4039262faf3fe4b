import { isNestedDeeply } from '@sluice/agent';
import { getOwn, isJsonObject, type UserBlock } from '@sluice/core';
import { isEmptyContent, parseContent, parsePasted } from './message-blocks.ts';

/** One line of `--input-format stream-json`. */
export type InputLine =
  | { readonly kind: 'blank' }
  | {
      readonly kind: 'message';
      readonly content: readonly UserBlock[];
      readonly priority: 'now' | 'next' | 'later';
      readonly uuid: string | undefined;
      /** False: add it to the conversation, and don't ask the model. */
      readonly asks: boolean;
      /** The client has composed it: no commands, no mentions of files. */
      readonly isVerbatim: boolean;
    }
  | { readonly kind: 'request'; readonly requestId: string; readonly request: object }
  | {
      readonly kind: 'response';
      readonly requestId: string;
      readonly response: unknown;
      readonly error: string | undefined;
    }
  | { readonly kind: 'cancel'; readonly requestId: string }
  | { readonly kind: 'keep-alive' }
  /**
   * An `initialize` or another restriction that can't be parsed: what it requests is unknown, so no prompt may be
   * processed after it.
   */
  | { readonly kind: 'wrong-initialize'; readonly message: string; readonly requestId: string | null }
  /** A message of the user without content. */
  | { readonly kind: 'empty-message'; readonly uuid: string | undefined }
  /** A message of the user that can't be used. */
  | { readonly kind: 'wrong-message'; readonly message: string; readonly uuid: string | undefined }
  /** `requestId`: the sender gets a response under the id it used, of whatever type; null if it gave none. */
  | { readonly kind: 'wrong'; readonly message: string; readonly requestId: unknown };

export function parseInputLine(line: string): InputLine {
  const parsed = parseLine(line);
  const isWrong =
    parsed.kind === 'wrong' || parsed.kind === 'wrong-message' || parsed.kind === 'empty-message';
  if (!isWrong || !MAY_RESTRICT.test(line)) return parsed;
  const message = parsed.kind === 'empty-message' ? '"message.content" is empty' : parsed.message;
  const requestId = parsed.kind === 'wrong' ? parsed.requestId : undefined;
  return {
    kind: 'wrong-initialize',
    message: `this control_request may restrict what can run, but it is invalid: ${message}`,
    requestId: typeof requestId === 'string' ? requestId : null,
  };
}

/** A line that can't be read, by its beginning. @param problem without a period */
export function parseLostLine(head: string, problem: string): InputLine {
  const requestId = /"request_id"\s*:\s*"([^"\\]{1,200})"/.exec(head)?.[1];
  if (/"type"\s*:\s*"control_request"/.test(head))
    return {
      kind: 'wrong-initialize',
      message: `this control_request may restrict what can run, but it is invalid: ${problem}`,
      requestId: requestId ?? null,
    };
  // Who asked does not wait any longer.
  if (/"type"\s*:\s*"control_response"/.test(head) && requestId !== undefined)
    return { kind: 'response', requestId, response: undefined, error: problem };
  if (/"(?:type|role)"\s*:\s*"user"/.test(head)) {
    const uuid = /"uuid"\s*:\s*"([^"\\]{1,200})"/.exec(head)?.[1];
    return { kind: 'wrong-message', message: problem, uuid };
  }
  return wrong(`${problem}; skipped`);
}

/** A request, however malformed, that may set hooks, a stricter mode or deny rules. */
const MAY_RESTRICT =
  /control_request.*(?:initialize|set_\w*permission_mode|apply_flag_settings)|(?:initialize|set_\w*permission_mode|apply_flag_settings).*control_request/su;

function parseLine(line: string): InputLine {
  if (line.trim() === '') return { kind: 'blank' };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    const message = `this is not JSON: ${line.slice(0, 80).toWellFormed()}`;
    return wrong(message);
  }
  if (!isJsonObject(value)) return wrong('a line must be a JSON object with "type"');
  const type = getOwn(value, 'type');
  if (isNestedDeeply(value)) {
    return wrongRequest(value, 'it is nested too deeply');
  }
  switch (type) {
    case 'user':
      return parseMessage(value);
    case 'control_request': {
      const requestId = getOwn(value, 'request_id');
      const request = getOwn(value, 'request');
      if (typeof requestId !== 'string')
        return wrongRequest(value, 'a control_request needs a string "request_id"');
      if (!isJsonObject(request)) return wrong('a control_request needs an object "request"', requestId);
      return { kind: 'request', requestId, request };
    }
    case 'control_response':
      return parseResponse(getOwn(value, 'response'));
    case 'control_cancel_request': {
      const requestId = getOwn(value, 'request_id');
      return typeof requestId === 'string'
        ? { kind: 'cancel', requestId }
        : wrong('a control_cancel_request needs a string "request_id"');
    }
    case 'keep_alive':
      return { kind: 'keep-alive' };
    default:
      return wrong(
        `lines of type "user", "control_request", "control_response" and "keep_alive" are supported; got ${JSON.stringify(type)?.slice(0, 80)}`,
      );
  }
}

function parseMessage(value: object): InputLine {
  const message = getOwn(value, 'message');
  const content = isJsonObject(message) ? getOwn(message, 'content') : undefined;
  const role = isJsonObject(message) ? getOwn(message, 'role') : undefined;
  const given = getOwn(value, 'uuid');
  const uuid = typeof given === 'string' ? given : undefined;
  if (role !== undefined && role !== 'user')
    return {
      kind: 'wrong-message',
      message: `"message.role" must be "user"; got ${JSON.stringify(role)}`,
      uuid,
    };
  const parsed = parseContent(content);
  if (!parsed.ok) return { kind: 'wrong-message', message: parsed.message, uuid };
  const wished = getOwn(value, 'priority');
  const pasted = parsePasted(getOwn(value, 'pasted_content'));
  const asks = getOwn(value, 'shouldQuery') !== false;
  if (isEmptyContent(parsed.blocks) && pasted.length === 0)
    return asks ? { kind: 'empty-message', uuid } : { kind: 'blank' };
  return {
    kind: 'message',
    content: [...parsed.blocks, ...pasted],
    priority: wished === 'now' || wished === 'later' ? wished : 'next',
    uuid,
    asks,
    isVerbatim: getOwn(value, 'client_composed') === true,
  };
}

function parseResponse(value: unknown): InputLine {
  const requestId = isJsonObject(value) ? getOwn(value, 'request_id') : undefined;
  if (!isJsonObject(value) || typeof requestId !== 'string')
    return wrong('a control_response needs an object "response" with a string "request_id"');
  const error = getOwn(value, 'error');
  const isError = getOwn(value, 'subtype') === 'error';
  return {
    kind: 'response',
    requestId,
    response: getOwn(value, 'response'),
    error: isError ? (typeof error === 'string' ? error : 'an error without a message') : undefined,
  };
}

/** For a line that may be a request: a waiting sender gets a response. */
function wrongRequest(value: object, message: string): InputLine {
  if (getOwn(value, 'type') !== 'control_request') return wrong(message);
  const given = getOwn(value, 'request_id') ?? null;
  const requestId = isNestedDeeply(given) ? null : given;
  return wrong(message, requestId);
}

function wrong(message: string, requestId?: unknown): InputLine {
  return { kind: 'wrong', message, requestId };
}
