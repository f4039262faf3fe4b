import type { CallContext } from '../tool/context.ts';
import { getOwn } from '../tool/json.ts';
import type { ToolResult, ToolYield } from '../tool/result.ts';
import type { AnyTool } from '../tool/tool.ts';
import { messageOf } from './predicates.ts';

/** How a tool's work ended. */
export type Ran =
  | { readonly kind: 'result'; readonly result: ToolResult<unknown> }
  | { readonly kind: 'error'; readonly code: string; readonly message: string };

/** Runs a tool to its one result, promise or generator. Never rejects. */
export async function runTool(tool: AnyTool, input: unknown, context: CallContext): Promise<Ran> {
  try {
    const work = tool.call(input, context);
    if (Symbol.asyncIterator in work) return await runGenerator(tool.name, work, context.progress);
    return toRan(tool.name, await work);
  } catch (error) {
    return { kind: 'error', code: 'exception', message: `${tool.name} failed: ${messageOf(error)}` };
  }
}

async function runGenerator(
  name: string,
  work: AsyncIterable<ToolYield<unknown>>,
  onProgress: (data: unknown) => void,
): Promise<Ran> {
  let result: ToolResult<unknown> | undefined;
  for await (const item of work) {
    if (result !== undefined) {
      const what = isProgress(item) ? 'progress' : 'a second result';
      return broken(name, 'generator-after-result', `gave ${what} after its result`);
    }
    if (isProgress(item)) onProgress(item.progress);
    else result = item;
  }
  if (result === undefined) return broken(name, 'generator-without-result', 'ended without a result');
  return toRan(name, result);
}

function isProgress(item: ToolYield<unknown>): item is { readonly progress: unknown } {
  return typeof item === 'object' && item !== null && Object.hasOwn(item, 'progress');
}

function toRan(name: string, result: ToolResult<unknown>): Ran {
  if (typeof result !== 'object' || result === null)
    return broken(name, 'no-result', 'returned no result object');
  if (getOwn(result, 'failure') === undefined && !Object.hasOwn(result, 'data')) {
    return broken(name, 'no-result', 'returned an object with neither "data" nor "failure"');
  }
  return { kind: 'result', result };
}

function broken(name: string, code: string, what: string): Ran {
  return {
    kind: 'error',
    code,
    message: `The tool ${name} has a mistake: it ${what}. The call may have had its effects; check before you repeat it.`,
  };
}
