import { join } from 'node:path';
import { errorText } from '@sluice/base';
import { isJsonObject, type JsonObject } from '@sluice/core';
import { readText } from '@sluice/settings';
import { isNestedDeeper } from '../nesting.ts';
import type { ParseError } from 'jsonc-parser';
import { IMPORT_PLACES, serversIn, type ImportPlace } from './import-places.ts';

/** A server in another program's file. */
export interface ImportableServer {
  readonly name: string;
  readonly program: string;
  /** Absolute. */
  readonly file: string;
  /** `project`: someone else may have written it. */
  readonly base: ImportPlace['base'];
  /** As Sluice would keep it. It grants nothing. */
  readonly entry: JsonObject;
}

export interface FoundImportable {
  /** In the order of places. */
  readonly servers: readonly ImportableServer[];
  /** Files that can't be read: whole sentences. */
  readonly problems: readonly string[];
}

/** Fields with which another program lets tools run unasked. */
const GRANTS: ReadonlySet<string> = new Set(['trust', 'alwaysAllow', 'autoApprove', 'autoAllow']);

/** The servers of other programs. Starts nothing, never throws. */
export async function findImportable(
  projectRoot: string,
  home: string | undefined,
): Promise<FoundImportable> {
  const servers: ImportableServer[] = [];
  const problems: string[] = [];
  for (const place of IMPORT_PLACES) {
    const directory = place.base === 'project' ? projectRoot : home;
    if (directory === undefined) continue;
    const file = join(directory, place.path);
    const read = readText(file);
    if (read.status === 'absent') continue;
    const value = read.status === 'read' ? await parse(read.text, place.format) : { problem: read.message };
    if ('problem' in value) {
      problems.push(`${file}: ${value.problem}.`);
      continue;
    }
    for (const [name, entry] of Object.entries(serversIn(value.value, place.keys) ?? {})) {
      if (!isJsonObject(entry) || isNestedDeeper(entry)) continue;
      const { program, base, convert } = place;
      const own = convert === undefined ? entry : convert(entry);
      const kept = Object.fromEntries(Object.entries(own).filter(([key]) => !GRANTS.has(key)));
      servers.push({ name, program, file, base, entry: kept });
    }
  }
  return { servers, problems };
}

type Parsed = { readonly value: unknown } | { readonly problem: string };

async function parse(text: string, format: ImportPlace['format']): Promise<Parsed> {
  try {
    if (format === 'toml') return { value: (await import('smol-toml')).parse(text) };
    const { parse: parseJson, printParseErrorCode } = await import('jsonc-parser');
    const errors: ParseError[] = [];
    const value: unknown = parseJson(text, errors, { allowTrailingComma: true });
    const [first] = errors;
    if (first === undefined) return { value };
    const line = text.slice(0, first.offset).split('\n').length;
    return { problem: `it is not JSON (${printParseErrorCode(first.error)} in line ${line})` };
  } catch (error) {
    return { problem: `it is not valid: ${errorText(error).split('\n', 1)[0]}` };
  }
}
