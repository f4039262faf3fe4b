import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import { cutLine, getOwn, sanitize, type CallInquiry, type PermissionAnswer } from '@sluice/core';

const DECISION = 'decision';
const MAX_LINE = 1000;

/** A call for the person at the client: what would run, why it is asked, and what "always" would save. */
export function permissionForm(inquiry: CallInquiry): ElicitRequestFormParams {
  const { toolName, display, reason, risk, suggestedRules, suggestedDestination } = inquiry;
  const place =
    suggestedDestination === 'session' ? 'for this session' : `in the ${suggestedDestination} settings`;
  const rules = display.isWhole && display.warnings.length === 0 ? suggestedRules.map(sanitize) : [];
  const message = [
    `${sanitize(toolName)} asks to run (risk: ${risk}):`,
    ...display.text.split('\n').map((line) => `    ${line}`),
    `Reason: ${cutLine(reason, MAX_LINE)}`,
    ...(rules.length > 0 ? [`"Always allow" saves ${place}: ${rules.join(', ')}`] : []),
    ...display.warnings.map((warning) => `Warning: ${warning}`),
  ].join('\n');
  const choices = [
    ['once', 'Allow once'],
    ...(rules.length > 0 ? [['always', `Always allow ${rules.join(', ')}`]] : []),
    ['deny', 'Deny'],
  ];
  return {
    mode: 'form',
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        [DECISION]: {
          type: 'string',
          title: `Allow ${sanitize(toolName)}?`,
          enum: choices.map(([value = '']) => value),
          enumNames: choices.map(([, title = '']) => title),
        },
      },
      required: [DECISION],
    },
  };
}

/** The answer to such a form, which comes from the client as it is. */
export function permissionAnswer(response: unknown): PermissionAnswer {
  if (typeof response !== 'object' || response === null) return INVALID;
  switch (getOwn(response, 'action')) {
    case 'decline':
      return { behavior: 'deny' };
    case 'cancel':
      return { behavior: 'deny', isDismissed: true };
    case 'accept':
      return decided(getOwn(response, 'content'));
    default:
      return INVALID;
  }
}

const INVALID: PermissionAnswer = {
  behavior: 'unavailable',
  reason: 'the MCP client answered the form with something else than a decision',
};

function decided(content: unknown): PermissionAnswer {
  if (typeof content !== 'object' || content === null) return INVALID;
  switch (getOwn(content, DECISION)) {
    case 'once':
      return { behavior: 'allow' };
    case 'always':
      return { behavior: 'allow', always: true };
    case 'deny':
      return { behavior: 'deny' };
    default:
      return INVALID;
  }
}
