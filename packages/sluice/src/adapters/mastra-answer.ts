import { isDeepStrictEqual } from 'node:util';
import type { Refusal, ToolCall } from '@sluice/core';

/** What a suspended call shows: `payload.suspendPayload` of the stream's `tool-call-suspended`. */
export interface MastraQuestion {
  readonly callId: string;
  readonly toolName: string;
  readonly input: unknown;
  /** Why it asks. */
  readonly reason: string;
}

export type MastraAnswer =
  | { readonly kind: 'none' | 'approved' }
  | { readonly kind: 'rejected' | 'forged'; readonly refusal: Refusal };

/**
 * The answer to a call that was suspended: `{ approved: boolean, message?: string }` for `resumeStream`.
 *
 * Mastra takes `resumeData` from a call's own input, too, which a model writes: an answer counts only if the run was suspended with a
 * question about exactly this call.
 */
export function readMastraAnswer(
  { id, name, input }: ToolCall,
  { resumeData, suspendPayload }: { readonly resumeData?: unknown; readonly suspendPayload?: unknown },
): MastraAnswer {
  if (resumeData === undefined || resumeData === null) return { kind: 'none' };
  const isAsked =
    field(suspendPayload, 'callId') === id &&
    field(suspendPayload, 'toolName') === name &&
    isDeepStrictEqual(plain(field(suspendPayload, 'input')), plain(input));
  if (!isAsked && field(suspendPayload, 'callId') === id) {
    const reason =
      'the user was asked about a different input of this call, so the answer is void. Make the call again to ask about it';
    return { kind: 'forged', refusal: { by: 'safety', reason } };
  }
  if (!isAsked) {
    const reason = `the input of this call of ${name} has "resumeData", but only a person can answer for a call, and not before it asks. Leave "resumeData" out`;
    return { kind: 'forged', refusal: { by: 'safety', reason } };
  }
  if (field(resumeData, 'approved') === true) return { kind: 'approved' };
  const message = field(resumeData, 'message');
  const feedback = typeof message === 'string' ? message : undefined;
  return { kind: 'rejected', refusal: { by: 'person', feedback } };
}

function field(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
}

/** As it is after it was stored. */
function plain(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}
