import { FilteredPool, isRefusedInFork } from '@sluice/agent';
import { presentItems } from '@sluice/base';
import type { AnyTool, ToolPool } from '@sluice/core';
import type { AssembledAgent } from '../../assembled-agent.ts';
import type { AgentEntry } from '../agent-entry.ts';

/** What a fork does with its plan. The tool is listed as that of the original, whose user approves plans. */
const PLAN =
  'Plan mode stays on for you, and your plan goes to the original agent: call ExitPlanMode with the whole plan as its input "plan", and then end your turn.';

const TASK =
  'You are a fork of the conversation above: a sub-agent that knows all of it, while the original agent continues separately. Carry out this task and nothing else. The original agent sees only your last message: put everything it needs into it.';

/** The first prompt of a fork. Its system prompt is that of the original, so the task stands here. */
export function forkPrompt(
  prompt: string,
  { notice, handsPlan }: { readonly notice: string | undefined; readonly handsPlan: boolean },
): string {
  return presentItems([TASK, notice, handsPlan ? PLAN : undefined, prompt]).join('\n\n');
}

/** Why the conversation of an agent can't be forked. Undefined: it can. */
export function forkRefusal(opener: AgentEntry | undefined, parent: AssembledAgent): string | undefined {
  if (opener?.type === 'fork') return "A fork can't be forked. Do the work yourself, or choose another type.";
  if (opener !== undefined) return 'Only the main agent can be forked. Choose another type of agent.';
  return parent.runtime.agent.journal === undefined
    ? "The session has no journal, so its conversation can't be forked. Choose another type of agent."
    : undefined;
}

/** All tools of the original, in the same words and order, so that requests begin alike; those of the main agent alone are refused. */
export function forkPool(parent: ToolPool): ToolPool {
  return new ForkPool(parent, () => true, []);
}

/** With a tool of its own in the place of the original's of that name, in whose words it is listed. */
export function withForkTool(pool: ToolPool, own: AnyTool): ToolPool {
  return new OwnToolPool(pool, own);
}

class OwnToolPool extends FilteredPool {
  readonly #tool: AnyTool;
  #listed: AnyTool | undefined;

  constructor(pool: ToolPool, own: AnyTool) {
    super(pool, () => true, []);
    this.#tool = own;
  }

  override get tools(): readonly AnyTool[] {
    return super.tools.map(this.#inPlace);
  }

  override find(name: string): AnyTool | undefined {
    const found = super.find(name);
    return found === undefined ? undefined : this.#inPlace(found);
  }

  override isForeign(tool: AnyTool): boolean {
    return tool !== this.#listed && super.isForeign(tool);
  }

  readonly #inPlace = (tool: AnyTool): AnyTool => {
    if (tool.name !== this.#tool.name) return tool;
    const { description, inputSchema, searchHint, isDeferred } = tool;
    return (this.#listed ??= { ...this.#tool, description, inputSchema, searchHint, isDeferred });
  };
}

class ForkPool extends FilteredPool {
  readonly #refused = new Map<AnyTool, AnyTool>();

  override get tools(): readonly AnyTool[] {
    return super.tools.map(this.#ofFork);
  }

  override find(name: string): AnyTool | undefined {
    const found = super.find(name);
    return found === undefined ? undefined : this.#ofFork(found);
  }

  override isForeign(tool: AnyTool): boolean {
    return !isRefusedInFork(tool) && super.isForeign(tool);
  }

  readonly #ofFork = (tool: AnyTool): AnyTool => {
    if (!isRefusedInFork(tool)) return tool;
    const known = this.#refused.get(tool);
    if (known !== undefined) return known;
    const message = `Sub-agents can't use ${tool.name}. Say in your report what you need.`;
    const refused: AnyTool = { ...tool, checkPermissions: () => ({ behavior: 'deny', message }) };
    this.#refused.set(tool, refused);
    return refused;
  };
}
