import type { AgentDefinition, Command, InstructionFile } from '@sluice/agent';
import type { ModelUsage } from '@sluice/core';
import type { AssembledAgent } from '@sluice/session/agent';
import { contextParts, type ContextPart } from '../../context-parts.ts';
import { clientModel } from '../output/client-model.ts';
import { contextGrid } from './context-grid.ts';

interface UsageScope {
  readonly agent: Pick<
    AssembledAgent,
    'contextTokens' | 'lastUsage' | 'provider' | 'requestHead' | 'messages' | 'instructionFiles' | 'commands'
  >;
  readonly agentTypes: () => Promise<readonly AgentDefinition[]>;
}

/** What programs paint a part with, as in CSS. */
const COLORS: Readonly<Record<string, string>> = {
  system_prompt: '#8a8a8a',
  system_tools: '#5f87af',
  mcp_tools: '#00a5a5',
  memory_files: '#d78700',
  custom_agents: '#5faf5f',
  skills: '#d7af00',
  messages: '#875fd7',
  free_space: '#c6c6c6',
  autocompact_buffer: '#af5f5f',
};

/** The answer to `get_context_usage`. The parts, and what they consist of, are estimated from lengths. */
export async function contextUsage({ agent, agentTypes }: UsageScope): Promise<object> {
  const { model, windowTokens, usedTokens, compactTokens, parts, serverTools, ownTools, tokensOf } =
    await contextParts(agent);
  const categories = parts.map((part) => ({ ...part, color: colorOf(part) }));
  const skills = ((await agent.commands?.list()) ?? []).filter(({ isSkill }) => isSkill);
  const own = (await agentTypes()).filter(({ source }) => source !== 'built-in');
  return {
    categories,
    totalTokens: usedTokens,
    maxTokens: windowTokens,
    rawMaxTokens: windowTokens,
    percentage: Math.round((usedTokens / windowTokens) * 100),
    gridRows: contextGrid(categories, windowTokens),
    model: clientModel(model),
    memoryFiles: agent.instructionFiles.map((file) => memoryFile(file, tokensOf)),
    mcpTools: serverTools.map((tool) => ({
      ...tool,
      isLoaded: true,
      serverName: tool.name.split('__', 2)[1] ?? '',
    })),
    systemTools: ownTools,
    agents: own.map((type) => agentType(type, tokensOf)),
    skills: skillsAnswer(skills, tokensOf),
    autoCompactThreshold: compactTokens,
    isAutoCompactEnabled: true,
    apiUsage: agent.lastUsage === undefined ? null : apiUsage(agent.lastUsage),
  };
}

type TokensOf = (chars: number) => number;

function colorOf({ id }: ContextPart): string {
  return COLORS[id] ?? '#8a8a8a';
}

function memoryFile({ path, kind, text }: InstructionFile, tokensOf: TokensOf): object {
  return { path, type: kind, tokens: tokensOf(text.length) };
}

function agentType({ name, description, source, file }: AgentDefinition, tokensOf: TokensOf): object {
  return {
    agentType: name,
    source: AGENT_SOURCES[source],
    path: file,
    tokens: tokensOf(name.length + description.length),
  };
}

/** Where an agent or a skill comes from, in the terms of clients. */
const AGENT_SOURCES = {
  managed: 'policySettings',
  flag: 'flagSettings',
  project: 'projectSettings',
  user: 'userSettings',
  'built-in': 'built-in',
} as const satisfies Readonly<Record<AgentDefinition['source'], string>>;

const SKILL_SOURCES = {
  managed: 'policySettings',
  project: 'projectSettings',
  user: 'userSettings',
  'built-in': 'bundled',
  mcp: 'mcp',
} as const satisfies Readonly<Record<Command['origin'], string>>;

function skillsAnswer(skills: readonly Command[], tokensOf: TokensOf): object {
  const listed = skills.map(({ name, description, origin, path }) => ({
    ...{ name, path, source: SKILL_SOURCES[origin] },
    tokens: tokensOf(name.length + description.length),
  }));
  return {
    totalSkills: listed.length,
    includedSkills: listed.length,
    tokens: listed.reduce((sum, { tokens }) => sum + tokens, 0),
    skillFrontmatter: listed,
  };
}

function apiUsage(usage: ModelUsage): object {
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_creation_input_tokens: usage.cacheWriteTokens,
    cache_read_input_tokens: usage.cacheReadTokens,
  };
}
