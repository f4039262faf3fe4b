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
   * Whether the application has to ask its user: hold such calls with `runner.deferToolCall(toolUse)`. Call it for each call of a message, in
   * order: a call that comes after such a call, and has effects or reads what that one changes, needs approval as well.
   *
   * @param message the message that the call is in, such as `stream.currentMessage`. Without it, open questions of a message that the
   *   application has given up still count for the next one.
   */
  readonly needsApproval: (toolUse: ToolUse, message?: { readonly id: string }) => Promise<boolean>;
  /** The user has approved the call: it may run. A call that needs approval and doesn't have it is denied. */
  readonly approve: (toolUse: ToolUse) => void;
}

const HOW = 'the application did not approve this call with approve(toolUse)';

/** The tools of a runtime for `client.beta.messages.toolRunner`. Calls that ask are denied until `approve`. */
export async function toAnthropic(
  runtime: Pick<LocalRuntime, 'openMessage' | 'decide' | 'conflict' | 'pool' | 'questions' | 'agent'>,
  { approvals = 'sdk' }: { readonly approvals?: 'sdk' | 'runtime' } = {},
): Promise<AnthropicTools> {
  const asker = approvals === 'sdk' ? new Approvals(runtime, HOW) : undefined;
  const steps = new RunnerSteps(
    () => new Step(runtime, asker),
    (id) => asker?.hasApproved(id) === true,
  );
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
    needsApproval: async ({ id, name, input }, message) =>
      asker !== undefined && id !== '' && (await steps.needsApproval({ id, name, input }, message?.id)),
    approve: ({ id }) => asker?.approve(id),
  };
}

interface OpenMessage {
  readonly step: Step;
  /** If the application has told it. */
  id: string | undefined;
  /** Calls that the runner runs now. */
  running: number;
  /** Calls that need approval, and that the runner hasn't run yet, in order. */
  readonly asked: Set<string>;
}

/** The calls of one message. The runner doesn't say which belong together; a message ends whenever none is open. */
class RunnerSteps {
  readonly #open: () => Step;
  readonly #isApproved: (callId: string) => boolean;
  /** Messages by their calls that need approval and haven't run. */
  readonly #waiting = new Map<string, OpenMessage>();
  #message: OpenMessage;

  constructor(open: () => Step, isApproved: (callId: string) => boolean) {
    this.#open = open;
    this.#isApproved = isApproved;
    this.#message = this.#next();
  }

  async needsApproval(call: ToolCall, messageId: string | undefined): Promise<boolean> {
    if (messageId !== undefined && (this.#message.id ?? messageId) !== messageId) this.#giveUp();
    const message = this.#message;
    message.id ??= messageId;
    // At once, so that the message stays open until it is known.
    message.asked.add(call.id);
    this.#waiting.set(call.id, message);
    const needs = await message.step.asks(call);
    if (!needs) this.#forget(call.id, message);
    return needs;
  }

  async run(call: ToolCall, signal: AbortSignal | undefined): Promise<CallResult> {
    const message = this.#waiting.get(call.id) ?? this.#message;
    if (message.asked.has(call.id) && this.#isApproved(call.id)) dropBefore(message.asked, call.id);
    this.#forget(call.id, message);
    message.running += 1;
    try {
      return await message.step.run(call, signal);
    } finally {
      message.running -= 1;
      const isOver = message.running === 0 && message.asked.size === 0;
      if (isOver && this.#message === message) this.#message = this.#next();
    }
  }

  /** The application has gone on to another message: what it asked about in this one, and never ran, doesn't hold that back. */
  #giveUp(): void {
    for (const id of this.#message.asked) this.#waiting.delete(id);
    this.#message = this.#next();
  }

  #forget(callId: string, message: OpenMessage): void {
    message.asked.delete(callId);
    this.#waiting.delete(callId);
  }

  #next(): OpenMessage {
    return { step: this.#open(), id: undefined, running: 0, asked: new Set() };
  }
}

/**
 * When a reply is complete, the runner starts all calls that it held, in order. What was asked before one of them and hasn't started belongs
 * to an earlier reply, which the application gave up: the message mustn't stay open for it.
 */
function dropBefore(asked: Set<string>, callId: string): void {
  for (const earlier of asked) {
    if (earlier === callId) return;
    asked.delete(earlier);
  }
}
