import type { Agent, AgentCallExtension, Conversation, LateTools } from '@sluice/agent';
import type { AgentIdentity, PermissionState, ToolPool } from '@sluice/core';
import type { McpServers } from '@sluice/mcp';
import type { SessionParts } from '../parts/session-parts.ts';
import type { LocalPermission } from '../permission/open-permission.ts';
import type { AgentTree } from './agent-tree.ts';
import type { AgentThinking } from './model/agent-thinking.ts';
import type { AgentModel } from './model/open-model.ts';

interface AgentBaseOptions {
  readonly tree: AgentTree;
  readonly model: AgentModel;
  readonly thinking: AgentThinking;
  /** Undefined: the main agent. */
  readonly identity: AgentIdentity | undefined;
  /** 0: the main agent. */
  readonly depth: number;
  /** Someone is available to answer questions. */
  readonly hasAsker: boolean;
  readonly permission: Pick<LocalPermission, 'loaded'> & { readonly state: PermissionState };
  readonly pool: ToolPool;
  /** What calls see of the session's MCP servers and commands. */
  readonly parts: Pick<SessionParts, 'mcp' | 'skills'>;
  /** MCP servers of this agent alone. Default: none. */
  readonly ownServers?: Pick<McpServers, 'status'> | undefined;
  /** What the program adds to the context of calls. */
  readonly own: unknown;
}

/** The parts that exist once the engine does. */
interface ConnectedAgent {
  readonly conversation: Conversation;
  readonly agent: Pick<Agent, 'budgetLeftUsd'>;
  readonly lateTools: Pick<LateTools, 'loadHint' | 'isAdded'>;
}

/** What an agent's engine needs to know about the agent, which in turn needs that engine to open. */
export interface AgentBase extends Pick<
  AgentBaseOptions,
  'tree' | 'model' | 'thinking' | 'identity' | 'depth' | 'hasAsker'
> {
  readonly extension: AgentCallExtension;
  /** Undefined until the conversation exists. */
  readonly conversation: () => Conversation | undefined;
  /** How the model loads a tool that it has not seen. */
  readonly loadHint: (toolName: string) => string | undefined;
  connect(opened: ConnectedAgent): void;
}

export function createAgentBase(options: AgentBaseOptions): AgentBase {
  const { tree, model, thinking, identity, depth, hasAsker, permission, pool, own } = options;
  const { parts, ownServers } = options;
  let opened: ConnectedAgent | undefined;
  const extension: AgentCallExtension = {
    agentId: identity?.id,
    agentType: identity?.type,
    chain: { id: tree.id, depth },
    get model() {
      return model.provider.model;
    },
    get thinking() {
      return thinking.current;
    },
    isAddedTool: (toolName) => opened?.lateTools.isAdded(toolName) ?? false,
    get canAsk() {
      const isDenied =
        permission.loaded.deniesInsteadOfPrompting || permission.state.current().mode === 'dontAsk';
      return hasAsker && !isDenied;
    },
    get budgetLeftUsd() {
      return opened?.agent.budgetLeftUsd;
    },
    pool,
    get mcp() {
      return [parts.mcp, ownServers].flatMap(
        (servers) => servers?.status().map(({ name, state }) => ({ name, status: state })) ?? [],
      );
    },
    get commands() {
      return parts.skills?.commands.current() ?? [];
    },
    own,
  };
  return {
    ...{ tree, model, thinking, identity, depth, hasAsker, extension },
    conversation: () => opened?.conversation,
    loadHint: (toolName) => opened?.lateTools.loadHint(toolName),
    connect: (now) => void (opened = now),
  };
}
