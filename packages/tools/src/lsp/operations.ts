import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { getOwn, isJsonObject } from '@sluice/core';
import { LanguageServerError } from './connection.ts';
import { numberOf } from './diagnostics.ts';
import type { LanguageServer } from './language-server.ts';
import { fromServer, toServer, type Position } from './positions.ts';

export const OPERATIONS = [
  'goToDefinition',
  'findReferences',
  'hover',
  'documentSymbol',
  'workspaceSymbol',
  'goToImplementation',
  'prepareCallHierarchy',
  'incomingCalls',
  'outgoingCalls',
  'diagnostics',
] as const;

export type Operation = (typeof OPERATIONS)[number];

/** What a server offers for each, and whether it is about a place in a file. */
export const OPERATION_FACTS: Readonly<
  Record<
    Operation,
    { readonly capability: string; readonly hasPlace: boolean; readonly hidesIgnored: boolean }
  >
> = {
  goToDefinition: { capability: 'definitionProvider', hasPlace: true, hidesIgnored: false },
  goToImplementation: { capability: 'implementationProvider', hasPlace: true, hidesIgnored: true },
  findReferences: { capability: 'referencesProvider', hasPlace: true, hidesIgnored: true },
  hover: { capability: 'hoverProvider', hasPlace: true, hidesIgnored: false },
  documentSymbol: { capability: 'documentSymbolProvider', hasPlace: false, hidesIgnored: false },
  workspaceSymbol: { capability: 'workspaceSymbolProvider', hasPlace: false, hidesIgnored: true },
  prepareCallHierarchy: { capability: 'callHierarchyProvider', hasPlace: true, hidesIgnored: false },
  incomingCalls: { capability: 'callHierarchyProvider', hasPlace: true, hidesIgnored: true },
  outgoingCalls: { capability: 'callHierarchyProvider', hasPlace: true, hidesIgnored: true },
  diagnostics: { capability: '', hasPlace: false, hidesIgnored: false },
};

/** A place in a file that a server names. */
export interface Found {
  /** Absolute. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** UTF-16 units, from 1. */
  readonly character: number;
  /** `function add`, or what the server says of it. Empty: its line of the file is shown. */
  readonly label: string;
  /** How deep a symbol lies in others, from 0. */
  readonly depth: number;
}

export type Answer =
  | { readonly kind: 'places'; readonly places: readonly Found[] }
  | { readonly kind: 'text'; readonly text: string };

export interface Question {
  readonly operation: Operation;
  /** Absolute; empty for a search of the whole workspace. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly character: number;
  readonly query: string;
}

/** Asks a running server. @throws LanguageServerError, or the signal's reason */
export async function ask(server: LanguageServer, question: Question, signal: AbortSignal): Promise<Answer> {
  const { operation, path, query } = question;
  await server.start(signal);
  const { capability } = OPERATION_FACTS[operation];
  if (capability !== '' && !server.offers(capability))
    throw new LanguageServerError(`The language server ${server.config.name} does not offer ${operation}.`);
  server.syncOpen();
  if (operation === 'workspaceSymbol')
    return places(readSymbols(await server.request('workspace/symbol', { query }, signal), server, ''));
  const text = server.sync(path);
  const uri = pathToFileURL(path).href;
  const textDocument = { uri };
  const at = { textDocument, position: placeOf(question, text, server) };
  switch (operation) {
    case 'goToDefinition':
      return places(readLocations(await server.request('textDocument/definition', at, signal), server));
    case 'goToImplementation':
      return places(readLocations(await server.request('textDocument/implementation', at, signal), server));
    case 'findReferences': {
      const context = { includeDeclaration: true };
      return places(
        readLocations(await server.request('textDocument/references', { ...at, context }, signal), server),
      );
    }
    case 'hover':
      return { kind: 'text', text: readHover(await server.request('textDocument/hover', at, signal)) };
    case 'documentSymbol':
      return places(
        readSymbols(
          await server.request('textDocument/documentSymbol', { textDocument }, signal),
          server,
          uri,
        ),
      );
    case 'diagnostics': {
      const found = await server.diagnose(path, signal);
      const lines = text.split('\n');
      return places(
        found.map((one) => ({
          path,
          line: one.line + 1,
          character: fromServer(lines[one.line] ?? '', one.character, server.encoding) + 1,
          label: `${one.severity}${one.code === '' ? '' : ` ${one.code}`}: ${one.message}`,
          depth: 0,
        })),
      );
    }
    default: {
      const items = await server.request('textDocument/prepareCallHierarchy', at, signal);
      const [item] = Array.isArray(items) ? (items as readonly unknown[]) : [];
      if (item === undefined || operation === 'prepareCallHierarchy')
        return places(readSymbols(items, server, ''));
      const [method, end] =
        operation === 'incomingCalls'
          ? (['callHierarchy/incomingCalls', 'from'] as const)
          : (['callHierarchy/outgoingCalls', 'to'] as const);
      const calls = await server.request(method, { item }, signal);
      const ends = Array.isArray(calls)
        ? calls.map((call: unknown) => (isJsonObject(call) ? getOwn(call, end) : undefined))
        : [];
      return places(readSymbols(ends, server, ''));
    }
  }
}

function places(found: readonly Found[]): Answer {
  return { kind: 'places', places: found };
}

function placeOf({ line, character }: Question, text: string, server: LanguageServer): Position {
  const lineText = text.split('\n')[line - 1] ?? '';
  return { line: line - 1, character: toServer(lineText, character - 1, server.encoding) };
}

/** `Location`, `LocationLink`, or a list of them. */
function readLocations(value: unknown, server: LanguageServer): readonly Found[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((one) => {
    if (!isJsonObject(one)) return [];
    const uri = getOwn(one, 'targetUri') ?? getOwn(one, 'uri');
    const range = getOwn(one, 'targetSelectionRange') ?? getOwn(one, 'range');
    return found(uri, range, { server, label: '', depth: 0 });
  });
}

/** `DocumentSymbol` with children, `SymbolInformation`, `CallHierarchyItem`. */
function readSymbols(value: unknown, server: LanguageServer, uri: string, depth = 0): readonly Found[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown): readonly Found[] => {
    if (!isJsonObject(one)) return [];
    const name = getOwn(one, 'name');
    const location = getOwn(one, 'location');
    const placed = isJsonObject(location) ? location : one;
    const range = getOwn(placed, 'selectionRange') ?? getOwn(placed, 'range');
    const container = getOwn(one, 'containerName');
    const kind = KINDS[numberOf(getOwn(one, 'kind'))] ?? 'symbol';
    const inside = typeof container === 'string' && container !== '' ? ` in ${container}` : '';
    const label = `${kind} ${typeof name === 'string' ? name : '?'}${inside}`;
    return [
      ...found(getOwn(placed, 'uri') ?? uri, range, { server, label, depth }),
      ...readSymbols(getOwn(one, 'children'), server, uri, depth + 1),
    ];
  });
}

function found(
  uri: unknown,
  range: unknown,
  {
    server,
    label,
    depth,
  }: { readonly server: LanguageServer; readonly label: string; readonly depth: number },
): readonly Found[] {
  const path = typeof uri === 'string' ? pathOf(uri) : undefined;
  const start = isJsonObject(range) ? getOwn(range, 'start') : undefined;
  if (path === undefined || !isJsonObject(start)) return [];
  const line = numberOf(getOwn(start, 'line'));
  const character = numberOf(getOwn(start, 'character'));
  const column =
    server.encoding === 'utf-16' ? character : fromServer(lineAt(path, line + 1), character, server.encoding);
  return [{ path, line: line + 1, character: column + 1, label, depth }];
}

/** Undefined: it is not a file, as `jar:` or `untitled:`. */
function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/** A line of a file, from 1; empty if there is none. */
export function lineAt(path: string, line: number): string {
  try {
    return readFileSync(path, 'utf8').split('\n', line)[line - 1] ?? '';
  } catch {
    return '';
  }
}

function readHover(value: unknown): string {
  const contents = isJsonObject(value) ? getOwn(value, 'contents') : undefined;
  const parts: readonly unknown[] = Array.isArray(contents) ? contents : [contents];
  return parts
    .map((part) => (isJsonObject(part) ? getOwn(part, 'value') : part))
    .filter((part) => typeof part === 'string')
    .join('\n\n')
    .trim();
}

const KINDS =
  ' file module namespace package class method property field constructor enum interface function variable constant string number boolean array object key null enum-member struct event operator type-parameter'.split(
    ' ',
  );
