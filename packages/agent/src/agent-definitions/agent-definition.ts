import type { JsonObject, PermissionMode, ThinkingEffort } from '@sluice/core';

/** Where a definition comes from, the highest precedence first. */
const AGENT_SOURCES = ['managed', 'flag', 'project', 'user', 'built-in'] as const;

export type AgentSource = (typeof AGENT_SOURCES)[number];

export const AGENT_MEMORIES = ['user', 'project', 'local'] as const;

/** A type of agent that another agent can open. */
export interface AgentDefinition {
  /** What `subagent_type` and rules such as `Agent(name)` call it. */
  readonly name: string;
  /** When to use it, for the model. */
  readonly description: string;
  /** Its system prompt. Undefined: the default one. */
  readonly prompt: string | undefined;
  readonly source: AgentSource;
  /** Absolute. Undefined: it comes from no file. */
  readonly file: string | undefined;
  /** The user trusts its author. */
  readonly isTrusted: boolean;
  /** Its tools, as names or `mcp__server` specs. Undefined: all of its parent's. */
  readonly tools: readonly string[] | undefined;
  /** Tools that it doesn't get. One with a specifier, such as `Bash(rm *)`, is a deny rule. */
  readonly disallowedTools: readonly string[];
  /** As `--model` accepts it. Undefined: its parent's. */
  readonly model: string | undefined;
  readonly permissionMode: PermissionMode | undefined;
  /** Maximum number of model turns. Undefined: no limit. */
  readonly maxTurns: number | undefined;
  readonly effort: ThinkingEffort | undefined;
  /** Whether it runs in the background if the call doesn't say. Undefined: as all agents do. */
  readonly background: boolean | undefined;
  readonly color: string | undefined;
  /** The first prompt, if it is the main agent. */
  readonly initialPrompt: string | undefined;
  /** Names of skills whose full text it starts with. */
  readonly skills: readonly string[];
  /** Names of MCP servers, or servers by name with their configuration. */
  readonly mcpServers: readonly (string | Readonly<Record<string, JsonObject>>)[];
  /** Hooks that run while it works, in the format of the settings. */
  readonly hooks: JsonObject | undefined;
  readonly memory: (typeof AGENT_MEMORIES)[number] | undefined;
  readonly isolation: string | undefined;
  /** It receives the instruction files (CLAUDE.md). */
  readonly readsInstructions: boolean;
}

/** Why a definition, or a part of it, is left out. */
export interface DefinitionProblem {
  /** Absolute. Undefined: the command line. */
  readonly file: string | undefined;
  /** 1-based. */
  readonly line: number | undefined;
  /** What is wrong and how to fix it. */
  readonly message: string;
}

/** The types of agents that a session has now. */
export interface AgentTypes {
  /** By name; the order is that of precedence. */
  readonly definitions: readonly AgentDefinition[];
  readonly problems: readonly DefinitionProblem[];
}
