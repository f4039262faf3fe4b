import { cutLine, sanitize, type CallInquiry } from '@sluice/core';
import { decisionForm, type DecisionForm } from './decision-form.ts';

const MAX_LINE = 1000;

/** Renders a call for the client's user: what would run, why it needs approval, and what "always" would save. */
export function permissionForm(inquiry: CallInquiry): DecisionForm {
  const { toolName, display, reason, risk, suggestedRules, suggestedDestination } = inquiry;
  const name = sanitize(toolName);
  const place =
    suggestedDestination === 'session' ? 'for this session' : `in the ${suggestedDestination} settings`;
  const mayKeep = display.isWhole && display.warnings.length === 0 && suggestedRules.length > 0;
  const rules = suggestedRules.map(sanitize).join(', ');
  const message = [
    `${name} asks to run (risk: ${risk}):`,
    ...display.text.split('\n').map((line) => `    ${line}`),
    `Reason: ${cutLine(reason, MAX_LINE)}`,
    ...(mayKeep ? [`"Always allow" saves ${place}: ${rules}`] : []),
    ...display.warnings.map((warning) => `Warning: ${warning}`),
  ].join('\n');
  const always = mayKeep ? [{ decision: 'always' as const, title: `Always allow ${rules}` }] : [];
  return decisionForm(message, `Allow ${name}?`, [
    { decision: 'once', title: 'Allow once' },
    ...always,
    { decision: 'deny', title: 'Deny' },
  ]);
}
