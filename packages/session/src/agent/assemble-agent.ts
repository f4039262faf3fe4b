import { createAgent, createLateTools, type Agent, type AgentOptions, type LateTools } from '@sluice/agent';
import { getOwn, systemClock } from '@sluice/core';
import { checkImage, isRunning, type BackgroundTask } from '@sluice/tools';
import { skillsToRestore } from '../skills/skills-to-restore.ts';
import { AgentCost } from './cost/agent-cost.ts';
import { skillsOf, type AgentPieces } from './agent-pieces.ts';
import type { AssembledAgent } from './assembled-agent.ts';
import { keepListedTools } from './stored/keep-listed-tools.ts';
import { maxCostUsd, modelPrice } from './model/model-price.ts';
import { ModelSwitch } from './model/model-switch.ts';
import { TurnChoice } from './model/turn-choice.ts';
import { RequestTexts } from './texts/request-texts.ts';
import { SessionAgent } from './session-agent.ts';
import { startSchedules } from './start-schedules.ts';
import { warmTools } from './warm-tools.ts';

/** Agents and workflows report to the model when they end; the answer usually depends on it. */
function willReport(task: BackgroundTask): boolean {
  return isRunning(task) && (task.type === 'agent' || task.type === 'workflow');
}

/** Assembles an agent from its engine, model, and conversation. */
export function assembleAgent(pieces: AgentPieces): AssembledAgent {
  const { base, parts, runtime, opened } = pieces;
  runtime.loadedTools.restore(opened.journaled.loaded);
  const lateTools = lateToolsOf(pieces);
  const texts = new RequestTexts(pieces);
  const cost: AgentCost = new AgentCost({
    tree: base.tree,
    spent: () => agent.spentUsd,
    models: base.identity && (() => agent.usedModels),
    before: pieces.spentBefore,
  });
  const agent: Agent = createAgent({
    ...ofModel(pieces),
    ...ofTools(pieces, lateTools),
    ...ofSkills(pieces),
    runtime,
    conversation: opened.conversation,
    clock: systemClock,
    checkImage,
    hooks: pieces.hooks,
    attachments: () => texts.gather(),
    awaitsReports: () => base.identity === undefined && parts.tasks.list().some(willReport),
    lastUsage: opened.lastUsage,
    maxTurns: pieces.maxTurns,
    taskTokens: pieces.taskTokens,
    budget: budgetOf(pieces, cost),
    output: pieces.output,
  });
  base.connect({ conversation: opened.conversation, agent, lateTools });
  const modelSwitch = modelSwitchOf(pieces, agent);
  const assembled = new SessionAgent({ pieces, agent, lateTools, texts, cost, modelSwitch });
  connectSkills(pieces, assembled, cost, modelSwitch);
  if (base.identity === undefined) startSchedules(parts, runtime);
  return assembled;
}

function lateToolsOf({ base, parts, runtime, opened }: AgentPieces): LateTools {
  const { pool, loadedTools: loaded } = runtime;
  const { told, declared } = opened.journaled;
  const isDenied = runtime.agent.deniesTool;
  // An agent that another opened has the tools that it was given.
  const servers = () => (base.identity === undefined ? parts.mcp : undefined);
  return createLateTools({
    ...{ pool, loaded, isDenied, told, declared },
    provider: base.model.provider,
    messages: () => opened.conversation.messages,
    permission: () => runtime.permission.current(),
    ...base.tree.loading,
    connecting: () => servers()?.connecting(isDenied) ?? [],
    needsLogin: () => servers()?.needingLogin(isDenied) ?? [],
    keepReported: keepListedTools(parts.session, parts.tell),
  });
}

function ofModel({
  base,
  parts,
  prompt,
}: AgentPieces): Pick<AgentOptions, 'provider' | 'system' | 'sharedSystemTexts' | 'thinking' | 'price'> {
  return {
    provider: base.model.provider,
    system: prompt.system,
    sharedSystemTexts: prompt.sharedSystemTexts,
    thinking: () => base.thinking.current,
    price: (name) => modelPrice(parts.permission.loaded, name),
  };
}

function ofTools(
  { base, parts, runtime }: AgentPieces,
  lateTools: LateTools,
): Pick<AgentOptions, 'tools' | 'lateTools' | 'observe'> {
  const warm = warmTools(runtime.pool);
  const observe = parts.telemetry?.agent(base.identity).event;
  return {
    lateTools,
    tools() {
      warm.asks();
      return lateTools.tools();
    },
    observe(event) {
      warm.hears(event);
      observe?.(event);
    },
  };
}

function ofSkills(pieces: AgentPieces): Pick<AgentOptions, 'restored' | 'expand'> {
  const { conversation } = pieces.opened;
  const { provider } = pieces.base.model;
  return {
    restored: (before) => skillsToRestore(before, conversation.messages, provider.contextWindow),
    expand: skillsOf(pieces)?.commands.expand,
  };
}

function budgetOf({ base, parts, besideOf }: AgentPieces, cost: AgentCost): AgentOptions['budget'] {
  const { tree, model, identity } = base;
  const { limitUsd, gate } = tree;
  if (limitUsd === undefined) return undefined;
  const { id: who } = besideOf ?? { id: identity?.id };
  return {
    limitUsd,
    spentUsd: () => cost.besidePromptUsd,
    reserve(tokens, signal) {
      const usd = maxCostUsd(tokens, parts.permission.loaded, model.provider.model);
      return gate.reserve(usd, signal, who, besideOf !== undefined);
    },
  };
}

function modelSwitchOf({ parts, runtime }: AgentPieces, agent: Agent): ModelSwitch {
  const { loaded } = parts.permission;
  return new ModelSwitch({
    dispatcher: runtime.agent.dispatcher,
    cwd: () => runtime.session.cwd,
    contextTokens: () => agent.contextTokens ?? 0,
    price: (name) => modelPrice(loaded, name),
    hasOwnPrice: (name) => getOwn(Object(loaded.setting('modelPrices')?.value), name) !== undefined,
    deliver: parts.hooks.deliver,
  });
}

function connectSkills(
  pieces: AgentPieces,
  { messages, advisor, earlierUsd }: AssembledAgent,
  cost: AgentCost,
  modelSwitch: ModelSwitch,
): void {
  const { base, parts, runtime } = pieces;
  const { model, thinking } = base;
  skillsOf(pieces)?.connect({
    runtime,
    messages,
    contextWindow: () => model.provider.contextWindow,
    model: () => model.provider.model,
    effort: () => thinking.current?.effort,
    spentUsd: () => cost.totalUsd,
    earlierUsd,
    advisor,
    schedules: parts.schedules,
    workflows: parts.workflows?.files,
    agents: parts.subAgents?.port,
    turn: new TurnChoice(model, thinking, modelSwitch.watch({ source: 'command' })),
  });
}
