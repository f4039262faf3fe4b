import { basename, join } from 'node:path';
import { systemClock, type Announcements, type Hook, type RuntimeOptions } from '@sluice/core';
import type { ProcessSession } from '@sluice/process';
import { problemText, type LoadedSettings } from '@sluice/settings';
import type {
  CommandHooks,
  EnvironmentFiles,
  HandlerRunners,
  HookDispatcher,
  HookSurroundings,
} from '@sluice/settings/hooks';
import { backgroundHooks, type BackgroundHooks } from './background-hooks.ts';
import { hookMessages } from './hook-messages.ts';
import { hookRuleMatcher } from './hook-rule-matcher.ts';
import { loadCommandLanguage } from './lazy-command-language.ts';
import type { LocalPermission } from './open-permission.ts';
import type { Session } from './open-session.ts';
import { ownHooks, type OwnHooks, type ProgramHooks } from './own-hooks.ts';
import { HOOK_ENVIRONMENT } from './sealed-paths.ts';
import { waitingTexts, type WaitingTexts } from './waiting-texts.ts';

export interface HooksWish {
  readonly permission: LocalPermission;
  readonly tools: RuntimeOptions['tools'];
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
  /** Told which files hooks of an event want to be watched. Must not throw. */
  readonly onWatchPaths: NonNullable<HookSurroundings['onWatchPaths']>;
  /** Hooks of the settings do not count. */
  readonly isOff: boolean;
  /** Takes what hooks do that the engine does not tell of. */
  readonly announcements: Announcements;
}

export interface OpenedHooks {
  /** What is wrong with the hooks of the start, a line each. */
  readonly notices: readonly string[];
  /** Those that count now, for the engine. */
  hooks(): readonly Hook[];
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

type PermissionOptions = RuntimeOptions['permission'];

/** The hooks that the settings name, and those that they will name. While they name none, nothing is loaded. */
export async function openHooks(wish: HooksWish): Promise<OpenedHooks> {
  const { permission, tell } = wish;
  const own = ownHooks(wish.own);
  const background = backgroundHooks(tell);
  const kept: Kept = { ranOnce: new Set(), environmentFiles: undefined, background };
  const texts = waitingTexts();
  let { loaded } = permission;
  let named = await readNamed(wish, loaded, kept, texts.deliver);
  const ofCalls = await readyFunctions(own, (text) => keepText(wish.session, text));
  let all: readonly Hook[] | undefined;
  return {
    notices: named?.problems.map(problemText) ?? [],
    // What a program gives as a function may change from one look to the next.
    hooks: () => {
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
      named = await readNamed(wish, now, kept, texts.deliver);
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
}

/** The program's functions of calls, bounded and checked. While there are none, nothing is loaded. */
async function readyFunctions(
  { ofCalls, isFixed }: OwnHooks,
  keep: (text: string) => Promise<string | undefined>,
): Promise<() => readonly Hook[]> {
  if (isFixed && ofCalls().length === 0) return () => [];
  const { callFunctions } = await import('@sluice/settings/hooks');
  return callFunctions(ofCalls, keep);
}

async function keepText({ store }: HooksWish['session'], text: string): Promise<string | undefined> {
  const written = await store.put(text);
  return written.ok ? written.file.path : undefined;
}

async function readNamed(
  wish: HooksWish,
  settings: LoadedSettings,
  kept: Kept,
  deliver: WaitingTexts['deliver'],
): Promise<CommandHooks | undefined> {
  const { permission, processes, session, sessionId, env, tools: given, tell, announcements } = wish;
  const loaded = wish.isOff ? { ...settings, traced: () => [] } : settings;
  const values = loaded.traced('hooks');
  const own = ownHooks(wish.own);
  if (values.length === 0 && own.isFixed && own.ofSession().length === 0) return undefined;
  const { commandHooks, createEnvironmentFiles } = await import('@sluice/settings/hooks');
  kept.environmentFiles ??= createEnvironmentFiles(join(session.directory, HOOK_ENVIRONMENT), tell);
  // A rule that is read before its language is there is never read again.
  if (values.some(({ text }) => text.includes('"if"'))) await loadCommandLanguage();
  const { state, policy } = permission;
  const tools = 'tools' in given ? given.tools : given;
  return commandHooks(loaded, {
    processes,
    env,
    sessionId: () => sessionId ?? basename(session.directory),
    transcriptPath: () => join(session.directory, 'journal.jsonl'),
    permissionMode: () => state.current().mode,
    knownTools: tools.map(({ name }) => name),
    ruleMatcher: (rule) => hookRuleMatcher(rule, { policy, loaded }, tools),
    keepText: (text) => keepText(session, text),
    tell,
    deliver,
    ranOnce: kept.ranOnce,
    onBackground: kept.background.add,
    environmentFiles: kept.environmentFiles,
    functions: own.ofSession,
    ...(wish.runners !== undefined && { runners: wish.runners }),
    onWatchPaths: wish.onWatchPaths,
    ...hookMessages(announcements, (entry) =>
      session.journal?.append({ v: 1, time: systemClock.wallTime(), ...entry }),
    ),
  });
}
