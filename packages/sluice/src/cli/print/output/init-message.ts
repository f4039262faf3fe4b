import type { Command } from '@sluice/agent';
import type { PermissionMode } from '@sluice/core';
import type { McpServerStatus } from '@sluice/mcp';
import type { Plugin } from '@sluice/session';
import { apiKeySource } from './api-key-source.ts';
import { clientMcpSource, clientMcpState } from './mcp-status.ts';

interface InitFacts {
  readonly cwd: string;
  readonly tools: readonly string[];
  readonly model: string;
  readonly permissionMode: PermissionMode;
  readonly version: string;
  readonly outputStyle: string;
  readonly isRecording: boolean;
  readonly commands: readonly Pick<Command, 'name' | 'isSkill'>[];
  /** How many skills the model has in its list without their description. */
  readonly skillsWithoutDescription: number;
  /** Names of the available agent types. */
  readonly agents: readonly string[];
  readonly plugins: readonly Pick<Plugin, 'name' | 'directory' | 'version'>[];
  readonly mcpServers: readonly Pick<McpServerStatus, 'name' | 'state' | 'scope' | 'isInClient'>[];
}

/** Clients compare it to determine which messages and options are supported; these match this version. */
export const COMPATIBLE_VERSION = '2.1.240';

/** The first message: what is available. */
export function initMessage(facts: InitFacts): object {
  const { cwd, tools, model, permissionMode, version, isRecording, agents, plugins, mcpServers, commands } =
    facts;
  const { skillsWithoutDescription: shortened } = facts;
  return {
    type: 'system',
    subtype: 'init',
    cwd,
    tools,
    mcp_servers: mcpServers.map((server) => ({
      name: server.name,
      status: clientMcpState(server.state),
      source: clientMcpSource(server),
    })),
    model,
    permissionMode,
    slash_commands: commands.map(({ name }) => name),
    // Keys come only from there; a recording needs none.
    apiKeySource: isRecording ? 'none' : apiKeySource(process.env),
    sluice_version: version,
    claude_code_version: COMPATIBLE_VERSION,
    output_style: facts.outputStyle,
    agents,
    skills: commands.filter(({ isSkill }) => isSkill).map(({ name }) => name),
    skills_without_description: shortened === 0 ? undefined : shortened,
    plugins: plugins.map(({ name, directory, version }) => ({ name, path: directory, version })),
    capabilities: [
      'interrupt',
      'can_use_tool',
      'set_permission_mode',
      'set_model',
      'stop_task',
      'interrupt_receipt_v1',
      'interrupt_cancel_queued_v1',
    ],
    is_recording: isRecording ? true : undefined,
  };
}
