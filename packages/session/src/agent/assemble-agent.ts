import {
  createAgent,
  createLateTools,
  type AgentEvent,
  type AgentHooks,
  type AgentOptions,
  type Attachment,
  type Prompt,
} from '@sluice/agent';
import { getOwn, systemClock } from '@sluice/core';
import type { SessionParts } from '../parts/session-parts.ts';
import type { LocalRuntime } from '../runtime/local-runtime.ts';
import type { SelfPacedLoop } from '@sluice/tools';
import { startSchedules } from './start-schedules.ts';
import { skillsToRestore } from '../skills/skills-to-restore.ts';
import { PlanNotes } from '../plan/plan-notes.ts';
import { openAdvisor } from './open-advisor.ts';
import type { Advisor } from '../skills/command-agent.ts';
import type { AgentBase } from './agent-base.ts';
import type { AssembledAgent } from './assembled-agent.ts';
import type { AgentNotes } from './child-options.ts';
import { keepListedTools } from './keep-listed-tools.ts';
import type { MovedInstructions } from './moved-instructions.ts';
import { ModelSwitch, type ModelSwitchOptions } from './model/model-switch.ts';
import { modelPrice } from './model/model-price.ts';
import type { WatchSwitch } from './model/open-model.ts';
import { TurnChoice } from './model/turn-choice.ts';
import type { OpenedConversation } from './open-conversation.ts';
import { warmTools } from './warm-tools.ts';
import { environmentNote } from './environment-note.ts';
import { serverInstructions } from './server-instructions.ts';
import type { SystemTexts } from './system-texts.ts';

interface AgentPieces extends Pick<AgentOptions, 'maxTurns' | 'output'> {
  readonly base: AgentBase;
  readonly parts: SessionParts;
  readonly runtime: LocalRuntime;
  readonly opened: OpenedConversation;
  readonly prompt: SystemTexts;
  readonly hooks: AgentHooks;
  /** More texts for the model before each request. Default: none. */
  readonly notes?: AgentNotes | undefined;
  /** Instructions that apply since the agent has moved, before each request. Default: none. */
  readonly movedInstructions?: Pick<MovedInstructions, 'notes'> | undefined;
  /** The origin of a plain text prompt. */
  readonly promptOrigin: 'person' | 'agent';
  /** Text that goes before the first prompt of a new conversation. Default: none. */
  readonly initialPrompt?: string | undefined;
  readonly transcriptPath: string;
  readonly changed: (model: string) => void;
  /** What the session cost before this agent was opened, in US dollars. Undefined: nothing. */
  readonly spentBefore: (() => number) | undefined;
  readonly close: AssembledAgent['close'];
  readonly notices: readonly string[];
  readonly shownNotices: readonly string[];
  readonly instructionsReported: Promise<unknown>;
}

/** Assembles an agent from its engine, model, and conversation. */
export function assembleAgent(pieces: AgentPieces): AssembledAgent {
  const { base, parts, runtime, prompt, promptOrigin, notes } = pieces;
  const { conversation, lastUsage, isAnswered, journaled } = pieces.opened;
  const { tree, model, thinking, identity } = base;
  // Only the main agent talks to the user.
  const skills = identity === undefined ? parts.skills : undefined;
  const { provider } = model;
  runtime.loadedTools.restore(journaled.loaded);
  const lateTools = createLateTools({
    pool: runtime.pool,
    loaded: runtime.loadedTools,
    provider,
    messages: () => conversation.messages,
    isDenied: runtime.agent.deniesTool,
    permission: () => runtime.permission.current(),
    ...tree.loading,
    told: journaled.told,
    declared: journaled.declared,
    // An agent that another opened has the tools that it was given.
    connecting: () => (identity === undefined ? (parts.mcp?.connecting(runtime.agent.deniesTool) ?? []) : []),
    keepReported: keepListedTools(parts.session, parts.tell),
  });
  const planNotes = new PlanNotes(runtime.permission.current);
  const member = {};
  let isWoken = false;
  const warm = warmTools(runtime.pool);
  const observe = parts.telemetry?.agent(identity).event;
  const takeTexts = (): readonly Attachment[] => {
    const wasIdle = isWoken;
    isWoken = false;
    return runtime.agent.takeTexts(wasIdle);
  };
  const agent = createAgent({
    runtime,
    provider,
    conversation,
    clock: systemClock,
    system: prompt.system,
    sharedSystemTexts: prompt.sharedSystemTexts,
    tools: () => {
      warm.asks();
      return lateTools.tools();
    },
    lateTools,
    hooks: pieces.hooks,
    attachments: async () => [
      ...environmentNote(prompt.environment, conversation.messages),
      ...((await notes?.(conversation.messages)) ?? []).map((text) => ({
        text,
        origin: 'note' as const,
        isSilent: true,
      })),
      ...takeTexts(),
      ...(pieces.movedInstructions?.notes(conversation.messages) ?? []),
      ...planNotes.notes(conversation.messages),
      ...((await skills?.notes(conversation.messages)) ?? []),
      ...serverInstructions(parts.mcp, runtime, conversation.messages),
    ],
    restored: (before) => skillsToRestore(before, conversation.messages, provider.contextWindow),
    expand: skills?.commands.expand,
    lastUsage,
    maxTurns: pieces.maxTurns,
    budget:
      tree.limitUsd === undefined
        ? undefined
        : {
            limitUsd: tree.limitUsd,
            spentUsd: () => spentUsd() - agent.spentUsd.current + tree.spentByOthers(member),
          },
    thinking: () => thinking.current,
    price: (name) => modelPrice(parts.permission.loaded, name),
    output: pieces.output,
    observe: (event) => {
      warm.hears(event);
      observe?.(event);
    },
  });
  /** The cost of this agent alone, including the current prompt, and of what was before it. */
  const spentUsd = (): number => (pieces.spentBefore?.() ?? 0) + agent.spentUsd.total;
  const leave = tree.join(member, spentUsd);
  base.connect({ conversation, agent, lateTools });
  const promptOf = (prompt: string | Prompt): Prompt =>
    typeof prompt === 'string'
      ? { content: [{ type: 'text', text: prompt }], origin: promptOrigin }
      : { origin: promptOrigin, ...prompt };
  let initialPrompt = conversation.messages.length === 0 ? pieces.initialPrompt : undefined;
  const withInitial = (prompt: Prompt): Prompt => {
    if (initialPrompt === undefined) return prompt;
    const content = [{ type: 'text' as const, text: initialPrompt }, ...prompt.content];
    initialPrompt = undefined;
    return { ...prompt, content };
  };
  /** Only the main agent has one. */
  const loop = identity === undefined ? parts.schedules?.loop : undefined;
  const heard = (events: AsyncIterable<AgentEvent>): AsyncIterable<AgentEvent> => {
    if (identity !== undefined) return tree.heard(identity, events);
    return loop === undefined ? events : pacedTurn(events, loop);
  };
  const watched = (options: ModelSwitchOptions): WatchSwitch => ({
    refusal: (planned) => modelSwitch.refusal(planned, options),
    switched: (planned) => modelSwitch.switched(planned, options),
  });
  let advisor: Advisor | undefined;
  const assembled: AssembledAgent = {
    get advisor() {
      return advisor;
    },
    get activity() {
      return agent.activity;
    },
    get contextTokens() {
      return agent.contextTokens;
    },
    get budgetLeftUsd() {
      return agent.budgetLeftUsd;
    },
    get spentUsd() {
      return agent.spentUsd;
    },
    get sessionUsd() {
      return agent.spentUsd.total + tree.spentByOthers(member);
    },
    run: (prompt) => heard(agent.run(withInitial(promptOf(prompt)))),
    wake() {
      isWoken = true;
      loop?.turnBegan();
      return heard(agent.wake());
    },
    send: (prompt, when) =>
      agent.send(typeof prompt !== 'string' && prompt.origin !== undefined ? prompt : promptOf(prompt), when),
    unsend: agent.unsend,
    takeWaiting: agent.takeWaiting,
    interrupt(reason) {
      if (reason === 'user-cancel') loop?.stop();
      return agent.interrupt(reason);
    },
    compact: agent.compact,
    onMessage: agent.onMessage,
    identity,
    depth: base.depth,
    tree,
    get thinking() {
      return thinking.current;
    },
    changeEffort: (effort) => thinking.changeEffort(effort),
    changeThinkingTokens: (tokens) => thinking.changeTokens(tokens),
    askedModel: model.asked,
    hasAsker: base.hasAsker,
    transcriptPath: pieces.transcriptPath,
    runtime,
    parts,
    messages: () => conversation.messages,
    provider,
    requestHead: async () => ({
      system: prompt.system,
      sharedSystemTexts: prompt.sharedSystemTexts,
      tools: await lateTools.tools(),
    }),
    async changeModel(name, options = {}) {
      const changed = await model.change(name, watched(options));
      if (changed.ok) pieces.changed(changed.model);
      return changed;
    },
    commands: skills?.commands,
    toolNames: () => lateTools.names(),
    isLeftOpen: conversation.deferred !== undefined || isAnswered,
    notices: pieces.notices,
    shownNotices: pieces.shownNotices,
    instructionsReported: pieces.instructionsReported,
    async close(status) {
      leave();
      await pieces.close(status);
    },
  };
  // Only the main agent has one.
  if (identity === undefined) advisor = openAdvisor(assembled);
  skills?.connect({
    runtime,
    messages: () => conversation.messages,
    contextWindow: () => provider.contextWindow,
    model: () => provider.model,
    effort: () => thinking.current?.effort,
    spentUsd: () => (pieces.spentBefore?.() ?? 0) + assembled.sessionUsd,
    advisor,
    schedules: parts.schedules,
    workflows: parts.workflows?.files,
    agents: parts.subAgents?.port,
    turn: new TurnChoice(model, thinking, watched({ source: 'command' })),
  });
  if (identity === undefined) startSchedules(parts, runtime);
  const { loaded } = parts.permission;
  const modelSwitch = new ModelSwitch({
    dispatcher: runtime.agent.dispatcher,
    cwd: () => runtime.session.cwd,
    contextTokens: () => agent.contextTokens ?? 0,
    price: (name) => modelPrice(loaded, name),
    hasOwnPrice: (name) => getOwn(Object(loaded.setting('modelPrices')?.value), name) !== undefined,
    deliver: parts.hooks.deliver,
  });
  return assembled;
}

/** A loop that paces itself learns when each turn has ended. */
async function* pacedTurn(
  events: AsyncIterable<AgentEvent>,
  loop: SelfPacedLoop,
): AsyncGenerator<AgentEvent, void, void> {
  try {
    yield* events;
  } finally {
    loop.turnEnded();
  }
}
