import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';
import { modelTools } from '@sluice/core';
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
  /** Whether the application has to ask its user: hold such calls with `runner.deferToolCall(toolUse)`. */
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
  // The runner doesn't say which calls belong together; a message ends whenever none is open.
  const step = new Step(runtime, asker);
  const tools = await modelTools(runtime.pool, (tool) => runtime.agent.deniesTool(tool));
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: { ...inputSchema, type: 'object' },
      parse: (input) => input,
      async run(input, context) {
        const id = context?.toolUse.id ?? crypto.randomUUID();
        const result = await step.run({ id, name, input }, context?.signal ?? undefined);
        const content = toAnthropicContent(result);
        if (result.isError) throw new ToolError([...content]);
        return [...content];
      },
    })),
    needsApproval: async ({ id, name, input }) =>
      asker !== undefined && (await runtime.decide({ name, input, asker })).behavior === 'ask' && id !== '',
    approve: ({ id }) => asker?.approve(id),
  };
}
