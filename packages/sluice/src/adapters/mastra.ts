import { createTool, type Tool } from '@mastra/core/tools';
import { modelTools, type ToolCall } from '@sluice/core';
import type { LocalRuntime } from '@sluice/session';
import { toAISDKOutput } from '../results/to-ai-sdk-output.ts';
import { Approvals } from './approvals.ts';
import { readMastraAnswer, type MastraQuestion } from './mastra-answer.ts';
import { RunSteps } from './mastra-runs.ts';
import { Step } from './steps.ts';
import { asOutput, outputOf, type ToolOutput } from './tool-output.ts';

export type { MastraQuestion } from './mastra-answer.ts';
export type { ToolOutput as MastraToolOutput } from './tool-output.ts';

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

const HOW = "the application can't ask: run the tools in a Mastra agent that has storage";

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
  ): Promise<ToolOutput | undefined> {
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
        return steps.during(context.runId, call.id, (...message) => run(call, context, ...message));
      },
      toModelOutput: (output: unknown) => toAISDKOutput(asOutput(output, true), 6),
    });
  }
  return { tools };
}
