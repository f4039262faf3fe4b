import type { RunEvent } from '@sluice/core';
import { createCallRun } from './call-run.ts';
import { forwardInterrupts, takeResults, type TurnScope } from './turn.ts';
import type { PromptTally } from './prompt-tally.ts';
import { userContentAdder } from './add-user-content.ts';
import { INTERRUPTED_IN_TOOLS } from './texts.ts';
import type { EndReason } from './transition.ts';

/**
 * Runs a call that a hook had deferred; hooks are asked again. If a reason is returned, the work ends with it
 * and no prompt is sent to the model.
 */
export async function resumeDeferred(scope: TurnScope, tally: PromptTally): Promise<EndReason | undefined> {
  const { conversation, interruption } = scope;
  const { deferred } = conversation;
  if (deferred === undefined) return undefined;
  const { messageId, call } = deferred;
  let isUnknown = false;
  const calls = createCallRun(scope.runtime, messageId, async (event: RunEvent) => {
    if (event.type === 'tool-result' && event.outcome.code === 'unknown-tool') isUnknown = true;
    await scope.tell(event);
  });
  calls.add({
    type: 'call',
    id: call.id,
    name: call.name,
    input: call.input,
  });
  const release = forwardInterrupts(scope, 'tools', { calls, heard: undefined });
  const done = await calls.close('tool_use', true).finally(release);
  if (done === undefined) return undefined;
  if (takeResults(scope, messageId, done) === 'deferred') {
    tally.defer(call, done.stop?.reason);
    return 'tool-deferred';
  }
  if (isUnknown) {
    tally.addError(`The call of ${call.name} that was deferred can't be run: the tool no longer exists.`);
    return 'deferred-unavailable';
  }
  const { reason } = interruption;
  if (reason === 'shutdown') return 'shutdown-tools';
  if (reason !== undefined) {
    await userContentAdder(scope)(INTERRUPTED_IN_TOOLS, 'note');
    return 'interrupted-tools';
  }
  if (done.stop === undefined) return undefined;
  tally.addError(done.stop.reason);
  return tally.declined.has(call.id) ? 'declined' : 'hook-stopped';
}
