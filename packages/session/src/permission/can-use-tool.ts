import { errorText } from '@sluice/base';
import {
  isCallInquiry,
  sanitize,
  type Asker,
  type CallInquiry,
  type JsonObject,
  type InquiryAnswer,
} from '@sluice/core';
import { parsePermissionResult, ruleSourceName, ruleValue, suggestionsOf } from './permission-result.ts';

/** What `canUseTool` gets in addition to the tool and its input. */
export interface CanUseToolContext {
  /** Aborts when the question was settled elsewhere or withdrawn; the answer is then ignored. */
  readonly signal: AbortSignal;
  readonly toolUseID: string;
  readonly requestId: string;
  readonly agentID: string | undefined;
  /**
   * `permission`, or what the tool asks of the user: `questions`, `plan`. Put the answers into
   * `updatedInput`.
   */
  readonly kind: CallInquiry['kind'];
  /** Return them as `updatedPermissions` to allow such calls from now on. */
  readonly suggestions: readonly object[];
  readonly blockedPath: string | undefined;
  readonly decisionReason: string;
  /** Ready-made texts for a prompt; nothing is hidden in them. */
  readonly title: string;
  readonly displayName: string;
  readonly description: string;
  /** Don't let a single key approve it. */
  readonly defaultToNo: boolean;
  /** No rule can cover just this call. */
  readonly suppressAlwaysAllowRule: boolean;
  readonly matchedAskRule:
    | { readonly source: string; readonly toolName: string; readonly ruleContent?: string }
    | undefined;
}

/**
 * Answers permission requests in the format of other agent SDKs: `{ behavior: 'allow', updatedInput?,
 * updatedPermissions? }` or `{ behavior: 'deny', message, interrupt? }`, where `message` is text or a list of
 * text and image blocks. A throw, `null`, or any other value denies the call and says why.
 */
export type CanUseTool = (
  toolName: string,
  input: JsonObject,
  context: CanUseToolContext,
) => Promise<unknown>;

/** Wraps the function as an asker. */
export function askerOf(canUseTool: CanUseTool): Asker {
  const open = new Map<string, AbortController>();
  return {
    push(inquiry, answer) {
      if (!isCallInquiry(inquiry)) {
        answer({ behavior: 'unavailable', reason: 'canUseTool answers questions about tool calls only' });
        return;
      }
      const controller = new AbortController();
      open.set(inquiry.requestId, controller);
      void ask(canUseTool, inquiry, controller.signal).then((given) => {
        if (open.delete(inquiry.requestId)) answer(given);
      });
    },
    remove(requestId) {
      open.get(requestId)?.abort();
      open.delete(requestId);
    },
    // The function was already called; a changed reason comes too late.
    update() {},
  };
}

async function ask(
  canUseTool: CanUseTool,
  inquiry: CallInquiry,
  signal: AbortSignal,
): Promise<InquiryAnswer> {
  try {
    const parsed = parsePermissionResult(
      await canUseTool(inquiry.toolName, inquiry.input, contextOf(inquiry, signal)),
    );
    if (parsed.ok) return parsed.answer;
    return { behavior: 'unavailable', reason: `canUseTool returned an invalid answer (${parsed.message})` };
  } catch (error) {
    const message = errorText(error);
    return { behavior: 'unavailable', reason: `canUseTool failed (${sanitize(message)})` };
  }
}

function contextOf(inquiry: CallInquiry, signal: AbortSignal): CanUseToolContext {
  const { matchedRule, display, askedBy, risk } = inquiry;
  const toolName = sanitize(inquiry.toolName);
  return {
    signal,
    toolUseID: inquiry.callId,
    requestId: inquiry.requestId,
    agentID: inquiry.agentChain.at(-1),
    kind: inquiry.kind,
    suggestions: suggestionsOf(inquiry),
    blockedPath: inquiry.blockedPath,
    decisionReason: inquiry.reason,
    title: `Allow ${toolName}?`,
    displayName: toolName,
    description: inquiry.summary,
    defaultToNo: askedBy === 'safety' || risk === 'high' || display.warnings.length > 0,
    suppressAlwaysAllowRule: inquiry.suggestedRules.length === 0,
    matchedAskRule: matchedRule && {
      source: ruleSourceName(matchedRule.source),
      ...ruleValue(matchedRule.text),
    },
  };
}
