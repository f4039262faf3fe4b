import type { InquiryAnswer } from '../../permission/ask/inquiry-answer.ts';
import type { CallInquiry } from '../../permission/ask/inquiry.ts';
import { loosensByHook } from '../../permission/hook-update.ts';
import type { PermissionUpdate } from '../../permission/context/update.ts';
import { atDestination } from '../../policy/suggestions.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Call } from '../../engine/call.ts';
import { tryOr } from '../../tool/predicates.ts';
import { approverText } from '../../permission/describe/describe-grounds.ts';
import { approverOf } from './approver-of.ts';

/** What an answer saves takes effect at once for every undecided call, and is then stored where it belongs. */
export function keepUpdates(
  engine: Engine,
  call: Call,
  request: CallInquiry,
  answer: Extract<InquiryAnswer, { behavior: 'allow' }>,
): void {
  const { suggestedRules: rules, suggestedDestination: destination } = request;
  const always: PermissionUpdate[] =
    answer.always === true && rules.length > 0
      ? [{ type: 'addRules', behavior: 'allow', rules, destination }]
      : [];
  if (answer.always === true && rules.length === 0) {
    const message = `"Always" was not saved for ${call.name}: no rule can cover just this call. It was allowed once.`;
    call.group.emit({ type: 'notice', code: 'permission-not-kept', message, callId: call.id });
  }
  const { root } = engine.permission.state.current();
  for (const given of [...always, ...(answer.updates ?? [])]) {
    const update = atDestination(given, rules, root);
    const approver = approverOf(answer);
    const loosens =
      approver === undefined
        ? undefined
        : loosensByHook(update, request, engine.permission.state.current().mode);
    if (approver !== undefined && loosens !== undefined) {
      const message = `The permission change from ${approverText(approver)} was not saved: ${loosens}.`;
      call.group.emit({ type: 'notice', code: 'permission-not-kept', message, callId: call.id });
      continue;
    }
    const result = engine.permission.state.apply(update);
    if (result.ok) {
      if (allowsAgain(given, rules)) tryOr(() => call.tool?.definition?.confirm(), undefined);
      tryOr(() => engine.permission.onUpdate?.(update), undefined);
    } else {
      const message = `The permission change in the answer was not saved: ${result.message}`;
      call.group.emit({ type: 'notice', code: 'permission-not-kept', message, callId: call.id });
    }
  }
}

/** What was suggested for this call, and is now allowed from now on. */
function allowsAgain(update: PermissionUpdate, suggested: readonly string[]): boolean {
  if (update.type !== 'addRules' && update.type !== 'replaceRules') return false;
  return update.behavior === 'allow' && update.rules.some((rule) => suggested.includes(rule));
}
