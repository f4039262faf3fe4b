import type { Engine } from '../../engine/engine.ts';
import { append, type HeldContent } from '../../result/content.ts';
import { demandsConflict } from '../../schedule/demands.ts';
import type { Call } from '../../engine/call.ts';

/** Conflicting calls that were stopped, had to give up their claims, and still run. */
export function overdueBeside(engine: Engine, { demands }: Call): readonly string[] | undefined {
  if (engine.schedule.overdue.size === 0 || demands === undefined) return undefined;
  return [...engine.schedule.overdue]
    .filter((other) => other.demands !== undefined && demandsConflict(other.demands, demands))
    .map((other) => `${other.name} (${other.id})`);
}

/** Adds a note to the result if the call had to run alongside one that was stopped and did not end. */
export function noteOverdue(call: Call, content: HeldContent): HeldContent {
  if (call.attempt.ranBeside === undefined || call.attempt.ranBeside.length === 0) return content;
  const message = `This call ran although ${call.attempt.ranBeside.join(', ')}had been stopped but not ended yet and uses the same resources.`;
  call.group.emit({ type: 'notice', code: 'conflict-wait-over', message, callId: call.id });
  return append(content, `[${message}]`);
}
