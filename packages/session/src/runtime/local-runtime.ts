import {
  createContextFileGate,
  type AgentIdentity,
  type AnyTool,
  type ContextFileGate,
  type Journal,
  type PermissionState,
  type ResultStore,
  type Runtime,
  type SessionEvent,
  type Subscription,
} from '@sluice/core';
import type { Attachment } from '@sluice/agent';
import type { LoadedSettings } from '@sluice/settings';
import type { HookDispatcher } from '@sluice/hooks';
import type { TaskRegistry } from '@sluice/tools';
import type { Disposed, SessionParts } from '../parts/session-parts.ts';
import { wakeUps, type WakeUps } from '../agent/wake-ups.ts';

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
  /** From now on hooks that the engine knows nothing of are told here, to every listener, rather than by runs. The returned function ends that. */
  onSessionEvent(listener: (event: SessionEvent) => void): () => void;
  /** Decides which files may reach the model without a tool call. */
  readonly contextFiles: ContextFileGate;
  /** A rule denies the tool as such: a model is not told of it. */
  deniesTool(tool: AnyTool): boolean;
  /** Starts what commands need beside themselves, so that the first one need not wait for it. */
  prepareCommands(): void;
}

/** An engine in its session, in the hands of a program. It ends with the session's parts. */
export function localRuntime(runtime: Runtime, parts: SessionParts, agent?: AgentIdentity): LocalRuntime {
  const { session, permission, processes, tasks, hooks, events, announcements, env } = parts;
  const waking = wakeUps({ texts: hooks.texts, hooks: hooks.background, tasks, agentId: agent?.id });
  const subscriptions = new Set<Subscription>();
  let isDisposed = false;
  const dispose = async (): Promise<Disposed> => {
    isDisposed = true;
    await runtime.endMessages();
    // What happens until the session has ended is still told.
    return parts.dispose().finally(() => {
      for (const subscription of subscriptions) subscription.close();
    });
  };
  const refuseDisposed = (): void => {
    if (isDisposed) throw new Error('This runtime has been disposed of.');
  };
  return {
    pool: runtime.pool,
    ledger: runtime.ledger,
    get session() {
      return runtime.session;
    },
    state: runtime.state,
    run(feed) {
      refuseDisposed();
      return runtime.run(feed);
    },
    subscribe(listening) {
      refuseDisposed();
      const subscription = runtime.subscribe(listening);
      subscriptions.add(subscription);
      return subscription;
    },
    openMessage(options) {
      refuseDisposed();
      return runtime.openMessage(options);
    },
    decide: (call) => runtime.decide(call),
    fork(options) {
      refuseDisposed();
      return runtime.fork(options);
    },
    endMessages: () => runtime.endMessages(),
    async planBatches(feed) {
      refuseDisposed();
      return runtime.planBatches(feed);
    },
    loadedTools: runtime.loadedTools,
    markLoaded: (toolName) => runtime.markLoaded(toolName),
    sessionDirectory: session.directory,
    setAside: session.setAside,
    notices: parts.notices,
    permission: permission.state,
    tasks,
    agent: {
      journal: session.journal,
      store: session.store,
      settings: permission.loaded,
      env,
      tasks,
      dispatcher: hooks.dispatcher,
      takeTexts: waking.take,
      startTitle: events.title,
      leftTexts: hooks.texts.take,
      wakeUps: waking,
      onSessionEvent: (listener) => announcements.listen(listener, 'instead'),
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
