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
import type { StoppingProcesses } from '@sluice/process';
import type { TaskRegistry } from '@sluice/tools';
import type { Disposed, SessionParts } from '../parts/session-parts.ts';
import { wakeUps, type WakeUps } from './wake-ups.ts';

/** A runtime on this machine. After it is disposed of, `run` and `planBatches` throw an Error. */
export interface LocalRuntime extends Runtime, AsyncDisposable {
  /** Absolute: where the session stores its journal and results. */
  readonly sessionDirectory: string;
  /** Lines of a resumed journal that could not be read. */
  readonly setAside: number;
  /** The permission context and its changes. */
  readonly permission: PermissionState;
  /** Background tasks and their outcomes; the model is told with the next results. */
  readonly tasks: TaskRegistry;
  /** Processes that were told to end, by a canceled call or `dispose`, and still run: to show them, or to kill them. */
  readonly stopping: StoppingProcesses;
  /** For a program that runs a model and stores the conversation alongside the calls. */
  readonly agent: AgentParts;
  /** What the user should know about the session and its settings, one line each; usually empty. */
  readonly notices: readonly string[];
  /**
   * Ends every process that a tool started, releases the session's directory, and removes a temporary one
   * that holds no stored results. Resolves with the location of results that remain in a temporary place, and
   * the background tasks that it ended. May be called again.
   */
  dispose(): Promise<Disposed>;
}

/** What an agent needs from the session that its tools work in. */
export interface AgentParts {
  readonly journal: Journal | undefined;
  readonly store: ResultStore;
  readonly settings: LoadedSettings;
  /** The program's environment with the variables from the settings. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly tasks: Pick<TaskRegistry, 'list'>;
  /** For events that are not about one call; undefined: the settings name no hooks. */
  dispatcher(): HookDispatcher | undefined;
  /** Texts for the model that were not sent with a message's results. */
  takeTexts(isIdle?: boolean): readonly Attachment[];
  /** The session title from a SessionStart hook. */
  readonly startTitle: string | undefined;
  /** Texts from hooks that no request will carry anymore, for the user. */
  leftTexts(): readonly string[];
  readonly wakeUps: WakeUps;
  /**
   * From now on, hooks that the engine does not run are reported to every listener here instead of by runs.
   * Returns a function that unsubscribes.
   */
  onSessionEvent(listener: (event: SessionEvent) => void): () => void;
  /** Decides which files may reach the model without a tool call. */
  readonly contextFiles: ContextFileGate;
  /** A rule denies the whole tool, so the model never sees it. */
  deniesTool(tool: AnyTool): boolean;
  /** See `McpServers`. */
  arrival(toolName: string): Promise<void> | undefined;
  /** See `McpServers`. */
  whyMissing(toolName: string): string | undefined;
  /** Starts what commands depend on, so that the first one does not have to wait. */
  prepareCommands(): void;
}

/** An engine in its session, for use by a program. It ends with the session's parts. */
export function localRuntime(runtime: Runtime, parts: SessionParts, agent?: AgentIdentity): LocalRuntime {
  const { session, permission, processes, tasks, hooks, events, announcements, env } = parts;
  const waking = wakeUps({ texts: hooks.texts, hooks: hooks.background, tasks, agentId: agent?.id });
  const subscriptions = new Set<Subscription>();
  let isDisposed = false;
  const dispose = async (): Promise<Disposed> => {
    isDisposed = true;
    await runtime.endMessages();
    // Events until the session has ended are still reported.
    return parts.dispose().finally(() => {
      for (const subscription of subscriptions) subscription.close();
    });
  };
  const refuseDisposed = (): void => {
    if (isDisposed) throw new Error('This runtime has been disposed.');
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
    conflict: (one, other) => runtime.conflict(one, other),
    waitsFor: (callId) => runtime.waitsFor(callId),
    pending: () => runtime.pending(),
    answer(requestId, answer) {
      refuseDisposed();
      return runtime.answer(requestId, answer);
    },
    fork(options) {
      refuseDisposed();
      return runtime.fork(options);
    },
    questions: runtime.questions,
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
    stopping: processes.stopping,
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
        isTrusted: permission.loaded.trusts,
      }),
      deniesTool: (tool) => permission.policy.deniesTool(tool, permission.state.current()) !== undefined,
      arrival: (toolName) => parts.mcp?.arrival(toolName),
      whyMissing: (toolName) => parts.mcp?.whyMissing(toolName),
      prepareCommands: () => processes.prepare(),
    },
    dispose,
    [Symbol.asyncDispose]: async () => void (await dispose()),
  };
}
