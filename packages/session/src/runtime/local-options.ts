import type { Asker, PermissionClassifier, RuntimeOptions } from '@sluice/core';
import type { AboutSession } from '../events/about-session.ts';
import type { CanUseTool } from '../permission/can-use-tool.ts';
import type { SessionPartsOptions } from '../parts/session-parts-options.ts';

/** Options that an agent's engine takes as they are. */
export const ENGINE_OPTION_NAMES = [
  'scheduling',
  'maxConcurrency',
  'start',
  'cascade',
  'graceMs',
  'conflictWaitMs',
  'messageBudget',
  'resultLimits',
  'callTimeoutMs',
  'isStanding',
  'redact',
  'defersCalls',
  'onSessionChange',
  'extension',
] as const satisfies readonly (keyof RuntimeOptions)[];

/** What one agent's engine is made from, beside the parts of its session. */
export interface EngineOptions extends Pick<
  RuntimeOptions,
  (typeof ENGINE_OPTION_NAMES)[number] | 'attachments'
> {
  /** Asked in the mode `auto` before a person is. Default: the built-in table. */
  readonly classifier?: PermissionClassifier;
  /** Answers permission requests. Without one, what would be asked is denied. */
  readonly asker?: Asker;
  /** The same as a plain function, with the shapes that other agent SDKs use. Not together with `asker`. */
  readonly canUseTool?: CanUseTool;
  /** False: texts for the model wait for `agent.takeTexts` instead of going out with a message's results. Default true. */
  readonly attachesTexts?: boolean;
}

/** What an agent adds: its conversation, and where it comes from. */
export interface AgentEngineOptions
  extends EngineOptions, Pick<RuntimeOptions, 'messages' | 'root' | 'parentMessageId' | 'loadHint'> {}

/** How a session begins: which of its hooks run, and what they are told. */
export interface BeginOptions {
  /** Facts for SessionStart hooks, called only if there are any. If it throws, that is reported. Default: none. */
  readonly aboutSession?: AboutSession;
  /** Run `Setup` hooks before the session begins: `init` to prepare, `maintenance` to clean up. Default: neither. */
  readonly setup?: 'init' | 'maintenance';
  /** Stops the hooks that the opening waits for; nothing is opened then, and SessionEnd hooks run. Default: none. */
  readonly signal?: AbortSignal;
}

/** What a runtime on this machine is made from. */
export interface LocalRuntimeOptions extends SessionPartsOptions, EngineOptions, BeginOptions {}
