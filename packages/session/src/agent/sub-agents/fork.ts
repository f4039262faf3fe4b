import { FilteredPool, isRefusedInFork } from '@sluice/agent';
import type { AnyTool, ToolPool } from '@sluice/core';
import type { AssembledAgent } from '../assembled-agent.ts';
import type { AgentEntry } from './agent-entry.ts';

const TASK =
  'You are a fork of the conversation above: a sub-agent that knows all of it, while the original goes on elsewhere. Carry out this task and nothing else. The original gets your last message only: put everything it needs into it.';

/** The first prompt of a fork. Its system prompt is that of the original, so the task stands here. */
export function forkPrompt(prompt: string, notice: string | undefined): string {
  return [TASK, ...(notice === undefined ? [] : [notice]), prompt].join('\n\n');
}

/** Why the conversation of an agent can't be forked. Undefined: it can. */
export function forkRefusal(opener: AgentEntry | undefined, parent: AssembledAgent): string | undefined {
  if (opener?.type === 'fork') return "A fork can't be forked. Do the work yourself, or choose another type.";
  if (opener !== undefined) return 'Only the main agent can be forked. Choose another type of agent.';
  return parent.runtime.agent.journal === undefined
    ? "The session keeps no journal, so its conversation can't be forked. Choose another type of agent."
    : undefined;
}

/** All tools of the original, in the same words and order, so that requests begin alike; those of the main agent alone are refused. */
export function forkPool(parent: ToolPool): ToolPool {
  return new ForkPool(parent, () => true, []);
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
