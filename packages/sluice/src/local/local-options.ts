import {
  assemblePool,
  systemClock,
  type AnyTool,
  type Asker,
  type Files,
  type Journal,
  type JournaledMessage,
  type PermissionClassifier,
  type PermissionMode,
  type ResultStore,
  type RuntimeOptions,
  type ToolSource,
} from '@sluice/core';
import { createAjvValidator } from '@sluice/host';
import type { HandlerRunners } from '@sluice/settings/hooks';
import { taskNotes, type TaskRegistry } from '@sluice/tools';
import type { AboutSession } from './about-session.ts';
import type { LocalPermission, LocalSettings } from './open-permission.ts';
import type { SessionOptions } from './open-session.ts';
import type { ProgramHooks } from './own-hooks.ts';

/** What a runtime on this machine is made from. */
export interface LocalRuntimeOptions
  extends
    SessionOptions,
    Pick<
      RuntimeOptions,
      | 'scheduling'
      | 'maxConcurrency'
      | 'start'
      | 'cascade'
      | 'graceMs'
      | 'conflictWaitMs'
      | 'messageBudget'
      | 'resultLimits'
      | 'callTimeoutMs'
      | 'isStanding'
      | 'attachments'
      | 'defersCalls'
      | 'onSessionChange'
      | 'extension'
      | 'sessionId'
    > {
  /** Functions beside the hooks of settings, before them: of calls and of the session's events. A list, or a function that gives that of the moment. */
  readonly hooks?: ProgramHooks;
  /** Who runs hooks of the types `mcp_tool`, `prompt` and `agent`. Default: nobody; they fail each time, and at PreToolUse the call is asked about. */
  readonly hookRunners?: HandlerRunners;
  /** The directory to work in; must exist. */
  readonly cwd: string;
  /** Default: what the settings say, else `default`. */
  readonly permissionMode?: PermissionMode;
  /**
   * Which settings files and rules count. A policy of the administrator always does. Default: no other file is read
   * (`sources: []`).
   */
  readonly settings?: LocalSettings;
  /** Asked in the mode `auto` before a person is. Default: the built-in table. */
  readonly classifier?: PermissionClassifier;
  /** Who is asked. Without one, what would be asked about is denied. */
  readonly asker?: Asker;
  /**
   * Told, in a sentence, what an answer wanted to be kept and could not be, and what hooks of permission requests have to
   * say. Must not throw.
   */
  readonly onUnkept?: (problem: string) => void;
  /** What hooks of SessionStart are told beside that it begins or goes on; asked where there are such hooks. A throw is told. Default: nothing. */
  readonly aboutSession?: AboutSession;
  /** Hooks of `Setup` run before the session begins: `init` where things are to be made ready, `maintenance` where they are looked after. Default: none runs. */
  readonly setup?: 'init' | 'maintenance';
  /** Calls are only planned: no hook of the session runs. Default false. */
  readonly isOnlyPlanned?: boolean;
  /** How a person can allow more, for the text of a refusal. */
  readonly remedy?: string;
  /** Tools beside the built-in ones, which win when names clash. */
  readonly tools?: readonly ToolSource[];
  /** Tells the tools that wait when the person says something; the returned function ends that. */
  readonly onMessage?: (listener: () => void) => () => void;
  /** Names of the built-in tools that there are. Default: all. */
  readonly builtInTools?: readonly string[];
  /** Ends the hooks that the opening waits for; nothing is opened then, and the hooks of SessionEnd run. Default: nothing does. */
  readonly signal?: AbortSignal;
  /** False: hooks that settings name do not count. Default true. */
  readonly namedHooks?: boolean;
  /** False: whoever talks with the model tells it by `agent.takeTexts` what waits, rather than a message's results. Default true. */
  readonly attachesTexts?: boolean;
}

export const DEFAULT_REMEDY = 'Allow it with a rule (settings.allow), another permissionMode, or an asker.';

/** The place that the options are completed for: real paths, and where the session keeps things. */
export interface LocalPlace {
  readonly cwd: string;
  readonly files: Files;
  readonly permission: LocalPermission;
  /** Told what could not be kept. */
  readonly onUnkept: (problem: string) => void;
  readonly resultsDirectory: string;
  readonly store: ResultStore;
  readonly journal: Journal | undefined;
  /** Whose ends are told to the model. */
  readonly tasks: TaskRegistry;
  readonly resume: readonly JournaledMessage[] | undefined;
  /** Lines of the resumed journal that could not be read. */
  readonly setAside: number;
}

/** Completes the engine's options with the tools, ports and policy of this machine. */
export function localOptions(
  options: LocalRuntimeOptions,
  place: LocalPlace,
  builtIn: readonly AnyTool[],
): RuntimeOptions {
  const {
    permissionMode: _mode,
    settings: _settings,
    remedy: _remedy,
    isOnlyPlanned: _isOnlyPlanned,
    setup: _setup,
    aboutSession: _aboutSession,
    onUnkept: _onUnkept,
    asker,
    tools = [],
    builtInTools: _builtIn,
    namedHooks: _named,
    signal: _signal,
    attachesTexts = true,
    hooks: _hooks,
    hookRunners: _hookRunners,
    onMessage: _onMessage,
    attachments = () => [],
    classifier = place.permission.classifier,
    sessionDirectory: _directory,
    resume: _resume,
    durability: _durability,
    ...engineOptions
  } = options;
  const { files, permission, onUnkept, tasks: background } = place;
  return {
    ...engineOptions,
    cwd: place.cwd,
    tools: assemblePool({ builtIn, foreign: tools }),
    attachments: () => [
      ...attachments(),
      ...(attachesTexts ? taskNotes(background.takeFinished()) : []).map((text) => ({
        text,
        speaker: 'task' as const,
      })),
    ],
    permission: {
      policy: permission.policy,
      state: permission.state,
      classifier,
      ...(asker !== undefined && !permission.loaded.deniesInsteadOfPrompting && { asker }),
      onUpdate(update) {
        void permission.save(update).then((problem) => {
          if (problem !== undefined) onUnkept(problem);
        });
      },
    },
    ports: {
      clock: systemClock,
      files,
      store: place.store,
      validator: createAjvValidator(),
      ...(place.journal !== undefined && { journal: place.journal }),
    },
    ...(place.resume !== undefined && { resume: place.resume, isJournalDamaged: place.setAside > 0 }),
  };
}
