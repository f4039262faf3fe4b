import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { peerPlaces, type PeerProgram } from '@sluice/agent';
import { errorText } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '@sluice/core';
import { findRepository, type LoadedSettings, type TracedValue } from '@sluice/settings';

export interface PeerHooks {
  /** In our form, the nearest file first, the user's last. */
  readonly values: readonly TracedValue[];
  /** What of them doesn't run, one line each. */
  readonly problems: readonly string[];
}

interface PeerHooksContext {
  /** Absolute and real. */
  readonly cwd: string;
  readonly loaded: Pick<LoadedSettings, 'home' | 'trusts'>;
  readonly readsUser: boolean;
  readonly readsProject: boolean;
}

/** Hooks of Codex and Gemini CLI, where these programs look for them. Few machines have any, so little is loaded. */
export async function readPeerHooks(context: PeerHooksContext): Promise<PeerHooks> {
  const { loaded, readsUser, readsProject, cwd } = context;
  const values: TracedValue[] = [];
  const problems: string[] = [];
  const take = async (program: PeerProgram, file: string, project: string | undefined): Promise<void> => {
    const text = textOf(file);
    if (text === undefined) return;
    const read = await inOurForm(program, text);
    problems.push(...read.problems.map((problem) => `${file}: ${problem}`));
    if (read.hooks === undefined) return;
    values.push({
      ...{ source: project === undefined ? 'user' : 'project', file, value: read.hooks, text },
      isFromTrustedRoot: () => project === undefined || loaded.trusts(file, project),
    });
  };
  const places = peerPlaces('hooks');
  const projects = readsProject ? directoriesUp(cwd).filter((at) => at !== loaded.home) : [];
  for (const parent of projects)
    for (const { program, project } of places)
      // One after the other: their order counts.
      // oxlint-disable-next-line no-await-in-loop
      if (project !== undefined) await take(program, join(parent, project), parent);
  if (readsUser && loaded.home !== undefined)
    for (const { program, user } of places)
      // oxlint-disable-next-line no-await-in-loop
      if (user !== undefined) await take(program, join(loaded.home, user), undefined);
  return { values, problems };
}

interface OurForm {
  /** Undefined: there are none. */
  readonly hooks: JsonObject | undefined;
  readonly problems: readonly string[];
}

async function inOurForm(program: PeerProgram, text: string): Promise<OurForm> {
  let given: unknown;
  try {
    given = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { hooks: undefined, problems: [`its hooks do not run: ${errorText(error)}`] };
  }
  const hooks = isJsonObject(given) ? getOwn(given, 'hooks') : undefined;
  if (!isJsonObject(hooks)) return { hooks: undefined, problems: [] };
  const { GEMINI_EVENTS, GEMINI_TOOLS } = await import('@sluice/hooks');
  if (program !== 'gemini')
    return { hooks: mapGroups(hooks, (group) => withMatcher(group, CODEX_TOOLS)), problems: [] };
  const problems: string[] = [];
  const ours: Record<string, JsonValue> = {};
  for (const [name, groups] of Object.entries(hooks)) {
    // Switches that are kept beside the events.
    if (!Array.isArray(groups) || !/^[A-Z]/.test(name)) continue;
    const event = GEMINI_EVENTS.get(name);
    if (event === undefined) problems.push(`the hooks of ${name} do not run: Sluice has no such event.`);
    else ours[event] = groups;
  }
  return {
    problems,
    hooks: mapGroups(ours, (group) => {
      const { sequential: _, ...rest } = withMatcher(group, GEMINI_TOOLS);
      const list = getOwn(rest, 'hooks');
      return { ...rest, ...(Array.isArray(list) && { hooks: list.map(geminiHandler) }) };
    }),
  };
}

/** Codex's names of tools beside ours. */
const CODEX_TOOLS: readonly (readonly [theirs: string, ours: string])[] = [
  ['apply_patch', 'Edit|Write|NotebookEdit'],
  ...['shell_command', 'exec_command', 'local_shell', 'shell'].map((name) => [name, 'Bash'] as const),
];

/** Its limit is in milliseconds. */
function geminiHandler(handler: JsonValue): JsonValue {
  if (!isJsonObject(handler)) return handler;
  const timeout = getOwn(handler, 'timeout');
  return {
    ...handler,
    format: 'gemini',
    ...(typeof timeout === 'number' ? { timeout: timeout / 1000 } : { timeout: 60 }),
  };
}

function mapGroups(hooks: JsonObject, change: (group: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(hooks).map(([event, groups]) => [
      event,
      Array.isArray(groups) ? groups.map((group) => (isJsonObject(group) ? change(group) : group)) : groups,
    ]),
  );
}

/** With our names of tools for theirs, wherever they stand in the pattern. */
function withMatcher(group: JsonObject, names: readonly (readonly [string, string])[]): JsonObject {
  const matcher = getOwn(group, 'matcher');
  if (typeof matcher !== 'string') return group;
  const changed = names.reduce(
    (text, [theirs, ours]) => text.replaceAll(new RegExp(`(?<![\\w-])${theirs}(?![\\w-])`, 'g'), ours),
    matcher,
  );
  return { ...group, matcher: changed };
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** The working directory and its parents up to the root of the repository, the nearest first. */
function directoriesUp(cwd: string): readonly string[] {
  const root = findRepository(cwd)?.root ?? cwd;
  const found: string[] = [];
  for (let at = cwd; ; at = dirname(at)) {
    found.push(at);
    if (at === root || at === dirname(at)) return found;
  }
}
