import type { Attachment } from '@sluice/agent';
import { ownNote, textOf, type ModelMessage, type PermissionContext, type ToolPool } from '@sluice/core';
import { PLAN_APPROVED, PLAN_MODE_ON } from '@sluice/tools';

const ENDS = 'Plan mode is off.';

/**
 * How an agent presents its plan: to the user, from the plan's file or, if it can't write that, as the input of ExitPlanMode or in its
 * answer; to another agent, by a tool that hands it over or in its report.
 */
export type PlanWay = 'to-user' | 'to-user-in-call' | 'in-answer' | 'by-tool' | 'in-report';

/** How an agent that only the user speaks to presents its plan, with these tools. */
export function planWayWith(pool: Pick<ToolPool, 'find'>): PlanWay {
  if (pool.find('ExitPlanMode') === undefined) return 'in-answer';
  const writes = pool.find('Write') !== undefined || pool.find('Edit') !== undefined;
  return writes ? 'to-user' : 'to-user-in-call';
}

const TO_DO: Readonly<Record<PlanWay, (planFile: string | undefined) => string>> = {
  'to-user': (planFile) =>
    `${planFile === undefined ? '' : `Write your plan to ${planFile}, the only file that may be written, and then present it with ExitPlanMode. `}Do not start the work before the user has approved the plan.`,
  'to-user-in-call': () =>
    'Present your plan with ExitPlanMode, as its input "plan". Do not start the work before the user has approved the plan.',
  'in-answer': () =>
    'If your task needs a plan, put it into your answer. Do not start the work: only the user can end plan mode.',
  'by-tool': (planFile) =>
    `If your task needs a plan, hand it over with ExitPlanMode.${planFile === undefined ? '' : ` You may first write it to ${planFile}, the only file that may be written.`} Do not start the work: you can't approve the plan yourself.`,
  'in-report': () => 'If your task needs a plan, put it into your last message.',
};

/**
 * Notifies the model when plan mode starts and ends. What it knows is read from the conversation, so nothing is
 * repeated in a resumed session, and it is repeated in a compacted one.
 */
export class PlanNotes {
  readonly #current: () => Pick<PermissionContext, 'mode' | 'planFile'>;
  readonly #way: PlanWay;
  /** What the conversation says up to one of its messages, so that each turn reads only what is new. */
  #known: KnownPart | undefined;

  constructor(current: () => Pick<PermissionContext, 'mode' | 'planFile'>, way: PlanWay = 'to-user') {
    this.#current = current;
    this.#way = way;
  }

  notes(messages: readonly ModelMessage[]): readonly Attachment[] {
    const { mode, planFile } = this.#current();
    const isOn = mode === 'plan';
    const wasOn = this.#wasOn(messages);
    if (isOn === wasOn) return [];
    const text = isOn
      ? `${PLAN_MODE_ON} Read and think, but change nothing: calls that change something are denied. ${TO_DO[this.#way](planFile)}`
      : `${ENDS} The permission mode is now ${mode}.`;
    return [{ text, origin: 'note' }];
  }

  #wasOn(messages: readonly ModelMessage[]): boolean {
    const known = this.#known;
    const isSame =
      known !== undefined && messages[0] === known.first && messages[known.count - 1] === known.last;
    const begin = isSame ? known.count : 0;
    const wasOn = lastTold(messages, begin) ?? (isSame && known.wasOn);
    const [first, last] = [messages[0], messages.at(-1)];
    if (first !== undefined && last !== undefined)
      this.#known = { first, last, count: messages.length, wasOn };
    return wasOn;
  }
}

/** The beginning of a conversation. A compaction replaces its first message. */
interface KnownPart {
  readonly first: ModelMessage;
  readonly last: ModelMessage;
  readonly count: number;
  readonly wasOn: boolean;
}

/** Undefined: the messages from this one on say nothing of plan mode. */
function lastTold(messages: readonly ModelMessage[], begin: number): boolean | undefined {
  for (let at = messages.length - 1; at >= begin; at -= 1) {
    const message = messages[at];
    if (message?.role !== 'user') continue;
    for (const block of message.content.toReversed()) {
      const text = ownText(block, messages[at - 1]);
      if (text.startsWith(PLAN_MODE_ON)) return true;
      if (text.startsWith(ENDS) || text.startsWith(PLAN_APPROVED)) return false;
    }
  }
  return undefined;
}

const PLAN_TOOLS = ['EnterPlanMode', 'ExitPlanMode'];

/** What the program itself says: in a note, or in the result of a plan tool. Others may write the same words anywhere. */
function ownText(
  block: ModelMessage['content'][number],
  previous: Pick<ModelMessage, 'content'> | undefined,
): string {
  if (block.type === 'text') return ownNote(block.text) ?? '';
  if (block.type !== 'tool_result' || block.is_error) return '';
  const calls: ModelMessage['content'] = previous?.content ?? [];
  const isOfPlan = calls.some(
    (call) => call.type === 'tool_use' && call.id === block.tool_use_id && PLAN_TOOLS.includes(call.name),
  );
  return isOfPlan ? textOf(block.content) : '';
}
