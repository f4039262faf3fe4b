import type { RunEvent } from '@sluice/core';
import { createCallRun } from './call-run.ts';
import { forwardInterrupts } from './forward-interrupts.ts';
import { takeResults } from './take-results.ts';
import type { TurnScope } from '../turn.ts';
import type { PromptTally } from '../usage/prompt-tally.ts';
import { userContentAdder } from '../add-user-content.ts';
import { interruptedText } from '../model-texts.ts';
import type { EndReason } from '../transition.ts';

/**
 * Runs calls that were left open: a hook had deferred the call, or someone has answered since; hooks are asked again. If a reason is returned, the work ends with it
 * and no prompt is sent to the model.
 */
export async function resumeDeferred(scope: TurnScope, tally: PromptTally): Promise<EndReason | undefined> {
  const { conversation, interruption } = scope;
  const { deferred } = conversation;
  if (deferred === undefined) return undefined;
  const { messageId, calls: open } = deferred;
  let isUnknown = false;
  const calls = createCallRun(scope.runtime, messageId, async (event: RunEvent) => {
    if (event.type === 'tool-result' && event.outcome.code === 'unknown-tool') isUnknown = true;
    await scope.tell(event);
  });
  for (const { id, name, input } of open) calls.add({ type: 'call', id, name, input });
  const release = forwardInterrupts(scope, 'tools', { calls, heard: undefined });
  const done = await calls.close('tool_use', true).finally(release);
  if (done === undefined) return undefined;
  if (takeResults(scope, messageId, done) === 'deferred') {
    const [call] = open;
    if (done.suspended !== undefined) tally.suspend(done.suspended);
    else if (call !== undefined) tally.defer(call, done.stop?.reason);
    return 'tool-deferred';
  }
  const [only, ...others] = open;
  if (isUnknown && others.length === 0) {
    tally.addError(
      `The call of ${only?.name ?? 'a tool'} that was deferred can't be run: the tool no longer exists.`,
    );
    return 'deferred-unavailable';
  }
  const { reason } = interruption;
  if (reason === 'shutdown') return 'shutdown-tools';
  if (reason !== undefined) {
    await userContentAdder(scope)(interruptedText(reason, 'interrupted-tools'), 'note');
    return 'interrupted-tools';
  }
  if (done.stop === undefined) return undefined;
  tally.addError(done.stop.reason);
  return open.some(({ id }) => tally.declined.has(id)) ? 'declined' : 'hook-stopped';
}
