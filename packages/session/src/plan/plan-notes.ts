import type { Attachment } from '@sluice/agent';
import type { ModelMessage, PermissionContext } from '@sluice/core';

const BEGINS = 'Plan mode is on.';
const ENDS = 'Plan mode is off.';

/**
 * Notifies the model when plan mode starts and ends. What it knows is read from the conversation, so nothing is
 * repeated in a resumed session, and it is repeated in a compacted one.
 */
export class PlanNotes {
  readonly #current: () => Pick<PermissionContext, 'mode' | 'planFile'>;

  constructor(current: () => Pick<PermissionContext, 'mode' | 'planFile'>) {
    this.#current = current;
  }

  notes(messages: readonly ModelMessage[]): readonly Attachment[] {
    const { mode, planFile } = this.#current();
    const isOn = mode === 'plan';
    if (isOn === lastTold(messages)) return [];
    const text = isOn
      ? `${BEGINS} Read and think, and change nothing: calls that change something are denied.${planFile === undefined ? '' : ` Write your plan to ${planFile}, the only file that may be written, and then present it with ExitPlanMode.`} Do not begin with the work before the user has approved the plan.`
      : `${ENDS} The permission mode is ${mode} now.`;
    return [{ text, origin: 'note' }];
  }
}

function lastTold(messages: readonly ModelMessage[]): boolean {
  for (const { role, content } of messages.toReversed()) {
    if (role !== 'user') continue;
    for (const block of content.toReversed()) {
      const text = textOf(block);
      const [on, off] = [
        text.lastIndexOf(BEGINS),
        Math.max(text.lastIndexOf(ENDS), text.lastIndexOf('Plan mode is off:')),
      ];
      if (on !== -1 || off !== -1) return on > off;
    }
  }
  return false;
}

/** Marked notes, and results of the plan tools. */
function textOf(block: ModelMessage['content'][number]): string {
  if (block.type === 'text') return block.text.startsWith('<not-from-user') ? block.text : '';
  return block.type === 'tool_result' && typeof block.content === 'string' && block.content.length < 100_000
    ? block.content
    : '';
}
