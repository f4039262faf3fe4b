import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import { getOwn, type InquiryAnswer } from '@sluice/core';

export type Decision = 'once' | 'always' | 'deny';

export interface Choice {
  readonly decision: Decision;
  readonly title: string;
}

/** A form with one field, and how to read the answer to it. */
export interface DecisionForm {
  readonly params: ElicitRequestFormParams;
  /** The client's response, not validated. */
  readonly read: (response: unknown) => InquiryAnswer;
}

const FIELD = 'decision';
const INVALID: InquiryAnswer = {
  behavior: 'unavailable',
  reason: 'the MCP client answered the form with something other than a decision',
};

/** Asks for one of these choices. */
export function decisionForm(message: string, title: string, choices: readonly Choice[]): DecisionForm {
  const params: ElicitRequestFormParams = {
    mode: 'form',
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        [FIELD]: {
          type: 'string',
          title,
          enum: choices.map(({ decision }) => decision),
          enumNames: choices.map((choice) => choice.title),
        },
      },
      required: [FIELD],
    },
  };
  return { params, read: (response) => answer(response, choices) };
}

function answer(response: unknown, choices: readonly Choice[]): InquiryAnswer {
  if (typeof response !== 'object' || response === null) return INVALID;
  const action = getOwn(response, 'action');
  if (action === 'decline' || action === 'cancel') return { behavior: 'deny' };
  const content = action === 'accept' ? getOwn(response, 'content') : undefined;
  const given = typeof content === 'object' && content !== null ? getOwn(content, FIELD) : undefined;
  const choice = choices.find(({ decision }) => decision === given);
  if (choice === undefined) return INVALID;
  switch (choice.decision) {
    case 'once':
      return { behavior: 'allow' };
    case 'always':
      return { behavior: 'allow', always: true };
    case 'deny':
      return { behavior: 'deny' };
    default:
      return choice.decision satisfies never;
  }
}
