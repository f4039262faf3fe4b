import type { HookOutput, JsonObject, PermissionMode, ThinkingEffort } from '@sluice/core';
import type { ProcessSession } from '@sluice/process';
import type { HookAtWork, HookReport } from './hook-report.ts';
import type { EnvironmentFiles } from '../run/environment-files.ts';
import type { DispatchedEvent } from '../events/event-lookup.ts';
import type { EventSummary } from '../answer/event-verdict.ts';
import type { HandlerRunners } from '../run/handler-runners.ts';
import type { ScopedHooks } from './scoped-hooks.ts';
import type { SessionHook } from '../events/session-hook.ts';

/** What the session provides to the hooks in its settings. Each is read when an event occurs. */
export interface HookSessionContext {
  /** Runs the programs; anything they leave behind ends with it. */
  readonly processes: Pick<ProcessSession, 'run'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly sessionId: () => string;
  /** Absolute. */
  readonly transcriptPath: () => string;
  /** @param agentId default: the main agent's */
  readonly permissionMode: (agentId?: string) => PermissionMode;
  /** Of the user's last prompt. Undefined: there was none yet. Default: undefined. */
  readonly promptId?: () => string | undefined;
  /**
   * How much the agent's model thinks. Undefined: as it does by itself. Default: undefined.
   * @param agentId default: the main agent's
   */
  readonly effort?: (agentId?: string) => ThinkingEffort | undefined;
  /** Names of the available tools. */
  readonly knownTools: readonly string[];
  /** Whether a permission rule matches a call. Called once per rule. */
  readonly ruleMatcher: (rule: string) => (call: RuleQuestion) => boolean;
  /** Saves a text that is too long to show. Returns its path, or undefined if there is no room. */
  readonly keepText: (text: string) => Promise<string | undefined>;
  /** Called with a sentence for the user from hooks that aren't about a call. Must not throw. Default: it is dropped. */
  readonly tell?: (text: string) => void;
  /** Receives a text for the model, to send with the next message, or immediately with `wakes`. Must not throw. Default: it is dropped. */
  readonly deliver?: (text: string, options?: { readonly wakes: boolean }) => void;
  /** Handlers with `once` that have run: kept across settings reloads. Default: none has. */
  readonly ranOnce?: Set<string>;
  /** Called with a hook that continues in the background, for callers that wait for it. Must not throw. */
  readonly onBackground?: (work: Promise<void>, hook: HookAtWork) => void;
  /** Where hooks leave shell text for later commands. Default: nowhere. */
  readonly environmentFiles?: EnvironmentFiles;
  /** Called when a handler run starts. Must not throw. */
  readonly onStart?: (hook: HookAtWork) => void;
  /** Called with the output of a handler that has run for a second, unless the engine reports it. Must not throw. */
  readonly onProgress?: (hook: HookAtWork, output: HookOutput, elapsedMs: number) => void;
  /** Called with the combined result of all hooks of an event that isn't about a single call. Must not throw. */
  readonly onSummary?: (event: DispatchedEvent, summary: EventSummary) => void;
  /** Called with the files that an event's hooks want watched, absolute; an empty list is also reported. Must not throw. */
  readonly onWatchPaths?: (event: DispatchedEvent, paths: readonly string[]) => void;
  /** Runs handlers of the types `mcp_tool`, `prompt` and `agent`. Default: none; they fail each time with a message. */
  readonly runners?: HandlerRunners;
  /** The current functions of the program that uses the library; they run before the hooks from settings. Default: none. */
  readonly functions?: () => readonly SessionHook[];
  /** Hooks of a single agent, active while it runs. Default: none. */
  readonly scoped?: ScopedHooks;
  /** Called with a detailed report of each handler run. Must not throw. */
  readonly onRun?: (report: HookReport) => void;
}

export interface RuleQuestion {
  readonly toolName: string;
  readonly input: JsonObject;
  readonly cwd: string;
}
