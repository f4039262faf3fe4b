import {
  createAnnouncements,
  createRuntime,
  hookMatches,
  queryFor,
  type Announcements,
  type AnyTool,
  type Journal,
  type ResultStore,
  type PermissionState,
  type Runtime,
  type SessionEvent,
} from '@sluice/core';
import type { Attachment } from '@sluice/agent';
import { createNodeFiles } from '@sluice/host';
import { createProcessSession, type ProcessSession } from '@sluice/process';
import { commandEnvironment, gitHookDirectories, type LoadedSettings } from '@sluice/settings';
import type { HookDispatcher } from '@sluice/settings/hooks';
import {
  builtInTools,
  createReadTool,
  openTasks,
  taskNotes,
  type BackgroundTask,
  type TaskRegistry,
} from '@sluice/tools';
import { holdRecords, taskRecords } from './hold-records.ts';
import { keepSessionPermission } from './keep-session-permission.ts';
import { loadCommandLanguage } from './lazy-command-language.ts';
import { DEFAULT_REMEDY, localOptions, type LocalRuntimeOptions } from './local-options.ts';
import { nodeProblem } from './node-problem.ts';
import { openHooks, type OpenedHooks } from './open-hooks.ts';
import { openPermission, ruleNotices, type LocalPermission } from './open-permission.ts';
import { openSandbox } from './open-sandbox.ts';
import { openSession, type Session } from './open-session.ts';
import { sealedPaths, withSealed } from './sealed-paths.ts';
import { wrongOptions } from './options/check-options.ts';
import { realDirectory } from './real-directory.ts';
import { removeEmptyOutputs } from './remove-empty-outputs.ts';
import type { SessionError } from './session-error.ts';
import { sessionEvents, type SessionEvents } from './session-events.ts';
import { undoLimits } from './undo-limits.ts';
import { withEvents } from './with-events.ts';

/** A runtime that works on this machine. Once it is disposed of, `run` and `planBatches` throw an Error. */
export interface LocalRuntime extends Runtime, AsyncDisposable {
  /** Absolute: where the session keeps its journal and stored results. */
  readonly sessionDirectory: string;
  /** Lines of a resumed journal that could not be read. */
  readonly setAside: number;
  /** The permission context and its changes. */
  readonly permission: PermissionState;
  /** What runs in the background, and what has become of it; the model is told with the next results. */
  readonly tasks: TaskRegistry;
  /** For a program that talks with a model and keeps that beside the calls. */
  readonly agent: AgentParts;
  /** What a person should know of the session that was opened and of its settings, a line each; mostly none. */
  readonly notices: readonly string[];
  /**
   * Ends every process that a tool started, gives the session's directory back, and removes a temporary one that holds
   * no stored results; answers with where those are that stay in a temporary place, and the background tasks that it
   * ended. May be called again.
   */
  dispose(): Promise<Disposed>;
}

/** What an agent needs of the session that its tools work in. */
export interface AgentParts {
  readonly journal: Journal | undefined;
  readonly store: ResultStore;
  readonly settings: LoadedSettings;
  /** Variables of the settings among those of the program. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For events that are not about one call; undefined: the settings name no hooks. */
  dispatcher(): HookDispatcher | undefined;
  /** Texts for the model that no message with results has carried. */
  takeTexts(): readonly Attachment[];
  /** From now on hooks that the engine knows nothing of are told here rather than by runs. The returned function ends that. */
  onSessionEvent(listener: (event: SessionEvent) => void): () => void;
  /** A rule denies the tool as such: a model is not told of it. */
  deniesTool(tool: AnyTool): boolean;
  /** Starts what commands need beside themselves, so that the first one need not wait for it. */
  prepareCommands(): void;
}

export interface Disposed {
  readonly keptResults: string | undefined;
  readonly endedTasks: readonly BackgroundTask[];
  /** What hooks did after the last run, those of the session's end among them. */
  readonly lastEvents: readonly SessionEvent[];
}

export type OpenedRuntime =
  | { readonly ok: true; readonly runtime: LocalRuntime }
  | { readonly ok: false; readonly error: SessionError };

/**
 * Opens a session and wires the engine to this machine: its files, processes and the built-in tools.
 * @throws TypeError, or RangeError, when an option is none, or is something that it can't be; it names the option.
 */
export async function openLocalRuntime(options: LocalRuntimeOptions): Promise<OpenedRuntime> {
  const tooOld = nodeProblem();
  if (tooOld !== undefined) return { ok: false, error: { code: 'node-too-old', message: tooOld } };
  const wrong = wrongOptions(options);
  if (wrong !== undefined) throw wrong;
  const cwd = realDirectory(options.cwd);
  if (cwd === undefined) {
    return { ok: false, error: { code: 'cwd-missing', message: `${options.cwd} is not a directory.` } };
  }
  let loaded: LoadedSettings | undefined;
  const preImageLimits = () => (loaded === undefined ? undefined : undoLimits(loaded));
  const opened = await openSession({ ...options, cwd, preImageLimits });
  if (!opened.ok) return opened;
  const { session } = opened;
  const unheld = holdRecords(cwd, session);
  if (unheld !== undefined) {
    session.close();
    return { ok: false, error: { code: 'unwritable', message: unheld } };
  }
  try {
    const files = createNodeFiles();
    const { permissionMode: mode, settings = { sources: [] }, remedy = DEFAULT_REMEDY } = options;
    const found = await openPermission({
      cwd,
      env: process.env,
      mode,
      settings,
      remedy,
      files,
      knownTools: () => names,
    });
    if (!found.ok) {
      session.close();
      return { ok: false, error: { code: 'bad-settings', message: found.problems.join('\n') } };
    }
    const { permission } = found;
    loaded = permission.loaded;
    const { env, notices: unused, placed } = commandEnvironment(permission.loaded, process.env);
    const { policy: sandbox, program, notices: ofSandbox } = await openSandbox(permission.loaded);
    const processes = createProcessSession(program === undefined ? {} : { sandboxProgram: program });
    const sealed = sealedPaths(cwd, session.directory);
    // A model that is shown a preview and the path of the whole must be able to read it.
    permission.state.update({
      directories: [
        ...permission.state.current().directories,
        { path: session.resultsDirectory, source: 'session' },
      ],
      sealed,
    });
    const onUnkept = options.onUnkept ?? (() => {});
    const resumed = keepSessionPermission({
      session,
      state: permission.state,
      settingsMode: permission.settingsMode,
      isModeGiven: mode !== undefined,
      onUnkept,
    });
    const left = await openTasks({
      onProblem: onUnkept,
      ...(session.journal !== undefined && { recordsPath: taskRecords(cwd, session) }),
    });
    const { registry: tasks } = left;
    const place = { ...session, cwd, files, permission, onUnkept, tasks };
    const { policy } = permission;
    const read = createReadTool();
    const ofVariables: string[] = [];
    const builtIn = builtInTools({
      processes,
      tasks,
      workspace: cwd,
      env,
      environmentFiles: (signal) => named.environmentFiles(signal),
      sandbox() {
        const { guarded, workingDirectories } = permission.state.current();
        // Another command may have said just now that hooks are elsewhere.
        const hooks = gitHookDirectories(workingDirectories, { home: permission.loaded.home, env });
        return withSealed(sandbox, cwd, session.directory, sealed, [...guarded, ...hooks]);
      },
      keep: keptPrograms(permission.loaded),
      ...outputLimit(permission.loaded),
      ...(options.onMessage !== undefined && { onMessage: options.onMessage }),
      onWarning: ({ variable, text }) => ofVariables.push(placed(variable, text)),
      mayRead: (path, context, realPath) => policy.mayRead(path, context.cwd, context.permission, realPath),
      readsFreely(path, context) {
        // What a hook would have said of the Read is not known without running it.
        const guards = named.hooks().filter(({ event }) => event === 'PreToolUse');
        if (guards.some((hook) => hookMatches(hook, read.name))) return false;
        const query = queryFor(read, { file_path: path }, { file_path: path }, context.cwd);
        return policy.decide(query, context.permission).behavior === 'allow';
      },
    })
      .filter(({ name }) => options.builtInTools?.includes(name) ?? true)
      .map(withCommandRules);
    const runtimeOptions = localOptions(options, place, builtIn);
    const announcements = createAnnouncements();
    const named = await openHooks({
      permission,
      tools: runtimeOptions.tools,
      processes,
      session,
      sessionId: options.sessionId,
      env,
      own: options.hooks,
      tell: onUnkept,
      announcements,
      isOff: options.namedHooks === false,
    });
    let current = cwd;
    const silent = { dispatcher: () => undefined, deliver: named.deliver };
    const fired = options.isOnlyPlanned === true ? silent : named;
    const events = sessionEvents(fired, env, () => current, onUnkept);
    const { setup } = options;
    const unready = setup === undefined ? undefined : await events.setUp(setup);
    const refused = unready ?? (await events.started(session.resume === undefined ? 'startup' : 'resume'));
    if (refused !== undefined) {
      await Promise.all([tasks.dispose(), named.finish()]);
      await processes.dispose();
      await named.close();
      session.close();
      const message = `A hook wants no session to begin: ${refused.reason}`;
      return { ok: false, error: { code: 'stopped-by-hook', message } };
    }
    const runtime = createRuntime(
      withEvents({ ...runtimeOptions, announcements }, named, events, (now) => (current = now)),
    );
    const names = runtime.pool.tools.map(({ name }) => name);
    const notices = [...resumed, ...unused, ...ofVariables, ...ofSandbox, ...named.notices, ...left.notices];
    const parts = { processes, tasks, named, events, announcements, env, tell: onUnkept };
    return { ok: true, runtime: localRuntime(runtime, session, parts, permission, notices) };
  } catch (error) {
    session.close();
    throw error;
  }
}

function keptPrograms({ setting }: Pick<LoadedSettings, 'setting'>): readonly string[] {
  const value = setting('keepProcesses')?.value;
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

function outputLimit({ setting }: Pick<LoadedSettings, 'setting'>): { readonly maxOutputChars?: number } {
  const value = setting('bashOutputMaxChars')?.value;
  return typeof value === 'number' ? { maxOutputChars: value } : {};
}

/** Before the first call of a tool that judges commands, the rules about commands must be readable. */
function withCommandRules(tool: AnyTool): AnyTool {
  const { load } = tool;
  if (load === undefined) return tool;
  return { ...tool, load: async () => void (await Promise.all([load(), loadCommandLanguage()])) };
}

interface Parts {
  readonly processes: ProcessSession;
  readonly tasks: TaskRegistry;
  readonly named: OpenedHooks;
  readonly events: SessionEvents;
  readonly announcements: Announcements;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Takes a sentence for the person. Must not throw. */
  readonly tell: (text: string) => void;
}

function localRuntime(
  runtime: Runtime,
  session: Session,
  { processes, tasks, named, events, announcements, env, tell }: Parts,
  permission: LocalPermission,
  notices: readonly string[],
): LocalRuntime {
  const watch = permission.watch({ mayApply: events.mayChange, applied: named.reload, tell });
  let disposed: Promise<Disposed> | undefined;
  const close = async (): Promise<Disposed> => {
    watch.close();
    await events.ended();
    const [endedTasks] = await Promise.all([tasks.dispose(), named.finish()]);
    await processes.dispose();
    await named.close();
    if (session.journal === undefined) removeEmptyOutputs(tasks.list());
    return { keptResults: session.close(), endedTasks, lastEvents: announcements.take() };
  };
  const dispose = () => (disposed ??= close());
  const refuseDisposed = (): void => {
    if (disposed !== undefined) throw new Error('This runtime has been disposed of.');
  };
  return {
    pool: runtime.pool,
    ledger: runtime.ledger,
    get session() {
      return runtime.session;
    },
    run(feed) {
      refuseDisposed();
      return runtime.run(feed);
    },
    async planBatches(feed) {
      refuseDisposed();
      return runtime.planBatches(feed);
    },
    markLoaded: (toolName) => runtime.markLoaded(toolName),
    sessionDirectory: session.directory,
    setAside: session.setAside,
    notices: [...session.notices, ...notices, ...permission.notices, ...ruleNotices(permission)],
    permission: permission.state,
    tasks,
    agent: {
      journal: session.journal,
      store: session.store,
      settings: permission.loaded,
      env,
      dispatcher: named.dispatcher,
      takeTexts: () => [
        ...named.takeTexts().map((text) => ({ text, origin: 'hook' as const })),
        ...taskNotes(tasks.takeFinished()).map((text) => ({ text, origin: 'task' as const })),
      ],
      onSessionEvent: (listener) => announcements.listen(listener),
      deniesTool: (tool) => permission.policy.deniesTool(tool, permission.state.current()) !== undefined,
      prepareCommands: () => processes.prepare(),
    },
    dispose,
    [Symbol.asyncDispose]: async () => void (await dispose()),
  };
}
