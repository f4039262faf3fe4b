import {
  tool,
  type FunctionTool,
  type Model,
  type ModelProvider,
  type ModelRequest,
  type RunContext,
} from '@openai/agents';
import { modelTools, type ToolCall } from '@sluice/core';
import type { LocalRuntime } from '@sluice/session';
import { toOpenAIOutput, type OpenAIOutput } from '../results/to-openai-output.ts';
import { Approvals } from './approvals.ts';
import { earlyModel } from './early-model.ts';
import { Step } from './steps.ts';

export interface OpenAIAgentsTools {
  readonly tools: FunctionTool<unknown, never, OpenAIOutput>[];
  /** Wraps a model so that calls start while it writes. */
  readonly startEarly: (model: Model) => Model;
  /** The same for all models of a provider: `new Runner({ modelProvider })`. */
  readonly startEarlyFrom: (provider: ModelProvider) => ModelProvider;
}

const HOW = 'the application has no user approval for this call (state.approve(interruption))';

/** The tools of a runtime for agents of the OpenAI Agents SDK. */
export async function toOpenAIAgents(
  runtime: Pick<LocalRuntime, 'openMessage' | 'decide' | 'conflict' | 'pool' | 'questions' | 'agent'>,
  { approvals = 'sdk' }: { readonly approvals?: 'sdk' | 'runtime' } = {},
): Promise<OpenAIAgentsTools> {
  const asker = approvals === 'sdk' ? new Approvals(runtime, HOW) : undefined;
  /** Steps of wrapped models, by the calls that the SDK hasn't run yet. */
  const written = new Map<string, Step>();
  /** The step of a run at its last request; runs share nothing but their usage across contexts. */
  const steps = new WeakMap<object, { readonly request: number; readonly step: Step }>();

  /** The ids that each run has asked about. */
  const askedBy = new WeakMap<object, Set<string>>();

  function noteAsked({ usage }: RunContext, id: string): void {
    askedBy.set(usage, (askedBy.get(usage) ?? new Set()).add(id));
  }

  /** A refusal of all calls of a tool is about the calls of its own run only. */
  function isRefused(context: RunContext, { id, name }: ToolCall): boolean {
    if (approvalOf(context, name, id) !== false) return false;
    const isOfTool = approvalOf(context, name, crypto.randomUUID()) === false;
    return !isOfTool || askedBy.get(context.usage)?.has(id) === true;
  }

  function stepOf(callId: string, context: RunContext): Step {
    const { usage } = context;
    const early = written.get(callId);
    if (early !== undefined) return early;
    const known = steps.get(usage);
    if (known?.request === usage.requests) return known.step;
    const step = new Step(runtime, asker);
    steps.set(usage, { request: usage.requests, step });
    step.noteRefused((asker?.openCalls() ?? []).filter((call) => isRefused(context, call)));
    return step;
  }

  const startEarly = (model: Model): Model =>
    earlyModel(model, ({ input }) => {
      const step = new Step(runtime, asker);
      // It is the SDK that answers a call that the user has refused. One that it answers although it was approved was aborted.
      step.noteRefused(answeredCalls(input).filter(({ id }) => asker?.hasApproved(id) !== true));
      const ids: string[] = [];
      return {
        add(call: ToolCall, signal: AbortSignal | undefined) {
          ids.push(call.id);
          written.set(call.id, step);
          // Not awaited: the stream of the model goes on meanwhile.
          void step.startEarly(call, signal);
        },
        discard() {
          for (const id of ids) if (written.get(id) === step) written.delete(id);
          return step.discard();
        },
      };
    });

  const offered = await modelTools(runtime.pool, (one) => runtime.agent.deniesTool(one));
  return {
    startEarly,
    startEarlyFrom: (provider) => ({
      getModel: async (name) => startEarly(await provider.getModel(name)),
    }),
    tools: offered.map(({ name, description, inputSchema }) =>
      tool({
        name,
        description,
        strict: false,
        parameters: {
          properties: {},
          required: [],
          ...inputSchema,
          type: 'object',
          additionalProperties: true,
        },
        async needsApproval(context, input, id) {
          if (asker === undefined || id === undefined) return false;
          const step = stepOf(id, context);
          const isAnswered = approvalOf(context, name, id) !== undefined;
          if (isAnswered) return step.needsApproval({ id, name, input });
          const asks = await step.asks({ id, name, input });
          if (asks) noteAsked(context, id);
          return asks;
        },
        async execute(input, context, details): Promise<OpenAIOutput> {
          const id = details?.toolCall?.callId ?? crypto.randomUUID();
          if (context !== undefined && approvalOf(context, name, id) === true)
            asker?.approve(id, approvalOf(context, name, crypto.randomUUID()) === true);
          const step = context === undefined ? new Step(runtime, asker) : stepOf(id, context);
          written.delete(id);
          return toOpenAIOutput(await step.run({ id, name, input }, details?.signal));
        },
      }),
    ),
  };
}

/** What the user has said about a call. Undefined: nothing. An approval of all calls of a tool is one of any id. */
function approvalOf(context: RunContext, toolName: string, callId: string): boolean | undefined {
  return context.isToolApproved({ toolName, callId });
}

/** The calls in a request that have a result. */
function answeredCalls(input: ModelRequest['input']): readonly ToolCall[] {
  if (typeof input === 'string') return [];
  const answered = new Set(
    input.flatMap((item) => (item.type === 'function_call_result' ? [item.callId] : [])),
  );
  return input.flatMap((item) =>
    item.type === 'function_call' && answered.has(item.callId)
      ? [{ id: item.callId, name: item.name, inputText: item.arguments }]
      : [],
  );
}
