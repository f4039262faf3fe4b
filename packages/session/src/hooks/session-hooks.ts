import { basename, join } from 'node:path';
import { systemClock, type Announcements, type Asker, type Hook } from '@sluice/core';
import type { ProcessSession } from '@sluice/process';
import { problemText, type LoadedSettings, type TracedValue } from '@sluice/settings';
import type {
  CommandHooks,
  EnvironmentFiles,
  HandlerRunners,
  HookDispatcher,
  HookSessionContext,
  ScopedHooks,
} from '@sluice/hooks';
import { backgroundHooks, type BackgroundHooks } from './background-hooks.ts';
import { HookFacts, type AgentScope } from './hook-facts.ts';
import { hookMessages } from './hook-messages.ts';
import { hookRuleMatcher } from './hook-rule-matcher.ts';
import { loadCommandLanguage } from '../permission/lazy-command-language.ts';
import type { LocalPermission } from '../permission/open-permission.ts';
import type { Session } from '../directory/open-session.ts';
import { peerHookFiles, peerHooks } from './peer-hooks.ts';
import { loadOwnHooks, NO_OWN_HOOKS } from './load-own-hooks.ts';
import type { OwnHooks, ProgramHooks } from '../options/program-hooks.ts';
import { HOOK_ENVIRONMENT } from '../directory/sealed-paths.ts';
import type { ToolCatalog } from '../tool-catalog.ts';
import { waitingTexts, type WaitingTexts } from './waiting-texts.ts';

interface SessionHooksOptions {
  readonly permission: LocalPermission;
  /** Filled before hooks are read. */
  readonly catalog: ToolCatalog;
  readonly processes: ProcessSession;
  readonly session: Pick<Session, 'directory' | 'store' | 'journal'>;
  readonly sessionId: string | undefined;
  /** Absolute: what hooks are told. Undefined: the path of the journal. */
  readonly transcriptPath: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Hooks of the program using the library; they run before all others. */
  readonly own: ProgramHooks | undefined;
  /** Runs handlers of types that the session can't run itself. */
  readonly runners: HandlerRunners | undefined;
  /** Called with sentences for the user. Must not throw. */
  readonly tell: (text: string) => void;
  /** Hooks in the settings are ignored. */
  readonly isOff: boolean;
  /** Receives the hook activity that the engine does not report. */
  readonly announcements: Announcements;
}

export interface SessionHooks {
  /** Reads the initial hooks. Returns what is wrong with them, one line each. */
  open(): Promise<readonly string[]>;
  /** Called with the files that hooks of an event want watched. Must not throw. */
  onWatchPaths(listener: WatchPaths): void;
  /**
   * The current hooks, for an engine.
   * @param agentId default: the main agent
   */
  hooks(agentId?: string): readonly Hook[];
  /**
   * An agent that another agent opened starts to work: from now on, hooks are given its mode, and its own
   * hooks (`hooks` in settings format) run for it until the returned function is called.
   */
  register(scope: AgentScope, hooks?: readonly TracedValue[]): Promise<RegisteredHooks>;
  readonly facts: Pick<HookFacts, 'promptBegan' | 'connectEffort'>;
  /** Adds hooks in settings format until the session ends; the same file's replace its earlier ones. Tells what is wrong with them. */
  add(value: TracedValue): Promise<void>;
  /** For events that are not about one call; undefined: there are no hooks. */
  dispatcher(): HookDispatcher | undefined;
  /** The asker, combined with the hooks of permission requests. The hooks may change: call it for each ask. */
  askerWithHooks(person: Asker | undefined, cwd: () => string): Asker | undefined;
  /** Files of shell text that hooks have left for commands. */
  environmentFiles(signal: AbortSignal): Promise<readonly string[]>;
  /** New texts for the model from hooks that are not about a call. */
  readonly texts: WaitingTexts;
  readonly deliver: WaitingTexts['deliver'];
  /** The settings have changed. */
  reload(loaded: LoadedSettings): Promise<void>;
  /** Hooks of other types can run now, or no longer. */
  runnersChanged(): Promise<void>;
  /** Hooks that run in the background. */
  readonly background: Pick<BackgroundHooks, 'mayWake' | 'onEnd'>;
  /**
   * Waits a limited time for background hooks; reports those that are still running to the user. Never
   * rejects.
   */
  finish(): Promise<void>;
  /**
   * Call when the session and all its processes have ended: removes what hooks left for its commands. Never
   * rejects.
   */
  close(): Promise<void>;
}

interface RegisteredHooks {
  /** What is wrong with them, one line each. */
  readonly problems: readonly string[];
  readonly unregister: () => void;
}

type WatchPaths = NonNullable<HookSessionContext['onWatchPaths']>;

/** The hooks in the settings, now and after changes. Nothing is loaded while there are none. */
export function createSessionHooks(options: SessionHooksOptions): SessionHooks {
  const { permission, tell } = options;
  let own = NO_OWN_HOOKS;
  const background = backgroundHooks(tell);
  const texts = waitingTexts();
  let watchPaths: WatchPaths = () => {};
  const kept: Kept = {
    ranOnce: new Set(),
    environmentFiles: undefined,
    background,
    deliver: texts.deliver,
    onWatchPaths: (event, paths) => watchPaths(event, paths),
    facts: new HookFacts(() => permission.state.current().mode),
    scoped: undefined,
    added: new Map(),
    ofPeers: [],
  };
  let { loaded } = permission;
  let named: CommandHooks | undefined;
  let ofCalls: () => readonly Hook[] = () => [];
  let all: readonly Hook[] | undefined;
  const readAgain = async (now: LoadedSettings): Promise<void> => {
    const before = new Set(named?.problems.map(problemText));
    named = await readNamed(options, now, kept);
    loaded = now;
    all = undefined;
    for (const problem of named?.problems.map(problemText) ?? []) if (!before.has(problem)) tell(problem);
  };
  return {
    async open() {
      own = await loadOwnHooks(options.own);
      const ofPeers = options.isOff || loaded.isSafe ? [] : await readPeers(options, kept);
      named = await readNamed(options, loaded, kept);
      ofCalls = await readyFunctions(own, (text) => keepText(options.session, text));
      return [...(named?.problems.map(problemText) ?? []), ...ofPeers];
    },
    async register(scope, values = []) {
      const { agentId } = scope;
      const forget = kept.facts.add(scope);
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
          forget();
        },
      };
    },
    facts: kept.facts,
    onWatchPaths: (listener) => void (watchPaths = listener),
    // A function of the program may return a different list each time.
    hooks: (agentId) => {
      if (agentId !== undefined) {
        return [...ofCalls(), ...(named?.hooks ?? []), ...(named?.ofAgent(agentId) ?? [])];
      }
      if (!own.isFixed) return [...ofCalls(), ...(named?.hooks ?? [])];
      return (all ??= [...ofCalls(), ...(named?.hooks ?? [])]);
    },
    dispatcher: () => named?.dispatcher,
    // If questions are denied automatically, no one answers.
    askerWithHooks: (person, cwd) =>
      loaded.deniesInsteadOfPrompting || named === undefined ? person : named.asker({ person, cwd, tell }),
    texts,
    deliver: texts.deliver,
    background,
    environmentFiles: async (signal) => (await kept.environmentFiles?.current(signal)) ?? [],
    finish: background.finish,
    async close() {
      await background.over();
      kept.environmentFiles?.remove();
    },
    reload: readAgain,
    runnersChanged: () => readAgain(loaded),
    async add(value) {
      if (options.isOff || kept.added.get(value.file)?.text === value.text) return;
      kept.added.set(value.file, value);
      await readAgain(loaded);
    },
  };
}

/** State that outlives a settings change. */
interface Kept {
  /** Handlers with `once` that have run. */
  readonly ranOnce: Set<string>;
  environmentFiles: EnvironmentFiles | undefined;
  readonly background: BackgroundHooks;
  readonly deliver: WaitingTexts['deliver'];
  readonly onWatchPaths: WatchPaths;
  readonly facts: HookFacts;
  /** Hooks of all agents except the main one. */
  scoped: ScopedHooks | undefined;
  /** Hooks that joined the session's, by file. */
  readonly added: Map<string | undefined, TracedValue>;
  /** Those of other programs. */
  ofPeers: readonly TracedValue[];
}

/** The program's call functions, validated and with timeouts. Nothing is loaded while there are none. */
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

/** Reads the hooks of other programs. Returns what of them doesn't run, one line each. */
async function readPeers({ permission }: SessionHooksOptions, kept: Kept): Promise<readonly string[]> {
  const { loaded, sources } = permission;
  const files = await peerHookFiles({
    ...{ cwd: loaded.cwd, home: loaded.home },
    readsUser: sources?.includes('user') !== false,
    readsProject: sources?.includes('project') !== false,
  });
  if (files.length === 0) return [];
  const { GEMINI_EVENTS: events, GEMINI_TOOLS: tools } = await import('@sluice/hooks');
  const { values, problems } = peerHooks(files, { events, tools }, loaded);
  kept.ofPeers = values;
  return problems;
}

async function readNamed(
  options: SessionHooksOptions,
  settings: LoadedSettings,
  kept: Kept,
): Promise<CommandHooks | undefined> {
  const { permission, processes, session, sessionId, env, catalog, tell, announcements } = options;
  const values = options.isOff ? [] : [...settings.traced('hooks'), ...kept.added.values(), ...kept.ofPeers];
  const loaded: LoadedSettings = {
    ...settings,
    traced: (key) => (key === 'hooks' ? values : options.isOff ? [] : settings.traced(key)),
  };
  const own = await loadOwnHooks(options.own);
  const hasOwn = !own.isFixed || own.ofSession().length > 0;
  if (values.length === 0 && !hasOwn && (kept.scoped?.isEmpty ?? true)) return undefined;
  const { commandHooks, createEnvironmentFiles, ScopedHooks } = await import('@sluice/hooks');
  kept.scoped ??= new ScopedHooks();
  kept.environmentFiles ??= createEnvironmentFiles(join(session.directory, HOOK_ENVIRONMENT), tell);
  // A rule that is parsed before its language is loaded is never parsed again.
  if (values.some(({ text }) => text.includes('"if"'))) await loadCommandLanguage();
  const { policy } = permission;
  return commandHooks(loaded, {
    processes,
    env,
    sessionId: () => sessionId ?? basename(session.directory),
    transcriptPath: () => options.transcriptPath ?? join(session.directory, 'journal.jsonl'),
    permissionMode: kept.facts.permissionMode,
    promptId: kept.facts.promptId,
    effort: kept.facts.effort,
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
    runners: options.runners,
    onWatchPaths: kept.onWatchPaths,
    ...hookMessages(announcements, (entry) =>
      session.journal?.append({ v: 1, time: systemClock.wallTime(), ...entry }),
    ),
  });
}
