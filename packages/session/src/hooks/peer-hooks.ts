import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { peerPlaces, readTomlDefinition, type PeerProgram } from '@sluice/agent';
import { errorText, present } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '@sluice/core';
import { findRepository, type LoadedSettings, type TracedValue } from '@sluice/settings';

/** A file in which another program has hooks. */
export interface PeerHookFile {
  readonly program: PeerProgram;
  /** Absolute. */
  readonly file: string;
  /** The directory that it belongs to. Undefined: it is the user's. */
  readonly project: string | undefined;
  /** As JSON where it is TOML. */
  readonly text: string;
  /** Why it can't be read, as a clause. Default: it can. */
  readonly problem?: string | undefined;
}

const MAX_PLUGINS = 1_000;

interface PeerHooksContext {
  /** Absolute and real. */
  readonly cwd: string;
  /** Absolute. Undefined: there is none. */
  readonly home: string | undefined;
  readonly readsUser: boolean;
  readonly readsProject: boolean;
}

/** Files of Codex and Gemini CLI that may have hooks, where these programs look for them: the nearest first, the user's last. */
export async function peerHookFiles({
  cwd,
  home,
  readsUser,
  readsProject,
}: PeerHooksContext): Promise<readonly PeerHookFile[]> {
  const places = peerPlaces('hooks');
  const projects = readsProject ? directoriesUp(cwd).filter((directory) => directory !== home) : [];
  const wanted = [
    ...projects.flatMap((directory) =>
      places.map(({ program, project }) => ({ program, project: directory, below: project, directory })),
    ),
    ...(readsUser && home !== undefined
      ? places.map(({ program, user }) => ({ program, project: undefined, below: user, directory: home }))
      : []),
  ];
  const found = wanted.flatMap(({ program, project, below, directory }): readonly PeerHookFile[] => {
    if (below === undefined) return [];
    const file = join(directory, below);
    const text = program === 'opencode' ? pluginsIn(file) : textOf(file);
    return text === undefined || !MENTIONS[formOf(program, file)].test(text)
      ? []
      : [{ program, file, project, text }];
  });
  return Promise.all(
    found.map(async (one) => (formOf(one.program, one.file) === 'toml' ? fromToml(one) : one)),
  );
}

/**
 * The tables of `config.toml` have the form of `hooks.json`, but for `state`, in which Codex keeps its own notes: hooks that are
 * switched off there can't be distinguished from the others.
 */
async function fromToml(file: PeerHookFile): Promise<PeerHookFile> {
  const read = await readTomlDefinition(file.text);
  if (!read.ok) return { ...file, problem: `line ${read.problem.line}: ${read.problem.message}` };
  const { value: hooks, line = 1 } = read.frontmatter.fields.get('hooks') ?? {};
  if (isJsonObject(hooks) && switchesOff(hooks['state'])) {
    return { ...file, problem: "[hooks.state] switches hooks off, and Sluice can't tell which ones" };
  }
  const events = isJsonObject(hooks) ? Object.entries(hooks).filter(([name]) => name !== 'state') : [];
  // What is reported about them names the line of the first table.
  const text = '\n'.repeat(line - 1) + JSON.stringify({ hooks: Object.fromEntries(events) });
  return { ...file, text };
}

function switchesOff(state: unknown): boolean {
  if (typeof state !== 'object' || state === null) return false;
  return Object.entries(state).some(
    ([name, value]) => (name === 'enabled' && value === false) || switchesOff(value),
  );
}

/** `none`: no hooks that Sluice can run. */
type Form = 'json' | 'toml' | 'none';

const MENTIONS: Readonly<Record<Form, RegExp>> = {
  json: /"hooks"/,
  toml: /^[ \t]*(?:\[{1,2}[ \t]*hooks[ \t]*[.\]]|hooks[ \t]*[.=])/m,
  none: /\.[cm]?[jt]s$/m,
};

function formOf(program: PeerProgram, file: string): Form {
  if (program === 'opencode') return 'none';
  return file.endsWith('.toml') ? 'toml' : 'json';
}

const NOT_RUN: ReadonlyMap<Form, string> = new Map([
  ['none', 'the plugins in it do not run: they are opencode programs. Use hooks instead (docs/hooks.md).'],
]);

export interface PeerHooks {
  /** In our form, in the order of the files. */
  readonly values: readonly TracedValue[];
  /** What of them doesn't run, one line each. */
  readonly problems: readonly string[];
}

/** The names of Gemini CLI by ours. */
export interface GeminiNames {
  readonly events: ReadonlyMap<string, string>;
  readonly tools: readonly (readonly [theirs: string, ours: string])[];
}

/** Hooks of other programs as those of a settings file. Those of a project need trust. */
export function peerHooks(
  files: readonly PeerHookFile[],
  names: GeminiNames,
  { trusts }: Pick<LoadedSettings, 'trusts'>,
): PeerHooks {
  const read = files.map(({ program, file, project, text, problem }) => {
    const notRun =
      problem === undefined ? NOT_RUN.get(formOf(program, file)) : `its hooks do not run: ${problem}`;
    const { hooks, problems }: OurForm =
      notRun === undefined ? inOurForm(program, text, names) : { hooks: undefined, problems: [notRun] };
    const value = hooks && {
      ...{
        source: project === undefined ? ('user' as const) : ('project' as const),
        file,
        value: hooks,
        text,
      },
      isFromTrustedRoot: () => project === undefined || trusts(file, project),
    };
    return { value, problems: problems.map((problem) => `${file}: ${problem}`) };
  });
  return {
    values: read.flatMap(({ value }) => value ?? []),
    problems: read.flatMap(({ problems }) => problems),
  };
}

interface OurForm {
  /** Undefined: there are none. */
  readonly hooks: JsonObject | undefined;
  readonly problems: readonly string[];
}

function inOurForm(program: PeerProgram, text: string, { events, tools }: GeminiNames): OurForm {
  let given: unknown;
  try {
    given = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { hooks: undefined, problems: [`its hooks do not run: ${errorText(error)}`] };
  }
  const hooks = isJsonObject(given) ? getOwn(given, 'hooks') : undefined;
  if (!isJsonObject(hooks)) return { hooks: undefined, problems: [] };
  if (program !== 'gemini')
    return { hooks: mapGroups(hooks, (group) => withMatcher(group, CODEX_TOOLS)), problems: [] };
  const problems: string[] = [];
  const ours = new Map<string, JsonValue>();
  for (const [name, groups] of Object.entries(hooks)) {
    // Switches stand beside the events.
    if (!Array.isArray(groups) || !/^[A-Z]/.test(name)) continue;
    const event = events.get(name);
    if (event === undefined) problems.push(`the ${name} hooks do not run: Sluice has no such event.`);
    else ours.set(event, groups);
  }
  return {
    problems,
    hooks: mapGroups(Object.fromEntries(ours), (group) => {
      const { sequential: _, ...rest } = withMatcher(group, tools);
      const list = getOwn(rest, 'hooks');
      return { ...rest, ...present({ hooks: Array.isArray(list) ? list.map(geminiHandler) : undefined }) };
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
  return { ...handler, format: 'gemini', timeout: typeof timeout === 'number' ? timeout / 1000 : 60 };
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

/** The names in a directory, one a line. */
function pluginsIn(directory: string): string | undefined {
  try {
    return readdirSync(directory).slice(0, MAX_PLUGINS).join('\n');
  } catch {
    return undefined;
  }
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
