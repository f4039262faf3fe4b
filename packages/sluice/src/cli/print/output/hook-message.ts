import type { HookOutput, SessionEvent } from '@sluice/core';

/** The activity of a hook, or the result of all hooks of an event, as clients see it. */
export function hookMessage(event: SessionEvent): object {
  if (event.type === 'hook-summary') {
    return {
      type: 'system',
      subtype: 'hook_summary',
      hook_event: event.event,
      count: event.count,
      infos: event.infos,
      errors: event.errors,
      prevent_continuation: event.preventedContinuation,
      reason: event.reason,
    };
  }
  const base = {
    type: 'system',
    hook_id: event.runId,
    hook_name: event.hook,
    hook_event: event.event,
    tool_use_id: event.callId,
  };
  switch (event.status) {
    case 'started':
      return { ...base, subtype: 'hook_started' };
    case 'ended':
      return {
        ...base,
        subtype: 'hook_response',
        ...outputs(event.program ?? NO_OUTPUT),
        exit_code: event.program?.exitCode === undefined ? undefined : event.program.exitCode,
        outcome: OUTCOMES[event.outcome],
        terminal_sequence: event.terminalSequence,
        duration_ms: Math.round(event.durationMs),
        said: event.said,
      };
    case 'progress':
      return { ...base, subtype: 'hook_progress', ...outputs(event) };
    default:
      return event satisfies never;
  }
}

const NO_OUTPUT: HookOutput = { stdout: '', stderr: '' };

/** Each separately, then both in sequence. */
function outputs({ stdout, stderr }: HookOutput): object {
  const separator = stdout === '' || stderr === '' || stdout.endsWith('\n') ? '' : '\n';
  return { stdout, stderr, output: `${stdout}${separator}${stderr}` };
}

const OUTCOMES = { ok: 'success', failed: 'error', 'timed-out': 'error', cancelled: 'cancelled' } as const;
