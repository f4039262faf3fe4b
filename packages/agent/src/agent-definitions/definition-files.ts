import { existsSync, readdirSync, statSync, type Dirent } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fillPluginDirectories, presentItems, type PluginDirectories } from '@sluice/base';
import type { ContextFileGate, ContextFileScope } from '@sluice/core';
import { firstParagraph } from '../definitions/first-paragraph.ts';
import { readContextFile } from '../context-files/read-context-file.ts';
import { readFrontmatter } from '../definitions/read-frontmatter.ts';
import type { PeerProgram } from '../definitions/peer-places.ts';
import { readTomlDefinition } from '../definitions/read-toml-definition.ts';
import { DIALECTS } from './definition-dialect.ts';
import type { AgentSource } from './agent-definition.ts';
import { quoted } from './quoted.ts';
import { misspelledKey } from './misspelled-key.ts';
import { unreadHooks, type HooksJudge } from '../definitions/hooks-judge.ts';
import { parseDefinition, type DefinitionFields, type ParsedDefinition } from './parse-definition.ts';

/** A directory with definitions, which may have subdirectories. */
export interface DefinitionPlace {
  /** Absolute. */
  readonly directory: string;
  readonly source: AgentSource;
  readonly scope: ContextFileScope;
  /** Whether what a file of it runs and loosens takes effect. */
  readonly isTrusted: (file: string) => boolean;
  /** Of a plugin: it goes before the names, and modes, hooks and servers of its files are ignored. */
  readonly prefix?: string | undefined;
  /** Of the plugin that it belongs to. Default: it belongs to none. */
  readonly plugin?: PluginDirectories | undefined;
  /**
   * A file without a name has that of the file; elsewhere it is documentation. Default: in plugins, where a file without frontmatter is
   * described by its first paragraph.
   */
  readonly takesFileName?: boolean;
  /** The program that the files are of, in its form. Default: Sluice, and those with the same form. */
  readonly program?: PeerProgram;
  /** The files are TOML. Default: Markdown with frontmatter. */
  readonly isToml?: boolean;
}

/** Of one place: a repository takes no room from the user's own. */
const MAX_FILES = 1000;
/** Files and directories that are looked at in one place: a hostile repository may have millions. */
const MAX_ENTRIES = 20_000;
const MAX_DEPTH = 8;
const MAX_BYTES = 256 * 1024;

/** What a plugin can't decide. */
const OF_TRUSTED_AUTHORS = ['permissionMode', 'hooks', 'mcpServers'];

interface Known {
  readonly stamp: string;
  /** Undefined: it is documentation. */
  readonly parsed: ParsedDefinition | undefined;
}

/** Reads definitions from Markdown files; a file is read again only when it has changed. */
export class DefinitionFiles {
  readonly #gate: ContextFileGate;
  readonly #judgeHooks: HooksJudge;
  #known = new Map<string, Known>();

  /** @param judgeHooks an agent whose hooks can't be read is not used */
  constructor(gate: ContextFileGate, judgeHooks: HooksJudge) {
    this.#gate = gate;
    this.#judgeHooks = judgeHooks;
  }

  /** In the order of the places, and within a place by path. */
  async read(places: readonly DefinitionPlace[]): Promise<readonly ParsedDefinition[]> {
    const now = new Map<string, Known>();
    const left: ParsedDefinition[] = [];
    for (const place of places) {
      const budget = { entries: MAX_ENTRIES };
      const files = filesIn(place.directory, place.isToml === true ? '.toml' : '.md', budget);
      const byName = new Map<string, string>();
      let read = 0;
      for (const path of files) {
        if (now.has(path)) continue;
        if (read >= MAX_FILES) {
          left.push(tooMany(path, `There are more than ${MAX_FILES} files in ${place.directory}.`));
          break;
        }
        read += 1;
        const isTrusted = place.isTrusted(path);
        const stamp = `${stampOf(path)} ${isTrusted}`;
        const before = this.#known.get(path);
        const known =
          before?.stamp === stamp ? before : { stamp, parsed: await this.#readOne(path, place, isTrusted) };
        now.set(path, known);
        left.push(...twins(known.parsed, byName));
      }
      if (budget.entries <= 0)
        left.push(tooMany(place.directory, `It has more than ${MAX_ENTRIES} files and directories.`));
    }
    this.#known = now;
    return [...[...now.values()].flatMap(({ parsed }) => parsed ?? []), ...left];
  }

  async #readOne(
    path: string,
    {
      source,
      scope,
      prefix,
      plugin,
      takesFileName = prefix !== undefined,
      program,
      isToml = false,
    }: DefinitionPlace,
    isTrusted: boolean,
  ): Promise<ParsedDefinition | undefined> {
    const wrong = (message: string, line?: number): ParsedDefinition => ({
      ok: false,
      problem: { file: path, line, message },
    });
    const found = readContextFile({ path, scope, gate: this.#gate, maxBytes: MAX_BYTES });
    if (found.status === 'absent') return wrong('The file is gone.');
    if (found.status === 'left-out') return wrong(`The agent was skipped: ${found.reason}.`);
    const read = isToml ? await readTomlDefinition(found.text) : await readFrontmatter(found.text);
    if (!read.ok) return wrong(read.problem.message, read.problem.line);
    const { fields: given, body } = read.frontmatter;
    const isPlain = given.size === 0;
    if (isPlain ? prefix === undefined : !given.has('name') && !takesFileName) return undefined;
    const adapted = (program === undefined ? undefined : DIALECTS.get(program))?.(given);
    if (adapted?.ok === false)
      return adapted.message === undefined ? undefined : wrong(adapted.message, given.get(adapted.key)?.line);
    const fields = new Map(
      presentItems([
        given.has('name')
          ? undefined
          : (['name', { value: basename(path, extname(path)), line: 1 }] as const),
        isPlain ? (['description', { value: firstParagraph(body), line: 1 }] as const) : undefined,
        ...(adapted?.fields ?? given),
      ]),
    );
    const { value: prompt } = fields.get('prompt') ?? {};
    const written = isToml && typeof prompt === 'string' ? prompt.trim() : body;
    const text = fillPluginDirectories(written, plugin);
    const parsed = withNotes(
      parseDefinition(fields, text, { source, file: path, isTrusted }),
      adapted?.ignored ?? [],
      fields,
    );
    if (!parsed.ok) return parsed;
    if (prefix === undefined) {
      const misspelled = program === undefined ? misspelledKey(given) : undefined;
      if (misspelled !== undefined)
        return wrong(`This file is not used, because ${misspelled.message}`, misspelled.line);
      const { hooks } = parsed.definition;
      const why = hooks === undefined ? undefined : await this.#judgeHooks(hooks);
      return why === undefined ? parsed : wrong(unreadHooks(why), fields.get('hooks')?.line);
    }
    const { definition, notes = [] } = parsed;
    const ignored = OF_TRUSTED_AUTHORS.flatMap((key) => {
      const line = fields.get(key)?.line;
      return line === undefined ? [] : [{ file: path, line, message: `${key} is ignored in a plugin.` }];
    });
    const name = `${prefix}:${definition.name}`;
    return {
      ...parsed,
      definition: { ...definition, name, hooks: undefined, permissionMode: undefined, mcpServers: [] },
      notes: [...notes.filter(({ message }) => !message.startsWith('mcpServers')), ...ignored],
    };
  }
}

/** Names keys that have no effect. */
function withNotes(
  parsed: ParsedDefinition,
  keys: readonly string[],
  fields: DefinitionFields,
): ParsedDefinition {
  if (!parsed.ok) return parsed;
  const { file } = parsed.definition;
  const more = keys.flatMap((key) => {
    const field = fields.get(key);
    return field === undefined
      ? []
      : [{ file, line: field.line, message: `${key} has no effect in Sluice.` }];
  });
  return { ...parsed, notes: [...(parsed.notes ?? []), ...more] };
}

/**
 * Names the file of a place that is used if another one has the same name. From one place to the next, that is how a file replaces another.
 * @param byName the files of the place by the names that they gave; the file's is added
 */
function twins(
  parsed: ParsedDefinition | undefined,
  byName: Map<string, string>,
): readonly ParsedDefinition[] {
  if (parsed?.ok !== true || parsed.definition.file === undefined) return [];
  const { name, file } = parsed.definition;
  const used = byName.get(name);
  if (used === undefined) {
    byName.set(name, file);
    return [];
  }
  const message = `This file is not used: ${used} has the same name, ${quoted(name)}. Rename one of them.`;
  return [{ ok: false, problem: { file, line: undefined, message } }];
}

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
}

function tooMany(file: string, why: string): ParsedDefinition {
  return { ok: false, problem: { file, line: undefined, message: `${why} The rest was skipped.` } };
}

/** Sorted, so that the same files always win. Directories behind links are not followed. */
function filesIn(
  directory: string,
  ending: string,
  budget: { entries: number },
  depth = 0,
): readonly string[] {
  // Most places are empty on most machines, and an exception costs ten times as much.
  if (budget.entries <= 0 || !existsSync(directory)) return [];
  let entries: Dirent[];
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
  budget.entries -= entries.length;
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return depth < MAX_DEPTH ? filesIn(path, ending, budget, depth + 1) : [];
      return entry.name.endsWith(ending) ? [path] : [];
    });
}
