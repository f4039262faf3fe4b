import { present } from '@sluice/base';
import type { CallableTool, FunctionCall, Part } from '@google/genai';
import { modelTools, type Asker, type CallResult } from '@sluice/core';
import type { LocalRuntime } from '@sluice/session';
import { toGooglePart } from '../results/to-google-part.ts';

export interface GoogleOptions {
  /** Who answers questions. The SDK has no approvals of its own. Default: the runtime's asker; without one, calls that ask are denied. */
  readonly asker?: Asker;
  /** Aborting it cancels calls that run: the SDK doesn't tell tools of its own signal. */
  readonly signal?: AbortSignal;
}

export interface GoogleTools {
  /** For `config.tools` of `generateContent`, `generateContentStream` and chats. */
  readonly tools: CallableTool[];
}

/** The tools of a runtime for the Google GenAI SDK, which hands over all calls of a message at once. */
export async function toGoogle(
  runtime: Pick<LocalRuntime, 'openMessage' | 'pool' | 'agent'>,
  { asker, signal }: GoogleOptions = {},
): Promise<GoogleTools> {
  const offered = await modelTools(runtime.pool, (tool) => runtime.agent.deniesTool(tool));
  const functionDeclarations = offered.map(({ name, description, inputSchema }) => ({
    ...{ name, description },
    parametersJsonSchema: inputSchema,
  }));

  async function callTool(calls: FunctionCall[]): Promise<Part[]> {
    const message = runtime.openMessage({ ...present({ asker, signal }) });
    const added = calls.map((call) => ({
      call,
      // Of two calls with one id, which some models write, the second is another call.
      open: message.add({ id: crypto.randomUUID(), name: call.name ?? '', input: call.args ?? {} }),
    }));
    const [{ results, context }, codes] = await Promise.all([
      message.end(),
      Promise.all(added.map(({ open }) => open.result)),
    ]);
    const parts: Part[] = added.map(({ call }, index) => {
      const bounded = results[index];
      return toGooglePart(call, bounded === undefined ? missing(codes[index]) : resultOf(bounded));
    });
    return [...parts, ...context.map((text) => ({ text }))];
  }

  return { tools: [{ tool: () => Promise.resolve({ functionDeclarations }), callTool }] };
}

type Bounded = Awaited<ReturnType<ReturnType<LocalRuntime['openMessage']>['end']>>['results'][number];

/** A result as the budget of its message leaves it. */
function resultOf({ content, is_error: isError }: Bounded): Pick<CallResult, 'content' | 'isError'> {
  return {
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
    isError,
  };
}

function missing(result: CallResult | undefined): Pick<CallResult, 'content' | 'isError'> {
  return result ?? { content: [{ type: 'text', text: 'The call got no result.' }], isError: true };
}
