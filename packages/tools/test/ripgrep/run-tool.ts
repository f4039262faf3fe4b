import type { CallContext, Tool, ToolResult } from '@sluice/core';

/** Runs a tool as the engine would, check first. */
export async function runTool<Input, Output>(
  tool: Tool<Input, Output>,
  input: Input,
  context: CallContext,
): Promise<ToolResult<Output>> {
  const check = await tool.validateInput?.(input, context);
  if (check?.ok === false) return { failure: { code: check.code, message: check.message } };
  const work = tool.call(input, context);
  if (!(work instanceof Promise)) throw new TypeError('these tools answer with a promise');
  return work;
}

/** The output of a call that must succeed. */
export async function outputOf<Input, Output>(
  tool: Tool<Input, Output>,
  input: Input,
  context: CallContext,
): Promise<Output> {
  const result = await runTool(tool, input, context);
  if (result.failure !== undefined) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.data;
}

/** What the model would read of a call that must succeed. */
export async function textOf<Input, Output>(
  tool: Tool<Input, Output>,
  input: Input,
  context: CallContext,
): Promise<unknown> {
  return tool.toModel?.(await outputOf(tool, input, context), input);
}

/** The failure of a call that must fail. */
export async function failureOf<Input, Output>(
  tool: Tool<Input, Output>,
  input: Input,
  context: CallContext,
): Promise<{ readonly code: string; readonly message: string }> {
  const result = await runTool(tool, input, context);
  if (result.failure === undefined) throw new Error('the call succeeded');
  return result.failure;
}
