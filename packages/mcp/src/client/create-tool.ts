import { present, presentItems } from '@sluice/base';
import {
  defineTool,
  fail,
  getOwn,
  isJsonObject,
  readNamed,
  writeNamed,
  type AnyTool,
  type CallContext,
  type JsonObject,
  type SchemaValidator,
  type ToolResult,
} from '@sluice/core';
import type { AllowedDefinitions, CalledDefinition } from './definitions/allowed-definitions.ts';
import { cleanText } from './definitions/clean-text.ts';
import { instancesOf } from '../instances.ts';
import { plainToolName, pluginToolName } from '../tool-names.ts';
import type { ListedTool } from './definitions/listed-tool.ts';
import {
  headerParameters,
  parameterHeaders,
  type HeaderParameters,
} from './definitions/header-parameters.ts';
import { inputSchemaOf } from './definitions/input-schema.ts';
import { modelSchema } from './definitions/model-schema.ts';
import { MovableCall, type CallBackground, type RequestLinks } from './movable-call.ts';
import { outputOfMoved } from './moved-output.ts';
import { outputChecks, type OutputCheck } from './results/output-check.ts';
import { outputToModel } from './results/output-to-model.ts';
import { PacedProgress } from './paced-progress.ts';
import type { PeerAnswer, Progress } from './peer.ts';
import { readReplacement, readResult } from './results/read-result.ts';
import { checkImages, type ShowImage } from './results/check-images.ts';
import { limitFiles } from './results/store-bytes.ts';
import { toolLabel, toolTitle } from './definitions/tool-label.ts';
import type { McpToolOutput } from './results/tool-output.ts';
import { LARGE_RESULT_CHARS, MAX_RESULT_CHARS } from './server-limits.ts';

/** What a tool needs from its server. */
export interface ToolServer {
  readonly name: string;
  /** The plugin that brings it. Default: none does. */
  readonly plugin?: string | undefined;
  readonly isRemote: boolean;
  /** Its annotations may also make decisions more permissive. */
  readonly isTrusted: boolean;
  readonly isDeferred: boolean;
  /** Parameters that its schemas mark are also sent as HTTP headers. */
  readonly mirrorsParameters: boolean;
  /** Milliseconds that a call may take in total. */
  readonly timeoutMs: number;
  /** UTF-16 units of a result that the model gets; the rest is in a file. Undefined: as the tool says, or the standard. */
  readonly resultChars: number | undefined;
  readonly validator: SchemaValidator;
  /** Prepares images for models. Undefined: they are shown as they came. */
  readonly showImage: ShowImage | undefined;
  readonly definitions: AllowedDefinitions;
  /** Where long calls of the main agent go on. Undefined: nowhere. */
  readonly background: CallBackground | undefined;
  /** Calls the tool, connecting first if necessary, unless its definition has changed. Never rejects. */
  callTool(
    name: string,
    input: JsonObject,
    options: {
      readonly signal: AbortSignal;
      readonly callId: string;
      readonly onProgress: (progress: Progress) => void;
      /**
       * Gateways that the call has passed through, including this one; undefined: it comes from this session itself.
       */
      readonly instances: readonly string[] | undefined;
      /** Notifies the engine that the call is waiting for the user. */
      readonly idle: (wait: Promise<unknown>) => Promise<unknown>;
      /** Parameters that are also sent as HTTP headers. */
      readonly headers: Readonly<Record<string, string>> | undefined;
      /** Called when the call is sent, with the tool as its server defines it now, and a note for its result. Must not throw. */
      readonly onSend: (now: ListedTool, note: string | undefined) => void;
    },
  ): Promise<PeerAnswer>;
}

/** Describes the progress of a running call. */
export interface McpProgress extends Progress {
  readonly type: 'mcp-progress';
}

export type CreatedTool =
  | { readonly ok: true; readonly tool: AnyTool }
  | { readonly ok: false; readonly reason: string };

const MAX_HINT_BYTES = 200;
const MAX_DEFAULT_BYTES = 1_000;

/** A server's tool as the engine runs it, under the name used by rules and the model. */
export function createTool(name: string, listed: ListedTool, server: ToolServer): CreatedTool {
  const { hints, meta } = listed;
  const schema = modelSchema(listed.inputSchema);
  if (!schema.ok) return schema;
  const marked: HeaderParameters = server.mirrorsParameters
    ? headerParameters(listed.inputSchema)
    : { ok: true, parameters: [] };
  if (!marked.ok) return marked;
  const trusts = server.isTrusted;
  const isReadOnly = trusts && hints.isReadOnly;
  const resource = `mcp:${server.name}`;
  const claims = isReadOnly ? [readNamed(resource)] : [writeNamed(resource)];
  const hint = getOwn(meta, 'anthropic/searchHint');
  const plain = plainToolName(server.name, listed.name);
  const definition = trusts ? undefined : server.definitions.guard(listed);
  const checkOf = outputChecks(server.validator);
  const tool = defineTool({
    name,
    ...present({ definition }),
    // Deny rules are written without the hash at the end of a name that is long, or shared by two tools.
    aliases: server.plugin === undefined ? [] : [pluginToolName(server.plugin, server.name, listed.name)],
    restrictedAs: plain === name ? undefined : [plain],
    description:
      listed.description === ''
        ? cleanText(`The tool ${listed.name} of the MCP server ${server.name}.`, MAX_DEFAULT_BYTES)
        : listed.description,
    searchHint: typeof hint === 'string' ? cleanText(hint, MAX_HINT_BYTES) : undefined,
    isDeferred: server.isDeferred && getOwn(meta, 'anthropic/alwaysLoad') !== true,
    inputSchema: inputSchemaOf(listed.inputSchema, schema.schema, server.validator),
    isReadOnly,
    isConcurrencySafe: isReadOnly,
    isDestructive: trusts ? !hints.isReadOnly && hints.isDestructive : true,
    isIdempotent: trusts && (hints.isIdempotent || hints.isReadOnly),
    // A local server that isn't trusted may access anything that other calls access.
    claims: () => (server.isRemote || trusts ? claims : 'exclusive'),
    requiresUserInteraction: getOwn(meta, 'anthropic/requiresUserInteraction') === true,
    resultLimit: server.resultChars ?? resultLimit(meta),
    largeResultChars: LARGE_RESULT_CHARS,
    timeoutMs: () => server.timeoutMs,
    call: (input, context) => {
      const sent = parameterHeaders(marked.parameters, input);
      return call(name, listed, server, input, sent, context, { definition, checkOf });
    },
    toModel: outputToModel,
    checksImages: server.showImage !== undefined,
    toHook: (output) => output,
    readReplacement,
    displayName: () => toolTitle(server.name, listed),
    summarize: (input) => toolLabel(server.name, listed, input),
    annotations: {
      mcpServer: server.name,
      mcpTool: listed.name,
      readOnlyHint: hints.isReadOnly,
      destructiveHint: hints.isDestructive,
      idempotentHint: hints.isIdempotent,
      openWorldHint: hints.isOpenWorld,
      mcpAnnotations: listed.annotations,
      ...present({ mcpOutputSchema: listed.outputSchema }),
    },
  });
  return { ok: true, tool };
}

/** What the server says of its tool. */
function resultLimit(meta: JsonObject): number | undefined {
  const given = getOwn(meta, 'anthropic/maxResultSizeChars');
  return typeof given === 'number' && given > 0 ? Math.min(given, MAX_RESULT_CHARS) : undefined;
}

async function call(
  name: string,
  listed: ListedTool,
  server: ToolServer,
  input: JsonObject,
  headers: Readonly<Record<string, string>> | undefined,
  context: CallContext<unknown, McpProgress>,
  {
    definition,
    checkOf,
  }: {
    readonly definition: CalledDefinition | undefined;
    readonly checkOf: ReturnType<typeof outputChecks>;
  },
): Promise<ToolResult<McpToolOutput>> {
  const { callId, captureFile, messageId } = context;
  const instances = instancesOf(messageId);
  const { isIdempotent, isReadOnly } = listed.hints;
  const mayRepeat = server.isTrusted && (isIdempotent || isReadOnly);
  let { outputSchema } = listed;
  let note: string | undefined;
  const onSend: Parameters<ToolServer['callTool']>[2]['onSend'] = (now, noteNow) => {
    ({ outputSchema } = now);
    note = noteNow;
    definition?.called();
  };
  const request = async (links: RequestLinks): Promise<PeerAnswer> => {
    const send = (): Promise<PeerAnswer> =>
      server.callTool(listed.name, input, { ...links, callId, instances, headers, onSend });
    const answer = await send();
    return answer.status === 'closed' && answer.isCut === true && mayRepeat ? send() : answer;
  };
  const paced = new PacedProgress((report) => context.progress({ type: 'mcp-progress', ...report }));
  const onProgress = paced.report;
  const read = (answer: PeerAnswer, signal: AbortSignal): Promise<ToolResult<McpToolOutput>> =>
    toResult(answer, server, { captureFile, signal }, { note, checkOutput: checkOf(outputSchema) });
  // Calls for clients, and those of other agents, have no one who would hear of their end.
  const background = context.agent === undefined && instances === undefined ? server.background : undefined;
  if (background === undefined) {
    const idle = (wait: Promise<unknown>): Promise<unknown> => context.idle(wait);
    const answer = await request({ signal: context.signal, idle, onProgress });
    paced.end();
    return read(answer, context.signal);
  }
  const answer = await new MovableCall(context, background).run(request, onProgress, server.timeoutMs);
  paced.end();
  if ('status' in answer) return read(answer, context.signal);
  const readMoved = async (late: PeerAnswer): Promise<McpToolOutput | string> => {
    // The call that it began as is over.
    const { data, failure } = await read(late, new AbortController().signal);
    return failure === undefined ? (data ?? { content: [] }) : failure.message;
  };
  return { data: outputOfMoved(answer, { name, callId, background, captureFile, read: readMoved }) };
}

/** Characters of JSON. */
const MAX_META = 65_536;

async function toResult(
  answer: PeerAnswer,
  server: ToolServer,
  { captureFile: anyFile, signal }: Pick<CallContext, 'captureFile' | 'signal'>,
  { note, checkOutput }: { readonly note: string | undefined; readonly checkOutput: OutputCheck },
): Promise<ToolResult<McpToolOutput>> {
  const who = `the MCP server ${server.name}`;
  switch (answer.status) {
    case 'result': {
      const captureFile = limitFiles(anyFile);
      const { showImage } = server;
      const output = readResult(answer.result, captureFile);
      const data = await checkImages({ ...output, ...present({ note }) }, { showImage, captureFile, signal });
      const meta = getOwn(answer.result, '_meta');
      // For programs, beside the result: it has no part in the bounds of what the model gets.
      const isKept = isJsonObject(meta) && JSON.stringify(meta).length <= MAX_META;
      const metadata = isKept ? { metadata: { ...meta } } : {};
      if (getOwn(answer.result, 'isError') !== true) {
        const notes = presentItems([note, await checkOutput(data)]);
        return { data: notes.length === 0 ? data : { ...data, note: notes.join('\n') }, ...metadata };
      }
      const message = data.content.find((item) => item.type === 'text')?.text ?? 'The tool failed.';
      return { failure: { code: 'tool-error', message }, data, ...metadata };
    }
    case 'error':
      return fail('server-error', `${capital(who)} refused the call (${answer.code}): ${answer.message}`);
    case 'timed-out':
      return fail(
        'timed-out',
        `${capital(who)} ${answer.isIdle ? 'made no progress' : 'did not answer'} for ${answer.afterMs / 1_000} s. The call may have had effects.`,
      );
    case 'aborted':
      return fail('canceled', `The call was canceled, and ${who} was notified. It may have had effects.`);
    case 'lost':
      if (answer.isChanged === true) return fail('tool-changed', answer.reason);
      if (isRefusal(answer.httpStatus))
        return fail(
          'server-error',
          `${capital(who)} refused the call (HTTP ${answer.httpStatus}): ${answer.reason} The call had no effects.`,
        );
      if (answer.isUnsent === true)
        return fail(
          'connection-lost',
          `${capital(who)} was not called. ${answer.reason} The call had no effects.`,
        );
      return fail(
        'answer-lost',
        `${capital(who)} sent an unusable answer: ${answer.reason} The call may have had effects.`,
      );
    case 'closed':
      return fail('connection-lost', `${capital(who)} can't be reached: ${answer.reason}`);
    default:
      return answer satisfies never;
  }
}

/** HTTP statuses by which a server says that it has not begun: who asked, what, or how often was not to its liking. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 401, 403, 404, 405, 406, 413, 415, 429]);

function isRefusal(httpStatus: number | undefined): boolean {
  return REFUSALS.has(httpStatus);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
