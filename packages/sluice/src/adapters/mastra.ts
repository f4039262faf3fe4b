import { createTool, type Tool } from '@mastra/core/tools';
import { modelTools, type CallResult, type ToolCall } from '@sluice/core';
import type { LocalRuntime } from '@sluice/session';
import { toAISDKOutput } from '../results/to-ai-sdk-output.ts';
import { toText } from '../results/to-text.ts';
import { Approvals } from './approvals.ts';
import { readMastraAnswer, type MastraQuestion } from './mastra-answer.ts';
import { Step } from './steps.ts';

export type { MastraQuestion } from './mastra-answer.ts';

/** The output of a tool, as the application and its user interface see it. */
export interface MastraToolOutput {
  readonly text: string;
  readonly isError: boolean;
  /** `ok`, `denied`, `tool-error`, … */
  readonly code: string;
  readonly content: CallResult['content'];
}

export interface MastraTools {
  /** For `new Agent({ tools })`. */
  readonly tools: Record<string, Tool>;
}

/** What Mastra gives a tool, as far as it is used here. */
interface ToolContext {
  readonly abortSignal?: AbortSignal | undefined;
  readonly runId?: string | undefined;
  readonly agent?:
    | {
        readonly toolCallId: string;
        readonly suspend: (question: MastraQuestion) => Promise<unknown>;
        readonly resumeData?: unknown;
        readonly suspendPayload?: unknown;
      }
    | undefined;
}

const HOW = "the application can't ask: run the tools in an agent of Mastra that has storage";

/** The tools of a runtime for agents of Mastra. A call that asks suspends the run. */
export async function toMastra(
  runtime: Pick<LocalRuntime, 'openMessage' | 'decide' | 'conflict' | 'pool' | 'questions' | 'agent'>,
  { approvals = 'sdk' }: { readonly approvals?: 'sdk' | 'runtime' } = {},
): Promise<MastraTools> {
  const asker = approvals === 'sdk' ? new Approvals(runtime, HOW) : undefined;
  const steps = new RunSteps(() => new Step(runtime, asker));

  async function run(
    call: ToolCall,
    { agent, abortSignal }: ToolContext,
    step: Step,
    noteAsked: () => void,
  ): Promise<MastraToolOutput | undefined> {
    if (asker !== undefined && agent !== undefined) {
      const answer = readMastraAnswer(call, agent);
      if (answer.kind === 'forged' || answer.kind === 'rejected')
        return outputOf(await step.refuse(call, answer.refusal));
      // Always, so that it is known to the calls after it.
      const asks = await step.needsApproval(call);
      if (answer.kind === 'approved') asker.approve(call.id);
      else if (asks) {
        const { reason } = await runtime.decide({ name: call.name, input: call.input, asker });
        // Ends a call that was started early by throwing.
        noteAsked();
        await asker.asked(call);
        await agent.suspend({ callId: call.id, toolName: call.name, input: call.input, reason });
        return undefined;
      }
    }
    return outputOf(await step.run(call, abortSignal));
  }

  const tools: Record<string, Tool> = {};
  for (const { name, description, inputSchema } of await modelTools(runtime.pool, (tool) =>
    runtime.agent.deniesTool(tool),
  )) {
    tools[name] = createTool({
      ...{ id: name, description },
      inputSchema: { ...inputSchema },
      // Without `suspendSchema` and `requireApproval`: Mastra would run one call at a time, and none early.
      execute(input: unknown, context: ToolContext) {
        const call = { id: context.agent?.toolCallId ?? crypto.randomUUID(), name, input };
        return steps.during(context, call.id, (...message) => run(call, context, ...message));
      },
      toModelOutput: (output: unknown) => toAISDKOutput(asOutput(output), 6),
    });
  }
  return { tools };
}

function outputOf(result: CallResult): MastraToolOutput {
  const { isError, code, content } = result;
  return { text: toText(result), isError, code, content };
}

/** An output that comes back from the application's store is data of its own. */
function asOutput(output: unknown): Pick<MastraToolOutput, 'content' | 'isError'> {
  return isOutput(output)
    ? output
    : { content: [{ type: 'text', text: JSON.stringify(output) ?? '' }], isError: true };
}

function isOutput(output: unknown): output is MastraToolOutput {
  return (
    typeof output === 'object' &&
    output !== null &&
    'content' in output &&
    Array.isArray(output.content) &&
    'isError' in output
  );
}

interface OpenMessage {
  readonly step: Step;
  /** Calls that Mastra runs now. */
  running: number;
  /** Calls that asked, and that no one has answered yet. */
  readonly asked: Set<string>;
}

/**
 * The calls of one message of a run. Mastra doesn't say where a message ends, but goes on to the next one only when each call that asked is
 * answered, and each call has its result.
 */
class RunSteps {
  readonly #open: () => Step;
  readonly #runs = new Map<string, OpenMessage>();

  constructor(open: () => Step) {
    this.#open = open;
  }

  /** Does the work of a call in the step of its message; the work reports if the call asked. */
  async during<Output>(
    { runId }: ToolContext,
    callId: string,
    work: (step: Step, noteAsked: () => void) => Promise<Output>,
  ): Promise<Output> {
    if (runId === undefined) return work(this.#open(), () => {});
    const message = this.#runs.get(runId) ?? { step: this.#open(), running: 0, asked: new Set() };
    this.#runs.set(runId, message);
    message.running += 1;
    let hasAsked = false;
    try {
      return await work(message.step, () => void (hasAsked = true));
    } finally {
      message.running -= 1;
      if (hasAsked) message.asked.add(callId);
      else message.asked.delete(callId);
      if (message.running === 0 && message.asked.size === 0) this.#runs.delete(runId);
    }
  }
}
