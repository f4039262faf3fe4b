import { isJsonObject, type AnyTool, type CallContext, type ToolResult } from '@sluice/core';
import { resolvePath } from '../files/paths/resolve-path.ts';
import type { Diagnostic } from './diagnostics.ts';
import type { LanguageServers } from './language-servers.ts';
import { MAX_ERRORS } from './lsp-limits.ts';

/** A tool that writes one file (`file_path`), and tells the model of errors that language servers report since. It never fails because of them. */
export function withDiagnostics<One extends AnyTool>(tool: One, servers: LanguageServers): One {
  const inner = tool.call;
  const call = async (input: unknown, context: CallContext): Promise<ToolResult<unknown>> => {
    const given = isJsonObject(input) ? input['file_path'] : undefined;
    let result: ToolResult<unknown> | undefined;
    const work = async (): Promise<boolean> => {
      // Tools that write files answer once, without progress.
      const called: unknown = await Reflect.apply(inner, tool, [input, context]);
      result = called as ToolResult<unknown>;
      return result.failure === undefined;
    };
    if (typeof given !== 'string') {
      await work();
    } else {
      const { path } = resolvePath(given, context.cwd);
      const errors = await servers.errorsAfter(path, work);
      if (result !== undefined && errors.length > 0)
        result = {
          ...result,
          newMessages: [...(result.newMessages ?? []), { content: errorsText(path, errors) }],
        };
    }
    if (result === undefined) throw new Error('the tool has not answered');
    return result;
  };
  return { ...tool, call };
}

function errorsText(path: string, errors: readonly Diagnostic[]): string {
  const lines = errors
    .slice(0, MAX_ERRORS)
    .map(({ line, code, message }) => `line ${line + 1}: ${code === '' ? '' : `${code}: `}${message}`);
  const more = errors.length > MAX_ERRORS ? [`(the first ${MAX_ERRORS} of ${errors.length})`] : [];
  return [
    `New errors in ${path} after this change, as the language server sees them:`,
    ...lines,
    ...more,
  ].join('\n');
}
