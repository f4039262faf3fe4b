import type { Asker, PermissionClassifier, RuntimeOptions } from '@sluice/core';
import type { AboutSession } from './about-session.ts';
import type { CanUseTool } from '../permission/can-use-tool.ts';
import type { SessionPartsOptions } from './session-parts-options.ts';

/** Options that are passed to an agent's engine unchanged. */
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
  'toolAliases',
  'defersCalls',
  'asks',
  'onSessionChange',
  'extension',
] as const satisfies readonly (keyof RuntimeOptions)[];

/** Options for one agent's engine, in addition to the parts of its session. */
export interface EngineOptions extends Pick<
  RuntimeOptions,
  (typeof ENGINE_OPTION_NAMES)[number] | 'attachments'
> {
  /** Consulted in `auto` mode before the user is asked. Default: the built-in table. */
  readonly classifier?: PermissionClassifier;
  /** Answers permission requests. Without one, anything that requires approval is denied. */
  readonly asker?: Asker;
  /** The same as a plain function, with the shapes that other agent SDKs use. Not together with `asker`. */
  readonly canUseTool?: CanUseTool;
  /** False: texts for the model wait for `agent.takeTexts` instead of going out with a message's results. Default true. */
  readonly attachesTexts?: boolean;
}

/** What an agent adds: its conversation and its origin. */
export interface AgentEngineOptions
  extends EngineOptions, Pick<RuntimeOptions, 'messages' | 'root' | 'parentMessageId' | 'loadHint'> {}

/** How a session begins: which of its hooks run, and with what facts. */
export interface BeginOptions {
  /**
   * Facts for SessionStart hooks, called only if there are any. If it throws, that is reported. Default:
   * none.
   */
  readonly aboutSession?: AboutSession;
  /** Run `Setup` hooks before the session begins: `init` to prepare, `maintenance` to clean up. Default: neither. */
  readonly setup?: 'init' | 'maintenance';
  /** Stops the hooks that the opening waits for; nothing is opened then, and SessionEnd hooks run. Default: none. */
  readonly signal?: AbortSignal;
}

/** Options for a runtime on this machine. */
export interface LocalRuntimeOptions
  extends Omit<SessionPartsOptions, 'agents' | 'editorFiles'>, EngineOptions, BeginOptions {}
