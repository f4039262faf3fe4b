import type { SessionTranscripts } from '../options/session-parts-options.ts';
import type { SubAgentRelay } from '@sluice/agent';
import type { Announcements, Files, TimedSessionEvent, ToolPool } from '@sluice/core';
import type { McpServers } from '@sluice/mcp';
import type { OpenAgentServers } from './open-agent-servers.ts';
import type { McpWatch } from './watch-mcp.ts';
import type { ProcessSession } from '@sluice/process';
import type { Schedules, BackgroundTask, TaskListPort, TaskRegistry } from '@sluice/tools';
import type { Session } from '../directory/open-session.ts';
import type { SessionEndReason, SessionEvents } from '../events/session-events.ts';
import type { HookModels } from '../hooks/hook-models.ts';
import type { ServerModel } from './server-model.ts';
import type { SessionHooks } from '../hooks/session-hooks.ts';
import type { MessageRelay } from '../message-relay.ts';
import type { LocalPermission } from '../permission/open-permission.ts';
import type { BeginOptions } from '../options/local-options.ts';
import type { SessionSkills } from '../skills/session-skills.ts';
import type { AgentsOptions } from '../options/agents-options.ts';
import type { ModelSearch } from '../web/model-search.ts';
import type { PageReader } from '../web/page-reader.ts';
import type { SessionSearch } from '../web/session-search.ts';
import type { SessionError } from '../session-error.ts';
import type { Workflows } from '../workflows/workflows.ts';
import type { ResumedWorktree, SessionWorktree } from '../worktree/session-worktree.ts';
import type { SessionTelemetry } from '../telemetry/session-telemetry.ts';

interface SubAgentParts extends AgentsOptions {
  /** Where the administrator's files are. Undefined: the system's places. */
  readonly managedDirectories: readonly string[] | undefined;
  /** What tools and front ends use; the main agent connects it. */
  readonly port: SubAgentRelay;
}

/** What all agents of a session share. The caller must dispose of it after its agents. */
export interface SessionParts extends AsyncDisposable {
  /** Absolute and real: the directory in which the session started. */
  readonly cwd: string;
  /** Where the main agent starts in place of `cwd`. Undefined: there. */
  readonly resumedWorktree: ResumedWorktree | undefined;
  /** The worktree that the main agent has entered. Undefined: it can enter none. */
  readonly worktree: Pick<SessionWorktree, 'directory'> | undefined;
  readonly sessionId: string | undefined;
  /** Where the session stores its journal, results, and pre-images. */
  readonly session: Session;
  /** What hooks are told in place of the paths of journals. Undefined: those. */
  readonly transcripts: SessionTranscripts | undefined;
  readonly permission: LocalPermission;
  readonly processes: ProcessSession;
  readonly tasks: TaskRegistry;
  /** Undefined: the session has TodoWrite instead, or nothing. */
  readonly taskList: TaskListPort | undefined;
  /** Undefined: the session has none. */
  readonly workflows: Workflows | undefined;
  /** Scheduled prompts. Undefined: there can be none. */
  readonly schedules: Schedules | undefined;
  readonly hooks: SessionHooks;
  readonly events: SessionEvents;
  readonly announcements: Announcements;
  /** The built-in tools, the program's tools, and those of MCP servers. */
  readonly pool: ToolPool;
  /** Undefined: there are none so far. */
  readonly mcp: McpServers | undefined;
  /** Starts and ends servers as their configuration changes, until it is closed. Undefined: the session has none. */
  readonly followMcp: (() => McpWatch) | undefined;
  /** Starts servers for one agent. Undefined: the session has no MCP. */
  readonly openAgentServers: OpenAgentServers | undefined;
  /** Skills and slash commands. Undefined: none are read. */
  readonly skills: SessionSkills | undefined;
  /** The agents that the session's agents open. Undefined: they can't. */
  readonly subAgents: SubAgentParts | undefined;
  /** Runs hooks of the types `prompt` and `agent`; the main agent connects it. Undefined: nothing can. */
  readonly hookModels: HookModels | undefined;
  /** Answers what MCP servers ask of the model; the main agent connects it. Undefined: nothing can. */
  readonly serverModel: ServerModel | undefined;
  /** Asks a small model about pages; the main agent connects it. Undefined: nothing can. */
  readonly pageReader: PageReader | undefined;
  /** Searches the web with the model's own service; the main agent connects it. Undefined: nothing can. */
  readonly modelSearch: ModelSearch | undefined;
  readonly search: SessionSearch;
  /** Undefined: nothing is measured. */
  readonly telemetry: SessionTelemetry | undefined;
  readonly files: Files;
  /** User messages, for tools that wait. */
  readonly messages: MessageRelay;
  /** The process environment with the variables that settings add. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Problems with the session and its settings, one line each, for the user. Usually empty. */
  readonly notices: readonly string[];
  /** Called with a sentence for the user. Must not throw. */
  readonly tell: (text: string) => void;
  /**
   * Runs the hooks of the session's start, then follows changes of settings and watched files. The first agent does this;
   * later calls do nothing. An error: a hook refused the session, or `signal` was aborted.
   */
  begin(options: BeginOptions): Promise<SessionError | undefined>;
  /**
   * Runs `work` when the session ends, before any part is disposed of. Awaited; `dispose` rethrows its
   * errors.
   */
  beforeEnd(work: () => void | Promise<void>): void;
  /** Ends every process that a tool started, then releases the session's directory. May be called again. */
  dispose(reason?: SessionEndReason): Promise<Disposed>;
}

/** What was left when a session ended. */
export interface Disposed {
  /** Where stored results of a temporary session remain. */
  readonly keptResults: string | undefined;
  /** Background tasks that were still running, and were ended. */
  readonly endedTasks: readonly BackgroundTask[];
  /** What hooks did after the last run, including those of SessionEnd. */
  readonly lastEvents: readonly TimedSessionEvent[];
}

export type OpenedSessionParts =
  | { readonly ok: true; readonly parts: SessionParts }
  | { readonly ok: false; readonly error: SessionError };
