import {
  assemblePool,
  bypassPolicy,
  createDefaultPolicy,
  createPermissionState,
  systemClock,
  type AnyTool,
  type Asker,
  type Journal,
  type JournaledMessage,
  type ResultStore,
  type RuntimeOptions,
  type ToolSource,
} from '@sluice/core';
import { createAjvValidator, createNodeFiles } from '@sluice/host';
import type { SessionOptions } from './open-session.ts';

/** `default` runs what only reads inside the working directory and asks about the rest; `bypassPermissions` runs all. */
export type LocalPermissionMode = 'default' | 'bypassPermissions';

/** What a runtime on this machine is made from. */
export interface LocalRuntimeOptions
  extends
    SessionOptions,
    Pick<
      RuntimeOptions,
      | 'hooks'
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
      | 'extension'
      | 'sessionId'
    > {
  /** The directory to work in; must exist. */
  readonly cwd: string;
  /** Default `default`. */
  readonly permissionMode?: LocalPermissionMode;
  /** Who is asked. Without one, what would be asked about is denied. */
  readonly asker?: Asker;
  /** How a person can allow more, for the text of a refusal. */
  readonly remedy?: string;
  /** Tools beside the built-in ones, which win when names clash. */
  readonly tools?: readonly ToolSource[];
}

const DEFAULT_REMEDY = 'Pass permissionMode "bypassPermissions" or an asker to allow it.';

/** The place that the options are completed for: real paths, and where the session keeps things. */
export interface LocalPlace {
  readonly cwd: string;
  readonly resultsDirectory: string;
  readonly store: ResultStore;
  readonly journal: Journal | undefined;
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
    permissionMode: mode = 'default',
    asker,
    remedy = DEFAULT_REMEDY,
    tools = [],
    sessionDirectory: _directory,
    resume: _resume,
    ...engineOptions
  } = options;
  const files = createNodeFiles();
  return {
    ...engineOptions,
    cwd: place.cwd,
    tools: assemblePool({ builtIn, foreign: tools }),
    permission: {
      policy: mode === 'bypassPermissions' ? bypassPolicy : createDefaultPolicy(files, remedy),
      // A model that is shown a preview and the path of the whole must be able to read it.
      state: createPermissionState({ mode, workingDirectories: [place.cwd, place.resultsDirectory] }),
      ...(asker !== undefined && { asker }),
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
