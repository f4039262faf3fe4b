import type { EditorFiles } from '@sluice/tools';
import type { PermissionMode, RuntimeOptions, ToolSource, ToolSources } from '@sluice/core';
import type { HandlerRunners } from '@sluice/hooks';
import type { StoppingProcesses } from '@sluice/process';
import type { SessionOptions } from '../directory/open-session.ts';
import type { AgentsOptions } from './agents-options.ts';
import type { McpOptions } from './mcp-options.ts';
import type { Plugin } from '../plugins/read-plugin.ts';
import type { OpenTelemetry } from '../telemetry/session-telemetry.ts';
import type { ProgramHooks } from './program-hooks.ts';
import type { LocalSettings } from '../permission/open-permission.ts';

/** Skills and slash commands. */
interface SkillOptions {
  /** False: there are none. Default true. */
  readonly isOn?: boolean;
  /** Names of the skills that there are; commands are not concerned. Default: all. */
  readonly only?: readonly string[] | undefined;
}

/** Files in which programs look for what was said in a session, and in its agents: absolute. */
export interface SessionTranscripts {
  readonly main: string;
  readonly ofAgent: (id: string) => string;
}

/** Options for everything that a session shares. */
export interface SessionPartsOptions extends SessionOptions, Pick<RuntimeOptions, 'sessionId'> {
  /** An editor in which files may be open and not saved. Default: only the disk counts. */
  readonly editorFiles?: EditorFiles | undefined;
  /** The directory to work in; must exist. */
  readonly cwd: string;
  /** Default: from the settings, or `default`. */
  readonly permissionMode?: PermissionMode;
  /**
   * Which settings files and rules apply. An administrator's policy always does. Default: no other file is read
   * (`sources: []`).
   */
  readonly settings?: LocalSettings;
  /** Functions that run before the hooks of settings: on calls and on the session's events. A list, or a function that returns the current list. */
  readonly hooks?: ProgramHooks;
  /**
   * Runs hooks of the types `mcp_tool`, `prompt` and `agent`. Default: none; such a hook fails each time, and at
   * PreToolUse the call needs approval.
   */
  readonly hookRunners?: HandlerRunners;
  /** False: ignore hooks that settings name. Default true. */
  readonly namedHooks?: boolean;
  /** Only plan calls: no session hooks run. Default false. */
  readonly isOnlyPlanned?: boolean;
  /**
   * With `isOnlyPlanned`: opened only to be closed again, so that the next one opens faster. Nothing is written and no program is
   * started. Default false.
   */
  readonly isRehearsal?: boolean;
  /** Called between the steps of opening, which wait for it. What it throws ends the opening, and is thrown on. Default: nothing. */
  readonly betweenSteps?: () => Promise<void>;
  /**
   * Called with a sentence for each permission update that could not be saved, and with messages from
   * permission request hooks. Must not throw.
   */
  readonly onUnkept?: (problem: string) => void;
  /**
   * Called once, before anything of the session runs: with what was told to end and still runs, to show or to kill it while hooks of
   * the start run. Later it is `runtime.stopping`. Must not throw.
   */
  readonly onProcesses?: ((stopping: StoppingProcesses) => void) | undefined;
  /** How the user can allow more, for the text of a denial. */
  readonly remedy?: string;
  /** Additional tools; built-in tools win if names clash. */
  readonly tools?: readonly ToolSource[];
  /** Adds tools to the pool later: tool search waits for it, and reports what is missing. Default: none. */
  readonly toolSources?: ToolSources | undefined;
  /** The MCP servers of files and flags. Default: none, and no file is read. */
  readonly mcp?: McpOptions | undefined;
  /** Directories whose skills, commands, agents and hooks take effect. Their servers belong into `mcp`. Default: none. */
  readonly plugins?: readonly Plugin[] | undefined;
  /** Skills and slash commands of files: the user's and the project's, as far as `settings.sources` names them. Default: none, and no file is read. */
  readonly skills?: SkillOptions | undefined;
  /** Agents may open others, with the tools Agent, SendMessage and ListAgents. Default: they may not. */
  readonly agents?: AgentsOptions | undefined;
  /** What hooks are told in place of the paths of the session's journals. Default: those. */
  readonly transcripts?: SessionTranscripts | undefined;
  /** Names of the built-in tools to offer. Default: all. */
  readonly builtInTools?: readonly string[];
  /** Measures what happens in the session. Default: nothing does. */
  readonly telemetry?: OpenTelemetry | undefined;
  /** Notifies waiting tools when the user sends a message. Returns a function that unsubscribes. */
  readonly onMessage?: (listener: () => void) => () => void;
}
