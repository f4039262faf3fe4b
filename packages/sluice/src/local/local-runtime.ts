import {
  createContextFileGate,
  type Announcements,
  type AnyTool,
  type ContextFileGate,
  type Journal,
  type PermissionState,
  type ResultStore,
  type Runtime,
  type SessionEvent,
  type TimedSessionEvent,
} from '@sluice/core';
import type { Attachment } from '@sluice/agent';
import type { ProcessSession } from '@sluice/process';
import type { LoadedSettings } from '@sluice/settings';
import type { HookDispatcher } from '@sluice/settings/hooks';
import { taskNotes, type BackgroundTask, type TaskRegistry } from '@sluice/tools';
import type { OpenedHooks } from './open-hooks.ts';
import { ruleNotices, type LocalPermission } from './open-permission.ts';
import type { Session } from './open-session.ts';
import { removeEmptyOutputs } from './remove-empty-outputs.ts';
import type { SessionEvents } from './session-events.ts';
import { wakeUps, type WakeUps } from './wake-ups.ts';

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
  readonly tasks: Pick<TaskRegistry, 'list'>;
  /** For events that are not about one call; undefined: the settings name no hooks. */
  dispatcher(): HookDispatcher | undefined;
  /** Texts for the model that no message with results has carried. */
  takeTexts(): readonly Attachment[];
  /** What a hook of SessionStart calls the session. */
  readonly startTitle: string | undefined;
  /** Those of hooks alone, where no request will carry them any more: for the person. */
  leftTexts(): readonly string[];
  readonly wakeUps: WakeUps;
  /** From now on hooks that the engine knows nothing of are told here rather than by runs. The returned function ends that. */
  onSessionEvent(listener: (event: SessionEvent) => void): () => void;
  /** Decides which files may reach the model without a tool call. */
  readonly contextFiles: ContextFileGate;
  /** A rule denies the tool as such: a model is not told of it. */
  deniesTool(tool: AnyTool): boolean;
  /** Starts what commands need beside themselves, so that the first one need not wait for it. */
  prepareCommands(): void;
}

export interface Disposed {
  readonly keptResults: string | undefined;
  readonly endedTasks: readonly BackgroundTask[];
  /** What hooks did after the last run, those of the session's end among them. */
  readonly lastEvents: readonly TimedSessionEvent[];
}

export interface RuntimeParts {
  readonly runtime: Runtime;
  readonly session: Session;
  readonly permission: LocalPermission;
  readonly processes: ProcessSession;
  readonly tasks: TaskRegistry;
  readonly named: OpenedHooks;
  readonly events: SessionEvents;
  readonly announcements: Announcements;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Takes a sentence for the person. Must not throw. */
  readonly tell: (text: string) => void;
}

/** The session in the hands of a program: it runs calls, and ends once. `notices` come after those of the session itself. */
export function localRuntime(
  { runtime, session, permission, processes, tasks, named, events, announcements, env, tell }: RuntimeParts,
  notices: readonly string[],
): LocalRuntime {
  const applied = (now: LoadedSettings): Promise<void> => named.reload(now).then(events.hooksChanged);
  const watch = permission.watch({ mayApply: events.mayChange, applied, tell });
  let disposed: Promise<Disposed> | undefined;
  const close = async (): Promise<Disposed> => {
    watch.close();
    await events.ended();
    const [endedTasks] = await Promise.all([tasks.dispose(), named.finish(), events.finish()]);
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
      tasks,
      dispatcher: named.dispatcher,
      takeTexts: () => [
        ...named.texts.take().map((text) => ({ text, origin: 'hook' as const })),
        ...taskNotes(tasks.takeFinished()).map((text) => ({ text, origin: 'task' as const })),
      ],
      startTitle: events.title,
      leftTexts: named.texts.take,
      wakeUps: wakeUps(named.texts, named.background, tasks),
      onSessionEvent: (listener) => announcements.listen(listener),
      contextFiles: createContextFileGate({
        policy: permission.policy,
        current: permission.state.current,
        isTrusted: permission.loaded.isTrusted,
      }),
      deniesTool: (tool) => permission.policy.deniesTool(tool, permission.state.current()) !== undefined,
      prepareCommands: () => processes.prepare(),
    },
    dispose,
    [Symbol.asyncDispose]: async () => void (await dispose()),
  };
}
