import { relative } from 'node:path';
import { errorText } from '@sluice/base';
import {
  defineTool,
  fail,
  readTree,
  type CallContext,
  type CheckContext,
  type InferSchema,
  type Tool,
  type ToolResult,
} from '@sluice/core';
import { z } from 'zod';
import {
  fileActions,
  searchActions,
  suggestReadRule,
  suggestReadTreeRule,
} from '../files/paths/file-actions.ts';
import { inspectFile } from '../files/load/inspect-file.ts';
import { problem, type Problem } from '../files/problem.ts';
import { resolvePath } from '../files/paths/resolve-path.ts';
import { shownPath } from '../files/paths/shown-path.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import type { LanguageServer } from './language-server.ts';
import type { LanguageServers } from './language-servers.ts';
import {
  ask,
  lineAt,
  OPERATION_FACTS,
  OPERATIONS,
  type Answer,
  type Found,
  type Operation,
  type Question,
} from './operations.ts';
import { MAX_PLACES, TIME_LIMIT_MS } from './lsp-limits.ts';
import { extensionOf } from './server-config.ts';

/** UTF-16 units of a line that is shown. */
const MAX_LINE = 200;

const inputSchema = lazySchema(() =>
  z.strictObject({
    operation: z.enum(OPERATIONS).describe('What to ask'),
    filePath: z
      .string()
      .optional()
      .describe('The file. Required, except for workspaceSymbol, where it chooses the language'),
    line: z.int().min(1).optional().describe('Line of the symbol, from 1, as Read shows it'),
    character: z.int().min(1).optional().describe('Column of the symbol, from 1: any character of its name'),
    query: z.string().optional().describe('For workspaceSymbol: the name, or part of it. Default: all'),
  }),
);

export type LspInput = InferSchema<typeof inputSchema>;

export interface LspOutput {
  readonly operation: Operation;
  /** What the model reads. */
  readonly result: string;
  readonly filePath: string;
  /** Number of places, also those that are not listed. */
  readonly resultCount?: number | undefined;
  readonly fileCount?: number | undefined;
}

const outputSchema = lazySchema((): z.ZodType<LspOutput> =>
  z.object({
    operation: z.enum(OPERATIONS),
    result: z.string(),
    filePath: z.string(),
    resultCount: z.number().optional(),
    fileCount: z.number().optional(),
  }),
);

export interface LspToolOptions {
  readonly servers: LanguageServers;
  /** Whether a file may be named in a result. Default: every file. */
  readonly mayRead?: ((path: string, context: CheckContext, realPath?: string) => boolean) | undefined;
  /** Whether Read of a file would be allowed without a question: only then is a line of it shown. Default: every file. */
  readonly readsUnasked?: ((path: string, context: CheckContext) => boolean) | undefined;
  /** Milliseconds that a server may take to answer, its start included. Default 60,000. */
  readonly timeLimitMs?: number | undefined;
}

/** The `LSP` tool: asks language servers about code. */
export function createLspTool({
  servers,
  mayRead = () => true,
  readsUnasked = () => true,
  timeLimitMs = TIME_LIMIT_MS,
}: LspToolOptions): Tool<LspInput, LspOutput> {
  const extensions = [...new Set(servers.configs.flatMap((config) => [...config.extensions.keys()]))];
  return defineTool({
    name: 'LSP',
    description: `Asks a language server about code: more exact than a search for text, since it knows scopes, types and imports. For files that end in ${extensions.join(', ')}.

- goToDefinition, goToImplementation, findReferences, hover (type and documentation), prepareCallHierarchy, incomingCalls and outgoingCalls take the place of a symbol: filePath, line and character.
- documentSymbol (outline) and diagnostics (errors and warnings) take filePath.
- workspaceSymbol takes query, and finds symbols of the workspace by name.
- Lists at most ${MAX_PLACES} places, as path:line:column.`,
    searchHint: 'code definition references symbols types errors language server',
    inputSchema,
    outputSchema,
    isReadOnly: true,
    isConcurrencySafe: true,
    interruptBehavior: 'cancel',
    claims: (input, { cwd }) => [
      readTree(input.filePath === undefined ? cwd : resolvePath(input.filePath, cwd).path),
    ],
    actions: ({ filePath }, { cwd }) =>
      filePath === undefined ? searchActions(cwd) : fileActions('read', filePath, cwd),
    suggestRules: ({ filePath }, { cwd }) =>
      filePath === undefined ? suggestReadTreeRule(cwd) : suggestReadRule(filePath, cwd),
    validateInput: (input, { cwd }) => Promise.resolve(inputProblem(input, cwd, servers) ?? { ok: true }),
    call: (input, context) =>
      lsp(input, context, {
        ...{ servers, timeLimitMs },
        mayName: (path) => mayRead(path, context, resolvePath(path, context.cwd).realPath),
        mayShow: (path) => readsUnasked(path, context),
      }),
    toModel: ({ result }) => result,
    summarize: ({ operation, filePath, line, query }, context) => {
      const path = filePath === undefined ? undefined : shownPath(filePath, context);
      return [operation, query ?? (path !== undefined && line !== undefined ? `${path}:${line}` : path)]
        .filter((word) => word !== undefined)
        .join(' ');
    },
  });
}

function inputProblem(
  { operation, filePath, line, character }: LspInput,
  cwd: string,
  servers: LanguageServers,
): Problem | undefined {
  const wrong = (message: string): Problem => problem('bad-input', message);
  if (operation === 'workspaceSymbol') {
    if (filePath === undefined) return undefined;
  }
  if (filePath === undefined) return wrong(`${operation} needs filePath.`);
  const { path } = resolvePath(filePath, cwd);
  if (servers.forFile(path).length === 0) {
    const known = [...new Set(servers.configs.flatMap((config) => [...config.extensions.keys()]))].join(', ');
    return wrong(
      `No language server is set up for ${extensionOf(path) || filePath}; there are some for ${known}.`,
    );
  }
  const file = inspectFile(path);
  if (file.status === 'refused') return file.problem;
  if (file.status !== 'file')
    return problem(
      'no-file',
      file.status === 'missing' ? `The file ${path} does not exist.` : `${path} is not a file.`,
    );
  if (!OPERATION_FACTS[operation].hasPlace) return undefined;
  if (line === undefined || character === undefined)
    return wrong(`${operation} needs line and character, both from 1: the place of the symbol's name.`);
  return undefined;
}

interface Asking {
  readonly servers: LanguageServers;
  readonly timeLimitMs: number;
  readonly mayName: (path: string) => boolean;
  /** Its lines, too. */
  readonly mayShow: (path: string) => boolean;
}

async function lsp(
  input: LspInput,
  context: CallContext,
  { servers, timeLimitMs, mayName, mayShow }: Asking,
): Promise<ToolResult<LspOutput>> {
  const { operation } = input;
  const path = input.filePath === undefined ? '' : resolvePath(input.filePath, context.cwd).path;
  const question: Question = {
    ...{ operation, path, line: input.line ?? 1, character: input.character ?? 1 },
    query: input.query ?? '',
  };
  const candidates = path === '' ? servers.forRoot(context.cwd) : servers.forFile(path);
  const problems: string[] = [];
  const answers: { readonly server: LanguageServer; readonly answer: Answer }[] = [];
  for (const server of candidates) {
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeLimitMs)]);
    try {
      answers.push({ server, answer: await ask(server, question, signal) });
      // A search of the workspace is answered by every language; anything else by the first server that can.
      if (path !== '') break;
    } catch (error) {
      context.signal.throwIfAborted();
      const fate = signal.aborted ? server.hung() : undefined;
      problems.push(
        fate === undefined
          ? errorText(error)
          : `The language server ${server.config.name} did not answer within ${timeLimitMs / 1000} s. ${fate}`,
      );
    }
  }
  if (answers.length === 0) return fail('language-server', problems.join('\n'));
  const filePath = path === '' ? context.cwd : shown(path, context.cwd);
  const [first] = answers;
  if (first?.answer.kind === 'text') {
    const text =
      first.answer.text === '' ? 'The language server says nothing about this place.' : first.answer.text;
    return { data: { operation, result: text, filePath } };
  }
  const kept: Found[] = [];
  for (const { server, answer } of answers) {
    if (answer.kind !== 'places') continue;
    const may = new Map<string, boolean>();
    const readable = answer.places.filter(({ path: found }) => {
      const known = may.get(found) ?? mayName(found);
      may.set(found, known);
      return known;
    });
    const hides = OPERATION_FACTS[operation].hidesIgnored;
    const paths = [...new Set(readable.map((place) => place.path))];
    const ignored = hides && paths.length > 0 ? await servers.ignored(server.root, paths) : new Set<string>();
    kept.push(...readable.filter((place) => !ignored.has(place.path)));
  }
  return { data: { operation, filePath, ...listed(kept, operation, context.cwd, mayShow) } };
}

function listed(
  places: readonly Found[],
  operation: Operation,
  cwd: string,
  mayShow: (path: string) => boolean,
): Pick<LspOutput, 'result' | 'resultCount' | 'fileCount'> {
  const files = new Set(places.map(({ path }) => path));
  const lines = places.slice(0, MAX_PLACES).map((place) => {
    const where = `${shown(place.path, cwd)}:${place.line}:${place.character}`;
    const own = (): string => (mayShow(place.path) ? lineAt(place.path, place.line).trim() : '');
    // Servers name modules by their absolute path.
    const what = place.label === '' ? own() : place.label.replaceAll(`${cwd}/`, '');
    return `${'  '.repeat(place.depth)}${where}  ${what.slice(0, MAX_LINE)}`.trimEnd();
  });
  if (places.length > MAX_PLACES) lines.push(`(the first ${MAX_PLACES} of ${places.length})`);
  return {
    result: lines.length === 0 ? NOTHING[operation] : lines.join('\n'),
    resultCount: places.length,
    fileCount: files.size,
  };
}

const NO_SYMBOL = 'Nothing was found. Check that line and character point at the name of a symbol.';
const NOTHING: Readonly<Record<Operation, string>> = {
  goToDefinition: NO_SYMBOL,
  goToImplementation: NO_SYMBOL,
  findReferences: NO_SYMBOL,
  hover: NO_SYMBOL,
  prepareCallHierarchy: NO_SYMBOL,
  incomingCalls: 'Nothing calls it, or there is no function at this place.',
  outgoingCalls: 'It calls nothing, or there is no function at this place.',
  documentSymbol: 'The file has no symbols.',
  workspaceSymbol: 'No symbol of the workspace has such a name.',
  diagnostics: 'The language server reports no problems in the file.',
};

/** Relative to the working directory if inside it. */
function shown(path: string, cwd: string): string {
  const inside = relative(cwd, path);
  return inside === '' || inside.startsWith('..') ? path : inside;
}
