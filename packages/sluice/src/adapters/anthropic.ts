import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';
import { modelTools, type CallResult, type ToolCall } from '@sluice/core';
import type { LocalRuntime } from '@sluice/session';
import { toAnthropicContent } from '../results/to-anthropic-content.ts';
import { Approvals } from './approvals.ts';
import { Step } from './steps.ts';

/** A call as the tool runner has it. */
interface ToolUse {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface AnthropicTools {
  readonly tools: BetaRunnableTool<unknown>[];
  /**
   * Whether the application has to ask its user: hold such calls with `runner.deferToolCall(toolUse)`. To be called for the calls of a message
   * in their order: one that comes after such a call, and has effects or reads what that one changes, needs approval as well.
   */
  readonly needsApproval: (toolUse: ToolUse) => Promise<boolean>;
  /** The user has approved the call: it may run. */
  readonly approve: (toolUse: ToolUse) => void;
}

const HOW = 'the application did not approve this call with approve(toolUse)';

/** The tools of a runtime for `client.beta.messages.toolRunner`. Calls that ask are denied until `approve`. */
export async function toAnthropic(
  runtime: Pick<LocalRuntime, 'openMessage' | 'decide' | 'conflict' | 'pool' | 'agent'>,
  { approvals = 'sdk' }: { readonly approvals?: 'sdk' | 'runtime' } = {},
): Promise<AnthropicTools> {
  const asker = approvals === 'sdk' ? new Approvals(HOW) : undefined;
  const steps = new RunnerSteps(() => new Step(runtime, asker));
  const tools = await modelTools(runtime.pool, (tool) => runtime.agent.deniesTool(tool));
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: { ...inputSchema, type: 'object' },
      parse: (input) => input,
      async run(input, context) {
        const id = context?.toolUse.id ?? crypto.randomUUID();
        const result = await steps.run({ id, name, input }, context?.signal ?? undefined);
        const content = toAnthropicContent(result);
        if (result.isError) throw new ToolError([...content]);
        return [...content];
      },
    })),
    needsApproval: async ({ id, name, input }) =>
      asker !== undefined && id !== '' && (await steps.needsApproval({ id, name, input })),
    approve: ({ id }) => asker?.approve(id),
  };
}

interface OpenMessage {
  readonly step: Step;
  /** Calls that the runner runs now. */
  running: number;
  /** Calls that need approval, and that the runner hasn't run yet. */
  readonly asked: Set<string>;
}

/** The calls of one message. The runner doesn't say which belong together; a message ends whenever none is open. */
class RunnerSteps {
  readonly #open: () => Step;
  #message: OpenMessage;

  constructor(open: () => Step) {
    this.#open = open;
    this.#message = this.#next();
  }

  async needsApproval(call: ToolCall): Promise<boolean> {
    const { step, asked } = this.#message;
    // At once, so that the message stays open until it is known.
    asked.add(call.id);
    const needs = await step.needsApproval(call);
    if (!needs) asked.delete(call.id);
    return needs;
  }

  async run(call: ToolCall, signal: AbortSignal | undefined): Promise<CallResult> {
    const message = this.#message;
    message.running += 1;
    try {
      return await message.step.run(call, signal);
    } finally {
      message.running -= 1;
      message.asked.delete(call.id);
      const isOver = message.running === 0 && message.asked.size === 0;
      if (isOver && this.#message === message) this.#message = this.#next();
    }
  }

  #next(): OpenMessage {
    return { step: this.#open(), running: 0, asked: new Set() };
  }
}
