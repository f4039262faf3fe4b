import type { Engine } from '../run/engine.ts';
import { append, type HeldContent } from '../result/content.ts';
import { demandsConflict } from '../schedule/demands.ts';
import type { Call } from './call.ts';

/** Says so in the result when the call had to run beside one that was stopped and did not end. */
export function noteOverdue(engine: Engine, call: Call, content: HeldContent): HeldContent {
  const { demands } = call;
  if (engine.overdue.size === 0 || demands === undefined) return content;
  const others = [...engine.overdue].filter(
    (other) => other !== call && other.demands !== undefined && demandsConflict(other.demands, demands),
  );
  if (others.length === 0) return content;
  const names = others.map((other) => `${other.name} (${other.id})`).join(', ');
  const message = `This call ran although ${names}, which was stopped, had not ended yet and touches the same things.`;
  call.group.emit({ type: 'notice', code: 'conflict-wait-over', message, callId: call.id });
  return append(content, `[${message}]`);
}
