import { getOwn, isJsonObject, parseFeedback, type ContentBlock, type JsonObject } from '@sluice/core';

/** `{"type":"permission_response","tool_use_id":…,"behavior":"allow"|"deny","updatedInput"?,"message"?,"always"?}`. */
export interface PermissionResponse {
  /** Undefined in an invalid response only. */
  readonly callId: string | undefined;
  /** Identifies the request if several calls share an id. */
  readonly requestId: string | undefined;
  readonly behavior: 'allow' | 'deny';
  readonly updatedInput: JsonObject | undefined;
  /** For the model: the reason for denying, or feedback. */
  readonly feedback: string | readonly ContentBlock[] | undefined;
  /** Saves the rules suggested in the request. */
  readonly always: boolean;
  /** What is wrong with it, as a clause: it denies the call. Default: nothing. */
  readonly problem?: string;
}

/** Checks every field: an invalid response never allows a call. */
export function parsePermissionResponse(value: object): PermissionResponse {
  const callId = getOwn(value, 'tool_use_id');
  const requestId = getOwn(value, 'request_id');
  const behavior = getOwn(value, 'behavior');
  const updatedInput = getOwn(value, 'updatedInput');
  const said = parseFeedback(getOwn(value, 'message'));
  const always = getOwn(value, 'always');
  const about = {
    callId: typeof callId === 'string' ? callId : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
  const refused = (problem: string): PermissionResponse => ({
    ...{ ...about, behavior: 'deny', updatedInput: undefined, feedback: undefined, always: false, problem },
  });
  const wrong = (field: string, expected: string, came: unknown): PermissionResponse => {
    const shown = came === undefined ? 'it is missing' : `got ${JSON.stringify(came).slice(0, 80)}`;
    return refused(`${field} must be ${expected}; ${shown}`);
  };
  if (typeof callId !== 'string') return wrong('tool_use_id', 'the id of the call as a string', callId);
  if (requestId !== undefined && typeof requestId !== 'string') return wrong('request_id', 'text', requestId);
  if (behavior !== 'allow' && behavior !== 'deny') return wrong('behavior', '"allow" or "deny"', behavior);
  if (updatedInput !== undefined && !isJsonObject(updatedInput)) {
    return wrong('updatedInput', 'the whole input as an object', updatedInput);
  }
  if (!said.ok) return refused(`message ${said.message}`);
  if (always !== undefined && typeof always !== 'boolean') return wrong('always', 'true or false', always);
  if (behavior === 'deny' && (updatedInput !== undefined || always === true)) {
    return refused('updatedInput and always require behavior "allow"');
  }
  return { ...about, behavior, updatedInput, feedback: said.feedback, always: always === true };
}
