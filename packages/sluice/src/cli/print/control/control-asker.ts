import {
  getOwn,
  isCallInquiry,
  isJsonObject,
  sanitize,
  type Asker,
  type CallInquiry,
  type FormInquiry,
  type InquiryAnswer,
  type JsonObject,
  type PermissionMode,
  type UrlInquiry,
} from '@sluice/core';
import { present } from '@sluice/base';
import { cannotShow } from '../../exec/permission/cannot-show.ts';
import { decisionReasonType } from '../output/decision-reason-type.ts';
import { parsePermissionResult, ruleSourceName, ruleValue, suggestionsOf } from '@sluice/session';

/** Asks the client: requests are written as control requests, responses arrive by their ids. */
export interface ControlAsker extends Asker {
  /** Handles a control response. An invalid one denies, and what is wrong is returned; one without a waiting request is ignored. */
  respond(requestId: string, response: unknown): string | undefined;
  /** The client could not answer. */
  fail(requestId: string, error: string): void;
  /** A question waits for its answer. */
  hasOpen(): boolean;
  /** The questions that wait, as they were sent. */
  openRequests(): readonly object[];
  /** No more responses will arrive: open and future requests have no one to answer them. */
  close(): void;
}

type Elicitation = FormInquiry | UrlInquiry;

interface OpenAsk {
  readonly request: CallInquiry | Elicitation;
  readonly answer: (answer: InquiryAnswer) => void;
}

const INPUT_ENDED = 'the input ended before it was answered';

/** What is known of the session once it is open. */
interface AskerScope {
  /** The session's permission mode now; undefined: it isn't open yet. */
  readonly mode: () => PermissionMode | undefined;
  /** The MCP server that has the tool, and where it comes from. */
  readonly serverOf: (toolName: string) => { readonly name: string; readonly source: string } | undefined;
}

/** @param send writes one line */
export function createControlAsker(send: (message: object) => void, scope: AskerScope): ControlAsker {
  const open = new Map<string, OpenAsk>();
  let isClosed = false;
  const give = (requestId: string, answer: InquiryAnswer): void => {
    const ask = open.get(requestId);
    if (ask === undefined) return;
    open.delete(requestId);
    ask.answer(answer);
  };
  return {
    push(request, answer) {
      if (!isCallInquiry(request) && request.kind !== 'form' && request.kind !== 'url') {
        const reason = cannotShow(request, 'the control protocol');
        return answer({ behavior: 'unavailable', reason });
      }
      if (isClosed) return answer({ behavior: 'unavailable', reason: INPUT_ENDED });
      open.set(request.requestId, { request, answer });
      send(messageOf(request, scope));
    },
    remove(requestId) {
      if (open.delete(requestId)) send({ type: 'control_cancel_request', request_id: requestId });
    },
    update(request) {
      const ask = open.get(request.requestId);
      if (ask === undefined || !isCallInquiry(request) || !isCallInquiry(ask.request)) return;
      open.set(request.requestId, { ...ask, request });
      const [before, now] = [toolRequest(ask.request, scope), toolRequest(request, scope)];
      if (JSON.stringify(before) === JSON.stringify(now)) return;
      // Not a second control request: the client would ask the user twice.
      send({
        type: 'system',
        subtype: 'control_request_updated',
        request_id: request.requestId,
        request: now,
      });
    },
    respond(requestId, response) {
      const ask = open.get(requestId);
      if (ask === undefined) return undefined;
      const parsed = isCallInquiry(ask.request)
        ? parsePermissionResult(response)
        : parseElicitation(response);
      if (parsed.ok) {
        give(requestId, parsed.answer);
        return undefined;
      }
      // Most clients answer once: a question that stayed open would stop the session for ever.
      give(requestId, {
        behavior: 'unavailable',
        reason: `the calling program's answer is invalid: ${parsed.message}`,
      });
      return `the request ${requestId} is denied, because its answer is invalid: ${parsed.message}`;
    },
    fail(requestId, error) {
      give(requestId, {
        behavior: 'unavailable',
        reason: `the calling program answered with an error: ${error}`,
      });
    },
    hasOpen: () => open.size > 0,
    openRequests: () => [...open.values()].map(({ request }) => messageOf(request, scope)),
    close() {
      isClosed = true;
      for (const requestId of open.keys()) give(requestId, { behavior: 'unavailable', reason: INPUT_ENDED });
    },
  };
}

function messageOf(request: CallInquiry | Elicitation, scope: AskerScope): object {
  return { type: 'control_request', request_id: request.requestId, request: bodyOf(request, scope) };
}

function bodyOf(request: CallInquiry | Elicitation, scope: AskerScope): object {
  return isCallInquiry(request) ? toolRequest(request, scope) : elicitationRequest(request);
}

function elicitationRequest(request: Elicitation): object {
  const { source, message, kind, display } = request;
  return {
    subtype: 'elicitation',
    mcp_server_name: source.replace(/^mcp:/, ''),
    message,
    mode: kind,
    display: display.text,
    warnings: display.warnings,
    url: request.kind === 'url' ? request.url : undefined,
    requested_schema: request.kind === 'url' ? undefined : request.schema,
  };
}

type ParsedElicitation =
  | { readonly ok: true; readonly answer: InquiryAnswer }
  | { readonly ok: false; readonly message: string };

/** `{ action, content? }`, as in the MCP specification. */
function parseElicitation(response: unknown): ParsedElicitation {
  const action = isJsonObject(response) ? getOwn(response, 'action') : undefined;
  const content = isJsonObject(response) ? getOwn(response, 'content') : undefined;
  switch (action) {
    case 'accept':
      return {
        ok: true,
        answer: { behavior: 'allow', updatedInput: isJsonObject(content) ? content : undefined },
      };
    case 'decline':
      return { ok: true, answer: { behavior: 'deny' } };
    case 'cancel':
      return { ok: true, answer: { behavior: 'deny', isDismissed: true } };
    default:
      return { ok: false, message: 'the answer to an elicitation needs "action": accept, decline or cancel' };
  }
}

function toolRequest(request: CallInquiry, { mode, serverOf }: AskerScope): object {
  const { matchedRule, display } = request;
  const toolName = sanitize(request.toolName);
  return {
    subtype: 'can_use_tool',
    tool_name: request.toolName,
    mcp_server: serverOf(request.toolName),
    input: inputOf(request),
    display: display.text,
    warnings: display.warnings,
    tool_use_id: request.callId,
    permission_suggestions: [...suggestionsOf(request), ...modeSuggestion(request, mode())],
    blocked_path: request.blockedPath,
    decision_reason: request.reason,
    decision_reason_type: decisionReasonType(request.askedBy),
    title: titleOf(request.agentChain, toolName, sanitize(request.summary)),
    display_name: toolName,
    description: request.summary,
    // What a rule, a safety check, a tool or a hook wants to ask is for the user.
    classifier_approvable: request.askedBy === 'default',
    default_to_no: request.askedBy === 'safety' || request.risk === 'high' || display.warnings.length > 0,
    suppress_always_allow_rule: request.suggestedRules.length === 0,
    risk: request.risk,
    requires_user_interaction: request.kind === 'permission' ? undefined : true,
    agent_id: request.agentId,
    agent_type: request.agentType,
    agent_chain: request.agentChain.length === 0 ? undefined : request.agentChain,
    matched_ask_rule: matchedRule === undefined ? undefined : matchedAskRule(matchedRule),
  };
}

/** Clients read either spelling. */
function matchedAskRule({ source, text }: NonNullable<CallInquiry['matchedRule']>): object {
  const { toolName, ruleContent } = ruleValue(text);
  const read = present({ ruleContent, rule_content: ruleContent });
  return { source: ruleSourceName(source), toolName, tool_name: toolName, ...read };
}

/** A whole sentence. The summary of a call may begin with the name of its tool. */
function titleOf(chain: readonly string[], toolName: string, summary: string): string {
  const what = summary.startsWith(`${toolName} `) ? summary : `${toolName}: ${summary}`;
  const who = chain.length === 0 ? 'Sluice' : `The agent ${sanitize(chain.join(' \u203a '))}`;
  return `${who} wants to run ${summary === toolName ? toolName : what}`;
}

/** An edit inside the workspace would not be asked about in `acceptEdits`. */
function modeSuggestion(
  { preview, askedBy, blockedPath, cwd, suggestedRules }: CallInquiry,
  mode: PermissionMode | undefined,
): readonly object[] {
  const isEdit = preview?.kind === 'diff' && askedBy === 'default';
  const isInside = cwd !== undefined && blockedPath?.startsWith(`${cwd}/`) === true;
  if (!isEdit || !isInside || mode !== 'default' || suggestedRules.length === 0) return [];
  return [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }];
}

/** A plan is in a file; the client needs its text to show it. */
function inputOf({ input, preview }: CallInquiry): JsonObject {
  return preview?.kind === 'plan' ? { ...input, plan: preview.plan, planFilePath: preview.path } : input;
}
