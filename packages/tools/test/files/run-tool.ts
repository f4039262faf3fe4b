import type { CallContext, Tool } from '@sluice/core';

export type Ran<Output> =
  | { readonly ok: true; readonly data: Output; readonly text: string }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** One call as the engine makes it: the schema, `validateInput`, `call`, the model's view. */
export async function runTool<Input, Output>(
  tool: Tool<Input, Output>,
  input: Input,
  context: CallContext,
): Promise<Ran<Output>> {
  const check = (await tool.validateInput?.(input, context)) ?? { ok: true };
  return check.ok ? callTool(tool, input, context) : check;
}

/** `call` alone, as after a change between the checks and the call. */
export async function callTool<Input, Output>(
  tool: Tool<Input, Output>,
  input: Input,
  context: CallContext,
): Promise<Ran<Output>> {
  const returned = tool.call(input, context);
  if (!(returned instanceof Promise)) throw new Error('The file tools return promises.');
  const result = await returned;
  if (result.failure !== undefined) return { ok: false, ...result.failure };
  const text = tool.toModel?.(result.data, input);
  if (typeof text !== 'string') throw new Error('The file tools show text.');
  return { ok: true, data: result.data, text };
}

/** The output of a call that must have worked. */
export function dataOf<Output>(ran: Ran<Output>): Output {
  if (!ran.ok) throw new Error(`${ran.code}: ${ran.message}`);
  return ran.data;
}
