import type { Agent, AgentEvent, Commands, InstructionFile, LateTools, Prompt } from '@sluice/agent';
import {
  systemClock,
  type AgentIdentity,
  type ModelMessage,
  type ModelProvider,
  type ThinkingEffort,
  type ThinkingOptions,
} from '@sluice/core';
import type { SelfPacedLoop } from '@sluice/tools';
import type { SessionParts } from '../parts/session-parts.ts';
import type { LocalRuntime } from '../runtime/local-runtime.ts';
import type { Advisor } from '../skills/command-agent.ts';
import type { AgentCost } from './cost/agent-cost.ts';
import { skillsOf, type AgentPieces } from './agent-pieces.ts';
import type { AgentTree } from './agent-tree.ts';
import type { AgentStatus, AssembledAgent, RequestHead } from './assembled-agent.ts';
import { refuseWrongPrompt } from './check-agent-options.ts';
import { earlierUsd } from './cost/earlier-cost.ts';
import type { ModelSwitch, ModelSwitchOptions } from './model/model-switch.ts';
import type { ModelChange } from './model/open-model.ts';
import { openAdvisor } from './beside/open-advisor.ts';
import type { RequestTexts } from './texts/request-texts.ts';
import { DEFAULT_STYLE, type OutputStyle } from './texts/output-style.ts';

interface SessionAgentOptions {
  readonly pieces: AgentPieces;
  readonly agent: Agent;
  readonly lateTools: LateTools;
  readonly texts: RequestTexts;
  readonly cost: AgentCost;
  readonly modelSwitch: ModelSwitch;
}

/** An agent's loop, together with what its session knows about it. */
export class SessionAgent implements AssembledAgent {
  readonly identity: AgentIdentity | undefined;
  readonly depth: number;
  readonly tree: AgentTree;
  readonly hasAsker: boolean;
  readonly askedModel: () => string | undefined;
  readonly transcriptPath: string;
  readonly runtime: LocalRuntime;
  readonly parts: SessionParts;
  readonly outputStyle: OutputStyle;
  readonly provider: ModelProvider;
  readonly commands: Commands | undefined;
  readonly advisor: Advisor | undefined;
  readonly isLeftOpen: boolean;
  readonly notices: readonly string[];
  readonly shownNotices: readonly string[];
  readonly instructionsReported: Promise<unknown>;
  readonly #options: SessionAgentOptions;
  readonly #agent: Agent;
  readonly #openedAt = systemClock.wallTime();
  /** Only the main agent has one. */
  readonly #loop: SelfPacedLoop | undefined;
  /** What goes with the first prompt of a new conversation. */
  #first: Pick<AgentPieces, 'initialPrompt' | 'preloaded'> | undefined;

  constructor(options: SessionAgentOptions) {
    const { pieces } = options;
    const { base, opened } = pieces;
    this.#options = options;
    this.#agent = options.agent;
    this.identity = base.identity;
    this.depth = base.depth;
    this.tree = base.tree;
    this.hasAsker = base.hasAsker;
    this.askedModel = base.model.asked;
    this.transcriptPath = pieces.transcriptPath;
    this.runtime = pieces.runtime;
    this.parts = pieces.parts;
    this.outputStyle = pieces.outputStyle ?? DEFAULT_STYLE;
    this.provider = base.model.provider;
    this.commands = skillsOf(pieces)?.commands;
    this.isLeftOpen = opened.conversation.deferred !== undefined || opened.isAnswered;
    this.notices = pieces.notices;
    this.shownNotices = pieces.shownNotices;
    this.instructionsReported = pieces.instructionsReported;
    this.#loop = base.identity === undefined ? pieces.parts.schedules?.loop : undefined;
    this.#first = opened.conversation.messages.length === 0 ? pieces : undefined;
    this.advisor = base.identity === undefined ? openAdvisor(this) : undefined;
  }

  get activity(): Agent['activity'] {
    return this.#agent.activity;
  }

  get contextTokens(): number | undefined {
    return this.#agent.contextTokens;
  }

  get lastUsage(): Agent['lastUsage'] {
    return this.#agent.lastUsage;
  }

  get budgetLeftUsd(): number | undefined {
    return this.#agent.budgetLeftUsd;
  }

  get spentUsd(): Agent['spentUsd'] {
    return this.#agent.spentUsd;
  }

  get usedModels(): Agent['usedModels'] {
    return this.#agent.usedModels;
  }

  get sessionUsd(): number {
    return this.#options.cost.sessionUsd;
  }

  get thinking(): ThinkingOptions | undefined {
    return this.#options.pieces.base.thinking.current;
  }

  readonly earlierUsd: AssembledAgent['earlierUsd'] = (before = this.#openedAt) =>
    earlierUsd(this.parts, before);

  readonly messages = (): readonly ModelMessage[] => this.#options.pieces.opened.conversation.messages;

  get instructionFiles(): readonly InstructionFile[] {
    return this.#options.pieces.instructionFiles();
  }

  readonly requestHead = async (): Promise<RequestHead> => {
    const { system, sharedSystemTexts } = this.#options.pieces.prompt;
    return { system, sharedSystemTexts, tools: await this.#options.lateTools.tools() };
  };

  run(prompt: string | Prompt): AsyncIterable<AgentEvent> {
    refuseWrongPrompt(prompt);
    if (this.identity === undefined) this.parts.mcp?.retryFailed();
    return this.#heard(this.#agent.run(this.#withInitial(this.#promptOf(prompt))));
  }

  wake(): AsyncIterable<AgentEvent> {
    this.#options.texts.woke();
    this.#loop?.turnBegan();
    return this.#heard(this.#agent.wake());
  }

  send(prompt: string | Prompt, when?: 'now' | 'next'): boolean {
    const isComplete = typeof prompt !== 'string' && prompt.origin !== undefined;
    return this.#agent.send(isComplete ? prompt : this.#promptOf(prompt), when);
  }

  unsend(prompt: Prompt): boolean {
    return this.#agent.unsend(prompt);
  }

  takeWaiting(): readonly Prompt[] {
    return this.#agent.takeWaiting();
  }

  interrupt(reason: Parameters<Agent['interrupt']>[0]): void {
    if (reason === 'user-cancel') this.#loop?.stop();
    this.#agent.interrupt(reason);
  }

  compact(instructions?: string): AsyncIterable<AgentEvent> {
    return this.#agent.compact(instructions);
  }

  onMessage(listener: () => void): () => void {
    return this.#agent.onMessage(listener);
  }

  changeEffort(effort: ThinkingEffort | undefined): void {
    this.#options.pieces.base.thinking.changeEffort(effort);
  }

  changeThinkingTokens(tokens: number | undefined): void {
    this.#options.pieces.base.thinking.changeTokens(tokens);
  }

  async changeModel(name: string | undefined, options: ModelSwitchOptions = {}): Promise<ModelChange> {
    const { pieces, modelSwitch } = this.#options;
    const changed = await pieces.base.model.change(name, modelSwitch.watch(options));
    if (changed.ok) pieces.changed(changed.model);
    return changed;
  }

  toolNames(): Promise<readonly string[]> {
    return this.#options.lateTools.names();
  }

  async close(status?: AgentStatus): Promise<void> {
    this.#options.cost.leave();
    await this.#options.pieces.close(status);
  }

  #promptOf(prompt: string | Prompt): Prompt {
    const origin = this.#options.pieces.promptOrigin;
    return typeof prompt === 'string'
      ? { content: [{ type: 'text', text: prompt }], origin }
      : { origin, ...prompt };
  }

  #withInitial(prompt: Prompt): Prompt {
    const { initialPrompt, preloaded = [] } = this.#first ?? {};
    this.#first = undefined;
    const before = initialPrompt === undefined ? [] : [{ type: 'text' as const, text: initialPrompt }];
    return {
      ...prompt,
      content: [...before, ...prompt.content],
      following: [...preloaded, ...(prompt.following ?? [])],
    };
  }

  #heard(events: AsyncIterable<AgentEvent>): AsyncIterable<AgentEvent> {
    if (this.identity !== undefined) return this.tree.heard(this.identity, events);
    const whole = endedWithAll(events, this.tree);
    return this.#loop === undefined ? whole : pacedTurn(whole, this.#loop);
  }
}

/** Once the budget is used up, it ends the work of all other agents before the main agent's result. */
async function* endedWithAll(
  events: AsyncIterable<AgentEvent>,
  tree: AgentTree,
): AsyncGenerator<AgentEvent, void, void> {
  for await (const event of events) {
    const isAtLimit =
      event.type === 'result' && (event.result.reason === 'max-budget' || tree.isBudgetUsedUp);
    if (isAtLimit) await tree.endForBudget();
    yield event;
  }
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
