import type { CallToolResult } from '@modelcontextprotocol/server';
import { DEFAULT_RESULT_LIMIT, type AnyTool, type JsonObject, type ResultStore } from '@sluice/core';
import { shortStructure } from './short-structure.ts';
import type { StoredResults } from './stored-results.ts';

/** In the `_meta` of a result whose structured content was shortened: `{ characters }` of JSON that it had. */
const SHORTENED_META_KEY = 'sluice/structuredContentShortened';

/** Structured content as JSON, read and written. */
export interface Structure {
  readonly value: JsonObject;
  readonly text: string;
}

export interface BoundedStructure {
  /** Undefined: what is short enough doesn't fit. */
  readonly value: JsonObject | undefined;
  /** If it was too long: what is missing, and where the whole is. */
  readonly notes: CallToolResult['content'];
  readonly meta: CallToolResult['_meta'];
}

export interface BoundStructureOptions {
  readonly tool: AnyTool;
  /** UTF-16 units of the text beside it. */
  readonly contentChars: number;
  /** Whether a structure is one that the tool has promised. */
  readonly fits: (value: JsonObject) => boolean | Promise<boolean>;
  readonly stored: StoredResults;
  /** Undefined: the whole is not kept. */
  readonly store: Pick<ResultStore, 'put'> | undefined;
}

/**
 * Structured content within the limit of a result: what its tool says, by default 50,000 UTF-16 units, or as much as the text beside
 * it. A client may give either to its model.
 */
export async function boundStructure(
  { value, text }: Structure,
  { tool, contentChars, fits, stored, store }: BoundStructureOptions,
): Promise<BoundedStructure> {
  const limit = Math.max(tool.resultLimit ?? DEFAULT_RESULT_LIMIT, contentChars);
  if (text.length <= limit)
    return { value: (await fits(value)) ? value : undefined, notes: [], meta: undefined };
  const short = shortStructure(value, limit);
  const isUsed = short !== undefined && (await fits(short));
  const written = await store?.put(text);
  const path = written?.ok === true ? written.file.path : undefined;
  const links = path === undefined ? [] : [stored.add(path, tool.name, 'structured content')];
  const note = `The structured content of ${tool.name} has ${text.length} characters and was ${isUsed ? 'shortened' : 'left out'}.`;
  const where = path === undefined ? '' : ` The full version is in ${path}.`;
  return {
    value: isUsed ? short : undefined,
    notes: [...links, { type: 'text', text: `[${note}${where}]` }],
    meta: isUsed ? { [SHORTENED_META_KEY]: { characters: text.length } } : undefined,
  };
}
