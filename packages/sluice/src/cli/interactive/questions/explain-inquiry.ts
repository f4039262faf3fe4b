import { createPalette } from '@sluice/base';
import { isCallInquiry, type Inquiry } from '@sluice/core';
import type { AssembledAgent } from '@sluice/session/agent';
import { explainCall } from '../../explain/explain-call.ts';
import { explanationText } from '../../explain/explanation-text.ts';

/**
 * What `sluice explain` says of the call that is asked about: the stage, the rule with its place, each part. Empty: it is about no call,
 * or about one of another agent, whose rules and mode may differ.
 */
export function explainInquiry(
  { runtime, parts }: Pick<AssembledAgent, 'runtime' | 'parts'>,
  inquiry: Inquiry,
  hasColor: boolean,
): readonly string[] {
  if (!isCallInquiry(inquiry) || inquiry.agentId !== undefined) return [];
  const tool = runtime.pool.find(inquiry.toolName);
  if (tool === undefined) return [];
  const { input } = inquiry;
  const cwd = inquiry.cwd ?? runtime.session.cwd;
  const explanation = explainCall(
    { tool, input, json: input, cwd },
    parts.permission.policy,
    runtime.permission.current(),
  );
  // Something that is not in the rules asks, such as a hook: they would say otherwise.
  if (explanation.decision !== 'ask') return [];
  return explanationText({ ...explanation, remedy: undefined }, createPalette(hasColor))
    .trimEnd()
    .split('\n');
}
