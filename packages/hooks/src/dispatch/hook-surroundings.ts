import type { HookOutput, JsonObject, PermissionMode } from '@sluice/core';
import type { ProcessSession } from '@sluice/process';
import type { HookAtWork, HookReport } from './hook-report.ts';
import type { EnvironmentFiles } from '../run/environment-files.ts';
import type { DispatchedEvent } from '../events/hook-events.ts';
import type { EventSummary } from '../answer/event-verdict.ts';
import type { HandlerRunners } from '../run/handler-runners.ts';
import type { ScopedHooks } from './scoped-hooks.ts';
import type { SessionHook } from '../events/session-hook.ts';

/** What the session gives to the hooks of its settings. All of it is asked at the event that a hook is about. */
export interface HookSurroundings {
  /** Runs the programs; what they leave behind ends with it. */
  readonly processes: Pick<ProcessSession, 'run'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly sessionId: () => string;
  /** Absolute. */
  readonly transcriptPath: () => string;
  /** @param agentId default: the main agent's */
  readonly permissionMode: (agentId?: string) => PermissionMode;
  /** Names of the tools there are. */
  readonly knownTools: readonly string[];
  /** Whether a permission rule is about a call; it is asked once for each rule. */
  readonly ruleMatcher: (rule: string) => (call: RuleQuestion) => boolean;
  /** Keeps a text that is too long to be shown; answers with its path, or undefined when there is no room. */
  readonly keepText: (text: string) => Promise<string | undefined>;
  /** Told a sentence for the person of hooks that are about no call. Must not throw. Default: nobody hears it. */
  readonly tell?: (text: string) => void;
  /** Takes a text for the model, to be sent with the next message, or with `wakes` at once. Must not throw. Default: it is lost. */
  readonly deliver?: (text: string, wish?: { readonly wakes: boolean }) => void;
  /** Handlers with `once` that have run: kept by those who read the settings anew. Default: none has. */
  readonly ranOnce?: Set<string>;
  /** Told of a hook that goes on beside its event, for those who wait for it. Must not throw. */
  readonly onBackground?: (work: Promise<void>, hook: HookAtWork) => void;
  /** Where hooks leave shell text for later commands. Default: nowhere. */
  readonly environmentFiles?: EnvironmentFiles;
  /** Told of every run of a handler as it begins. Must not throw. */
  readonly onStart?: (hook: HookAtWork) => void;
  /** Told what a handler has written that has run for a second, which the engine does not tell of. Must not throw. */
  readonly onProgress?: (hook: HookAtWork, output: HookOutput, elapsedMs: number) => void;
  /** Told what all hooks of an event came to together that is not about one call. Must not throw. */
  readonly onSummary?: (event: DispatchedEvent, summary: EventSummary) => void;
  /** Told which files hooks of an event want to be watched, absolute; an empty list is one too. Must not throw. */
  readonly onWatchPaths?: (event: DispatchedEvent, paths: readonly string[]) => void;
  /** Who runs handlers of the types `mcp_tool`, `prompt` and `agent`. Default: nobody; they fail each time, and say so. */
  readonly runners?: HandlerRunners;
  /** Functions of the program that uses the library, at the moment; they come before the hooks of settings. Default: none. */
  readonly functions?: () => readonly SessionHook[];
  /** Hooks that hold for one agent alone, as long as it runs. Default: none. */
  readonly scoped?: ScopedHooks;
  /** Told of every run of a handler, exactly. Must not throw. */
  readonly onRun?: (report: HookReport) => void;
}

export interface RuleQuestion {
  readonly toolName: string;
  readonly input: JsonObject;
  readonly cwd: string;
}
