import { present } from '@sluice/base';
import { contentText } from '@sluice/agent';
import {
  defineTool,
  fail,
  type CallContext,
  type CheckContext,
  type JsonSchema,
  type ToolResult,
} from '@sluice/core';
import type { ReplAnswer, ReplOutput, ReplRealm } from './repl-realm.ts';

const TIMEOUT_MS = 30_000;
const MAX_TIMEOUT_MS = 600_000;

interface ReplInput {
  readonly code: string;
  readonly description?: string;
  readonly timeout?: number;
}

const inputSchema: JsonSchema<ReplInput> = {
  type: 'object',
  properties: {
    code: {
      type: 'string',
      minLength: 1,
      maxLength: 200_000,
      description: 'JavaScript, with await at the top level.',
    },
    description: { type: 'string', maxLength: 200, description: 'In a few words, for the user.' },
    timeout: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_TIMEOUT_MS,
      description: 'Milliseconds, without the time that its calls of tools take. Default 30000.',
    },
  },
  required: ['code'],
  additionalProperties: false,
};

interface ReplToolOutput extends ReplOutput {
  readonly code: string;
}

const DESCRIPTION = `Runs JavaScript in a realm of this session that calls tools, so that one call does what would take many: loops over files, filters of long results, several tools at once.

- await tools.Read({file_path: "/a"}) calls any tool of yours by name and returns its result as you would see it, as text; it throws what you would see as an error. Each call is permitted, hooked and limited like one of your own. Object.keys(tools) lists the names.
- The value of the last expression is the result; console.log writes too. Print only what you need: neither shows more than 30,000 characters.
- Variables, functions and classes stay for later calls. registerTool(name, fn) keeps a function as tools[name].
- There are no files, network, processes, timers or imports but through tools.`;

/**
 * The `REPL` tool: code that calls tools. The caller closes the realm.
 * @param toolNames what the code may call
 */
export function createReplTool(realm: ReplRealm, toolNames: (context: CheckContext) => readonly string[]) {
  return defineTool<typeof inputSchema, ReplToolOutput>({
    name: 'REPL',
    description: DESCRIPTION,
    searchHint: 'run JavaScript code that calls tools, loops, program, script',
    inputSchema,
    isDeferred: true,
    // Code may change anything through tools, and calls before and after it are not its own: they wait, also other code.
    claims: () => 'exclusive',
    // The code itself reaches nothing; each call that it makes is decided on its own.
    actions: () => ({ actions: [] }),
    isDestructive: () => false,
    checkPermissions: () => ({ behavior: 'allow' }),
    async call({ code, timeout = TIMEOUT_MS }, context): Promise<ToolResult<ReplToolOutput>> {
      if (realm.isRunning)
        return fail('nested-repl', "Code in the REPL can't call REPL: put it all into one piece of code.");
      const output = await realm.run({
        code,
        timeoutMs: timeout,
        signal: context.signal,
        toolNames: toolNames(context),
        invoke: (name, input) => invoke(context, name, input),
      });
      context.signal.throwIfAborted();
      const data = { code, ...output };
      return output.error === undefined
        ? { data }
        : { data, failure: { code: 'code-failed', message: toModel(data) } };
    },
    toModel,
    toClient: (output) => ({
      code: output.code,
      result: output.result,
      stdout: output.stdout,
      stderr: output.stderr,
      ...present({
        error: output.error,
        registeredTools: output.registeredTools === undefined ? undefined : [...output.registeredTools],
      }),
    }),
    // What runs, and not what the model says that it does.
    summarize: ({ code }) => code.trim().split('\n', 1)[0] ?? '',
  });
}

async function invoke(
  context: Pick<CallContext, 'invoke'>,
  name: string,
  input: unknown,
): Promise<ReplAnswer> {
  const { outcome, content } = await context.invoke({ name, input });
  return { isError: outcome.code !== 'ok', text: contentText(content) };
}

function toModel({ result, stdout, stderr, error, registeredTools }: ReplToolOutput): string {
  const parts = [
    stdout.trimEnd(),
    stderr === '' ? '' : `stderr:\n${stderr.trimEnd()}`,
    error ?? '',
    result,
    registeredTools === undefined ? '' : `Registered: ${registeredTools.join(', ')}`,
  ].filter((text) => text !== '');
  return parts.length === 0 ? 'The code has run; its value is undefined.' : parts.join('\n');
}
