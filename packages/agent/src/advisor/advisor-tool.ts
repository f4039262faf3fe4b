import { defineTool, type AnyTool, type JsonSchema } from '@sluice/core';

interface AdvisorInput {
  readonly question?: string | undefined;
}

/** What an advisor has said. */
export interface Advice {
  /** Undefined: there is none. */
  readonly advice: string | undefined;
  /** The model that was asked. Undefined: none was. */
  readonly model: string | undefined;
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number } | undefined;
  /** Why there is no advice, as a sentence. */
  readonly problem: string | undefined;
}

/** Never rejects. */
export type AskAdvisor = (question: string | undefined, signal: AbortSignal) => Promise<Advice>;

const inputSchema: JsonSchema<AdvisorInput> = {
  type: 'object',
  properties: {
    question: { type: 'string', description: 'What to ask. Default: how to continue.' },
  },
  additionalProperties: false,
};

const DESCRIPTION = `Asks a stronger model for advice. It sees the whole conversation, so you need a question only for something specific.

Use it before you commit to a plan for substantial work, when two attempts at the same problem have failed, and before you declare such work finished. Do not use it for small steps: each question costs time and money. Weigh the advice against what you have seen yourself; if they conflict, say so.`;

/** The tool by which a model asks a stronger one. Its failure is not an error: the work continues without advice. */
export function createAdvisorTool(ask: AskAdvisor): AnyTool {
  return defineTool({
    name: 'Advisor',
    description: DESCRIPTION,
    searchHint: 'advice of a stronger model, second opinion',
    inputSchema,
    isReadOnly: true,
    isConcurrencySafe: true,
    claims: () => [],
    call: async ({ question }, { signal }) => ({ data: await ask(question, signal) }),
    toModel: ({ advice, problem }: Advice) =>
      advice ?? `No advice: ${problem ?? 'the model gave none.'} Continue without it.`,
    summarize: ({ question }) => (question === undefined ? 'Ask for advice' : `Ask for advice: ${question}`),
  });
}
