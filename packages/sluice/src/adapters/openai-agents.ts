import { tool, type FunctionTool, type Model, type ModelProvider, type RunContext } from '@openai/agents';
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

const HOW = 'the application has no approval of the user for this call (state.approve(interruption))';

/** The tools of a runtime for agents of the OpenAI Agents SDK. */
export async function toOpenAIAgents(
  runtime: Pick<LocalRuntime, 'openMessage' | 'decide' | 'conflict' | 'pool' | 'agent'>,
  { approvals = 'sdk' }: { readonly approvals?: 'sdk' | 'runtime' } = {},
): Promise<OpenAIAgentsTools> {
  const asker = approvals === 'sdk' ? new Approvals(HOW) : undefined;
  /** Steps of wrapped models, by the calls that the SDK hasn't run yet. */
  const written = new Map<string, Step>();
  /** The step of a run at its last request; runs share nothing but their usage across contexts. */
  const steps = new WeakMap<object, { readonly request: number; readonly step: Step }>();

  function stepOf(callId: string, { usage }: RunContext): Step {
    const early = written.get(callId);
    if (early !== undefined) return early;
    const known = steps.get(usage);
    if (known?.request === usage.requests) return known.step;
    const step = new Step(runtime, asker);
    steps.set(usage, { request: usage.requests, step });
    return step;
  }

  const startEarly = (model: Model): Model =>
    earlyModel(model, () => {
      const step = new Step(runtime, asker);
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
        needsApproval: async (context, input, id) =>
          asker !== undefined &&
          id !== undefined &&
          (await stepOf(id, context).needsApproval({ id, name, input })),
        async execute(input, context, details): Promise<OpenAIOutput> {
          const id = details?.toolCall?.callId ?? crypto.randomUUID();
          if (context?.isToolApproved({ toolName: name, callId: id }) === true) asker?.approve(id);
          const step = context === undefined ? new Step(runtime, asker) : stepOf(id, context);
          written.delete(id);
          return toOpenAIOutput(await step.run({ id, name, input }, details?.signal));
        },
      }),
    ),
  };
}
