import { basename, join } from 'node:path';
import {
  systemClock,
  type Announcements,
  type Hook,
  type PermissionMode,
  type RuntimeOptions,
} from '@sluice/core';
import type { ProcessSession } from '@sluice/process';
import { problemText, type LoadedSettings, type TracedValue } from '@sluice/settings';
import type {
  CommandHooks,
  EnvironmentFiles,
  HandlerRunners,
  HookDispatcher,
  HookSurroundings,
  ScopedHooks,
} from '@sluice/hooks';
import { backgroundHooks, type BackgroundHooks } from './background-hooks.ts';
import { hookMessages } from './hook-messages.ts';
import { hookRuleMatcher } from './hook-rule-matcher.ts';
import { loadCommandLanguage } from '../permission/lazy-command-language.ts';
import type { LocalPermission } from '../permission/open-permission.ts';
import type { Session } from '../directory/open-session.ts';
import { ownHooks, type OwnHooks, type ProgramHooks } from './own-hooks.ts';
import { HOOK_ENVIRONMENT } from '../directory/sealed-paths.ts';
import type { ToolCatalog } from '../tool-catalog.ts';
import { waitingTexts, type WaitingTexts } from './waiting-texts.ts';

export interface SessionHooksOptions {
  readonly permission: LocalPermission;
  /** Filled before hooks are read. */
  readonly catalog: ToolCatalog;
  readonly processes: ProcessSession;
  readonly session: Pick<Session, 'directory' | 'store' | 'journal'>;
  readonly sessionId: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Hooks of the program that uses the library: they come before all others. */
  readonly own: ProgramHooks | undefined;
  /** Who runs the handlers that others run. */
  readonly runners: HandlerRunners | undefined;
  /** Told what a person should know, a sentence each. Must not throw. */
  readonly tell: (text: string) => void;
  /** Hooks of the settings do not count. */
  readonly isOff: boolean;
  /** Takes what hooks do that the engine does not tell of. */
  readonly announcements: Announcements;
}

export interface SessionHooks {
  /** Reads the hooks of the start. Returns what is wrong with them, a line each. */
  open(): Promise<readonly string[]>;
  /** Called with the files that hooks of an event want watched. Must not throw. */
  onWatchPaths(listener: WatchPaths): void;
  /** Those that count now, for an engine. @param agentId default: the main agent */
  hooks(agentId?: string): readonly Hook[];
  /**
   * An agent that another has opened begins to work: from now on hooks are told its mode, and those of its own (`hooks` as in
   * settings) run for it until the returned function is called.
   */
  register(scope: AgentScope, hooks?: readonly TracedValue[]): Promise<RegisteredHooks>;
  /** For events that are not about one call; undefined: there are none. */
  dispatcher(): HookDispatcher | undefined;
  /** Puts the hooks of permission requests beside whoever is asked. */
  withHooks(permission: PermissionOptions, cwd: () => string): PermissionOptions;
  /** Files of shell text that hooks have left for commands. */
  environmentFiles(signal: AbortSignal): Promise<readonly string[]>;
  /** Texts for the model that came since the last time, from hooks that are about no call. */
  readonly texts: WaitingTexts;
  readonly deliver: WaitingTexts['deliver'];
  /** The settings say something else now. */
  reload(loaded: LoadedSettings): Promise<void>;
  /** Those that go on beside their event. */
  readonly background: Pick<BackgroundHooks, 'mayWake' | 'onEnd'>;
  /** Waits for hooks in the background, but not for long; which still run then, the person is told. Never rejects. */
  finish(): Promise<void>;
  /** The session and all its processes are over: nothing stays of what hooks have left for its commands. Never rejects. */
  close(): Promise<void>;
}

/** An agent that hooks may be about. */
export interface AgentScope {
  readonly agentId: string;
  readonly permissionMode: () => PermissionMode;
}

export interface RegisteredHooks {
  /** What is wrong with them, a line each. */
  readonly problems: readonly string[];
  readonly unregister: () => void;
}

type PermissionOptions = RuntimeOptions['permission'];
type WatchPaths = NonNullable<HookSurroundings['onWatchPaths']>;

/** The hooks that the settings name, and those that they will name. While they name none, nothing is loaded. */
export function createSessionHooks(options: SessionHooksOptions): SessionHooks {
  const { permission, tell } = options;
  const own = ownHooks(options.own);
  const background = backgroundHooks(tell);
  const texts = waitingTexts();
  let watchPaths: WatchPaths = () => {};
  const kept: Kept = {
    ranOnce: new Set(),
    environmentFiles: undefined,
    background,
    deliver: texts.deliver,
    onWatchPaths: (event, paths) => watchPaths(event, paths),
    modes: new Map(),
    scoped: undefined,
  };
  let { loaded } = permission;
  let named: CommandHooks | undefined;
  let ofCalls: () => readonly Hook[] = () => [];
  let all: readonly Hook[] | undefined;
  return {
    async open() {
      named = await readNamed(options, loaded, kept);
      ofCalls = await readyFunctions(own, (text) => keepText(options.session, text));
      return named?.problems.map(problemText) ?? [];
    },
    async register({ agentId, permissionMode }, values = []) {
      kept.modes.set(agentId, permissionMode);
      let unregister = (): void => {};
      if (values.length > 0) {
        const { ScopedHooks } = await import('@sluice/hooks');
        kept.scoped ??= new ScopedHooks();
        if (values.some(({ text }) => text.includes('"if"'))) await loadCommandLanguage();
        unregister = kept.scoped.register(agentId, values);
        named ??= await readNamed(options, loaded, kept);
      }
      return {
        problems: named?.problemsOf(agentId).map(problemText) ?? [],
        unregister() {
          unregister();
          if (kept.modes.get(agentId) === permissionMode) kept.modes.delete(agentId);
        },
      };
    },
    onWatchPaths: (listener) => void (watchPaths = listener),
    // What a program gives as a function may change from one look to the next.
    hooks: (agentId) => {
      if (agentId !== undefined) {
        return [...ofCalls(), ...(named?.hooks ?? []), ...(named?.ofAgent(agentId) ?? [])];
      }
      if (!own.isFixed) return [...ofCalls(), ...(named?.hooks ?? [])];
      return (all ??= [...ofCalls(), ...(named?.hooks ?? [])]);
    },
    dispatcher: () => named?.dispatcher,
    withHooks: (given, cwd) => ({
      ...given,
      get asker() {
        const person = given.asker;
        // Where what would ask is denied, nobody answers.
        if (loaded.deniesInsteadOfPrompting || named === undefined) return person;
        return named.asker({ person, cwd, tell });
      },
    }),
    texts,
    deliver: texts.deliver,
    background,
    environmentFiles: async (signal) => (await kept.environmentFiles?.current(signal)) ?? [],
    finish: background.finish,
    async close() {
      await background.over();
      kept.environmentFiles?.remove();
    },
    async reload(now) {
      const before = new Set(named?.problems.map(problemText));
      named = await readNamed(options, now, kept);
      loaded = now;
      all = undefined;
      for (const problem of named?.problems.map(problemText) ?? []) if (!before.has(problem)) tell(problem);
    },
  };
}

/** What outlives a change of the settings. */
interface Kept {
  /** Handlers with `once` that have run. */
  readonly ranOnce: Set<string>;
  environmentFiles: EnvironmentFiles | undefined;
  readonly background: BackgroundHooks;
  readonly deliver: WaitingTexts['deliver'];
  readonly onWatchPaths: WatchPaths;
  /** Of agents beside the main one. */
  readonly modes: Map<string, () => PermissionMode>;
  /** Hooks of agents beside the main one. */
  scoped: ScopedHooks | undefined;
}

/** The program's functions of calls, bounded and checked. While there are none, nothing is loaded. */
async function readyFunctions(
  { ofCalls, isFixed }: OwnHooks,
  keep: (text: string) => Promise<string | undefined>,
): Promise<() => readonly Hook[]> {
  if (isFixed && ofCalls().length === 0) return () => [];
  const { callFunctions } = await import('@sluice/hooks');
  return callFunctions(ofCalls, keep);
}

async function keepText(
  { store }: SessionHooksOptions['session'],
  text: string,
): Promise<string | undefined> {
  const written = await store.put(text);
  return written.ok ? written.file.path : undefined;
}

async function readNamed(
  options: SessionHooksOptions,
  settings: LoadedSettings,
  kept: Kept,
): Promise<CommandHooks | undefined> {
  const { permission, processes, session, sessionId, env, catalog, tell, announcements } = options;
  const loaded = options.isOff ? { ...settings, traced: () => [] } : settings;
  const values = loaded.traced('hooks');
  const own = ownHooks(options.own);
  const hasOwn = !own.isFixed || own.ofSession().length > 0;
  if (values.length === 0 && !hasOwn && (kept.scoped?.isEmpty ?? true)) return undefined;
  const { commandHooks, createEnvironmentFiles, ScopedHooks } = await import('@sluice/hooks');
  kept.scoped ??= new ScopedHooks();
  kept.environmentFiles ??= createEnvironmentFiles(join(session.directory, HOOK_ENVIRONMENT), tell);
  // A rule that is read before its language is there is never read again.
  if (values.some(({ text }) => text.includes('"if"'))) await loadCommandLanguage();
  const { state, policy } = permission;
  return commandHooks(loaded, {
    processes,
    env,
    sessionId: () => sessionId ?? basename(session.directory),
    transcriptPath: () => join(session.directory, 'journal.jsonl'),
    permissionMode: (agentId) =>
      (agentId === undefined ? undefined : kept.modes.get(agentId)?.()) ?? state.current().mode,
    scoped: kept.scoped,
    knownTools: catalog.tools().map(({ name }) => name),
    ruleMatcher: (rule) => hookRuleMatcher(rule, { policy, loaded }, catalog.tools),
    keepText: (text) => keepText(session, text),
    tell,
    deliver: kept.deliver,
    ranOnce: kept.ranOnce,
    onBackground: kept.background.add,
    environmentFiles: kept.environmentFiles,
    functions: own.ofSession,
    ...(options.runners !== undefined && { runners: options.runners }),
    onWatchPaths: kept.onWatchPaths,
    ...hookMessages(announcements, (entry) =>
      session.journal?.append({ v: 1, time: systemClock.wallTime(), ...entry }),
    ),
  });
}
