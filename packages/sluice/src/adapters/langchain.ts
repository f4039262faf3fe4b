import { ToolMessage } from '@langchain/core/messages';
import { tool, type StructuredToolInterface } from '@langchain/core/tools';
import { modelTools, type CallResult, type ToolCall } from '@sluice/core';
import type { LocalRuntime } from '@sluice/session';
import { toLangChainContent } from '../results/to-lang-chain-content.ts';
import { Approvals } from './approvals.ts';
import { askByInterrupt, isAnswered } from './langchain-answer.ts';
import { EarlyStart } from './langchain-runs.ts';
import { Step } from './steps.ts';

export type { LangChainRequest } from './langchain-answer.ts';

export interface LangChainTools {
  /** For `createAgent`, `ToolNode` and `model.bindTools`. */
  readonly tools: StructuredToolInterface[];
  /** For `invoke` and `stream` of an agent: calls start while the model still writes. Without them, when the message is complete. */
  readonly callbacks: EarlyStart[];
}

/** What LangChain gives a tool, as far as it is used here. */
interface ToolConfig {
  readonly signal?: AbortSignal;
  readonly toolCall?: { readonly id?: string };
  readonly toolCallId?: string;
  readonly configurable?: object;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

const HOW =
  "the application can't ask: run the tools in a LangGraph graph with a checkpointer, and resume it with an answer";

/** The tools of a runtime for LangChain and LangGraph. A call that asks interrupts the graph. */
export async function toLangChain(
  runtime: Pick<LocalRuntime, 'openMessage' | 'decide' | 'conflict' | 'pool' | 'questions' | 'agent'>,
  { approvals = 'sdk' }: { readonly approvals?: 'sdk' | 'runtime' } = {},
): Promise<LangChainTools> {
  const asker = approvals === 'sdk' ? new Approvals(runtime, HOW) : undefined;
  const early = new EarlyStart(() => new Step(runtime, asker));
  const steps = new LatestSteps(() => new Step(runtime, asker));
  const done = new DoneCalls();

  async function run(call: ToolCall, config: ToolConfig): Promise<ToolMessage> {
    const step = early.take(call.id) ?? steps.of(config);
    if (asker !== undefined) {
      // Always, so that it is known to the calls after it.
      const asks = await step.needsApproval(call);
      if (asks || done.hasAsked(call, stepKey(config)) || isAnswered(config.configurable, call.id)) {
        done.noteAsked(call, stepKey(config));
        const { reason } = await runtime.decide({ name: call.name, input: call.input, asker });
        const answer = await askByInterrupt(call, reason, () => asker.asked(call));
        if (answer.kind === 'rejected')
          return messageOf(call, await step.refuse(call, { by: 'person', feedback: answer.message }));
        if (answer.kind === 'approved') asker.approve(call.id);
      }
    }
    return messageOf(call, await step.run(call, config.signal));
  }

  const offered = await modelTools(runtime.pool, (one) => runtime.agent.deniesTool(one));
  return {
    callbacks: [early],
    tools: offered.map(({ name, description, inputSchema }) =>
      tool(
        (input: unknown, config: ToolConfig) => {
          const id = config.toolCall?.id ?? config.toolCallId ?? crypto.randomUUID();
          const call = { id, name, input };
          return done.once(call, stepKey(config), () => run(call, config));
        },
        { name, description, schema: { ...inputSchema } },
      ),
    ),
  };
}

function messageOf({ id, name }: ToolCall, result: CallResult): ToolMessage {
  return new ToolMessage({
    ...{ tool_call_id: id, name, status: result.isError ? 'error' : 'success' },
    content: toLangChainContent(result),
    artifact: { code: result.code, data: result.data },
  });
}

/** More than any application has open at once. */
const MAX_KEPT = 1000;

/** The steps of messages that no model was heard to write, by the step of the graph that runs their calls. */
class LatestSteps {
  readonly #open: () => Step;
  readonly #steps = new Map<string, Step>();

  constructor(open: () => Step) {
    this.#open = open;
  }

  of(config: ToolConfig): Step {
    const key = stepKey(config);
    if (key === undefined) return this.#open();
    const step = this.#steps.get(key) ?? this.#open();
    keep(this.#steps, key, step);
    return step;
  }
}

/** A graph that was interrupted runs the calls of a node again: those that are done are not run twice. */
class DoneCalls {
  readonly #results = new Map<string, Promise<ToolMessage>>();
  readonly #asked = new Map<string, true>();

  once(call: ToolCall, step: string | undefined, work: () => Promise<ToolMessage>): Promise<ToolMessage> {
    if (step === undefined) return work();
    const key = keyOf(call, step);
    const known = this.#results.get(key);
    if (known !== undefined) return known;
    const result = work();
    keep(this.#results, key, result);
    // An interrupt is not a result: the call runs when the graph is resumed.
    result.catch(() => this.#results.delete(key));
    return result;
  }

  hasAsked(call: ToolCall, step: string | undefined): boolean {
    return step !== undefined && this.#asked.has(keyOf(call, step));
  }

  noteAsked(call: ToolCall, step: string | undefined): void {
    if (step !== undefined) keep(this.#asked, keyOf(call, step), true);
  }
}

/** The step of a thread of a graph; it keeps its number when it is resumed. Undefined: the tool runs outside of one. */
function stepKey({ metadata = {} }: ToolConfig): string | undefined {
  const { thread_id: thread, langgraph_step: number } = metadata;
  return typeof thread === 'string' && typeof number === 'number' ? `${thread} ${number}` : undefined;
}

/** Some models count their ids again in each message. */
function keyOf({ id, name, input }: ToolCall, step: string): string {
  return JSON.stringify([step, id, name, input]);
}

/** Adds as the latest; beyond the limit the oldest is dropped. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MAX_KEPT) for (const oldest of map.keys()) return void map.delete(oldest);
}
