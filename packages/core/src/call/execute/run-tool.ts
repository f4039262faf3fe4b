import type { CallContext } from '../../tool/context.ts';
import { getOwn } from '../../data/json.ts';
import type { ToolResult, ToolYield } from '../../tool/result.ts';
import type { AnyTool } from '../../tool/tool.ts';
import type { Ran } from '../../engine/ran.ts';
import { messageOf } from '../../tool/predicates.ts';

/** Runs a tool, promise or generator, to its one result. Never rejects, and calls `onEnd` once, which must not throw. */
export function runTool(
  tool: AnyTool,
  input: unknown,
  context: CallContext,
  onEnd: (ran: Ran) => void,
): Promise<void> {
  const { name } = tool;
  const fail = (error: unknown): void => onEnd(failed(name, error));
  try {
    const work = tool.call(input, context);
    if (Symbol.asyncIterator in work) return runGenerator(name, work, context.progress).then(onEnd, fail);
    return Promise.resolve(work).then((result) => onEnd(toRan(name, result)), fail);
  } catch (error) {
    fail(error);
    return Promise.resolve();
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

/** Accessing what a tool returned may throw. */
function toRan(name: string, result: ToolResult<unknown>): Ran {
  try {
    return checked(name, result);
  } catch (error) {
    return failed(name, error);
  }
}

function checked(name: string, result: ToolResult<unknown>): Ran {
  if (typeof result !== 'object' || result === null)
    return broken(name, 'no-result', 'returned no result object');
  if (getOwn(result, 'failure') === undefined && !Object.hasOwn(result, 'data')) {
    return broken(name, 'no-result', 'returned an object with neither "data" nor "failure"');
  }
  return { kind: 'result', result };
}

function failed(name: string, error: unknown): Ran {
  return { kind: 'error', code: 'exception', message: `${name} failed: ${messageOf(error)}` };
}

function broken(name: string, code: string, what: string): Ran {
  return {
    kind: 'error',
    code,
    message: `The tool ${name} has a bug: it ${what}. The call may have had its effects; check before you repeat it.`,
  };
}
