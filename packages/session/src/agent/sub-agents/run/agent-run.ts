import { errorText } from '@sluice/base';
import {
  addUsage,
  NO_USAGE,
  sumOfModels,
  type AgentEvent,
  type AgentProgress,
  type AgentReport,
  type AgentResult,
  type Prompt,
  type UsedModel,
} from '@sluice/agent';
import type { TaskRegistry, TaskStopper } from '@sluice/tools';
import { backgroundEnds } from '../../events/background-ends.ts';
import type { AssembledAgent } from '../../assembled-agent.ts';
import { createNextWork, type NextWork } from '../../next-work.ts';
import type { AgentLimits } from '../agent-limits.ts';
import {
  BUDGET_USED_UP,
  DECLINED,
  endOfWork,
  interruptOf,
  type Stopped,
  type StopTold,
} from './end-of-work.ts';
import { endShells } from './end-shells.ts';
import { OutputFile } from '../../../directory/output-file.ts';
import { reportText } from './report-text.ts';
import { StallWatch } from './stall-watch.ts';
import { ToolCounter } from './tool-stats.ts';

export interface AgentRunOptions {
  readonly agent: AssembledAgent;
  readonly id: string;
  readonly type: string;
  readonly description: string;
  readonly isBackground: boolean;
  readonly limits: AgentLimits;
  readonly tasks: TaskRegistry;
  /** Absolute. */
  readonly outputPath: string;
  /** Sentences for its reader that were known before it began. */
  readonly notes: readonly string[];
  readonly tell: (text: string) => void;
  /** Its answer that fits a schema. Default: it answers with text. */
  readonly output?: (() => { readonly value: unknown } | undefined) | undefined;
  /** The plan that it has handed over, which is its report together with answers to later messages. */
  readonly plan?: (() => string | undefined) | undefined;
  /** Called at most once a second. */
  readonly onProgress: (progress: AgentProgress) => void;
}

const PROGRESS_MS = 1_000;

/** One stretch of work of an agent that another opened: from its task, or a message after its end, to its report. */
export class AgentRun {
  readonly #options: AgentRunOptions;
  readonly #output: OutputFile;
  readonly #stopper = new AbortController();
  readonly #startedAt = performance.now();
  readonly #toolsUsed = new Set<string>();
  #models: readonly UsedModel[] = [];
  #isBackground: boolean;
  readonly #moved = Promise.withResolvers<undefined>();
  #stopped: Stopped | undefined;
  #lastText = '';
  /** The plan that it had handed over before the last message came. */
  #planBefore: string | undefined;
  #lastTool: string | undefined;
  #last: AgentResult | undefined;
  #usage = NO_USAGE;
  #toolUses = 0;
  readonly #counter = new ToolCounter();
  #callsInProgress = 0;
  #progressAt = -Infinity;
  #isOver = false;

  constructor(options: AgentRunOptions) {
    this.#options = options;
    this.#isBackground = options.isBackground;
    this.#output = new OutputFile(options.outputPath, options.tell);
    if (options.isBackground) this.#output.open();
  }

  get agent(): AssembledAgent {
    return this.#options.agent;
  }

  /** It takes messages: it works, and will look for what has been sent before it ends. */
  get isOpen(): boolean {
    return !this.#isOver && this.#stopped === undefined;
  }

  /** Sentences for its reader that were known before it began. */
  get notes(): readonly string[] {
    return this.#options.notes;
  }

  /** Settles when it moves to the background. */
  get moved(): Promise<undefined> {
    return this.#moved.promise;
  }

  get stoppedBy(): TaskStopper | undefined {
    return this.#stopped?.by;
  }

  /** Its caller has stopped waiting. */
  moveToBackground(): void {
    this.#isBackground = true;
    this.#output.open();
    this.#moved.resolve(undefined);
  }

  /** The first reason, a clause, wins. `told`: what its model and its journal are told about it. */
  stop(by: TaskStopper, reason: string, told: StopTold = by): void {
    if (this.#isOver || this.#stopped !== undefined) return;
    this.#stopped = { by, reason };
    this.#stopper.abort();
    this.agent.interrupt(interruptOf(told, reason));
  }

  /** Works until its model needs no further response, and resolves with its report. Never rejects. */
  async work(first: Prompt | undefined): Promise<AgentReport> {
    const { limits } = this.#options;
    const stall = new StallWatch(
      limits.stallMs,
      () =>
        this.#callsInProgress > 0 ||
        this.agent.activity === 'requires-action' ||
        this.agent.tree.gate.hasWaiting(this.#options.id),
      () => this.stop('program', `its model sent nothing for ${limits.stallMs} ms`),
    );
    const ended = Promise.withResolvers<void>();
    const unwatch = this.agent.tree.onBudgetEnd(() => {
      this.stop('program', BUDGET_USED_UP);
      return ended.promise;
    });
    let failure: string | undefined;
    try {
      await this.#workOnAll(first, () => stall.heard());
    } catch (error) {
      failure = errorText(error);
    } finally {
      this.#isOver = true;
      stall.close();
      unwatch();
      ended.resolve();
    }
    const mayGoOn = this.#isBackground && this.#stopped === undefined;
    await endShells(this.#options.tasks, this.#options.id, mayGoOn ? limits.shellMs : undefined);
    return this.#report(failure);
  }

  async #workOnAll(first: Prompt | undefined, heard: () => void): Promise<void> {
    const next = this.#nextWork();
    let work: NextWork | undefined =
      first === undefined ? { kind: 'wake-up' } : { kind: 'prompt', prompt: first };
    while (work !== undefined && !this.#stopper.signal.aborted) {
      const events = work.kind === 'prompt' ? this.agent.run(work.prompt) : this.agent.wake();
      for await (const event of events) {
        heard();
        this.#take(event);
      }
      const [waiting] = this.agent.takeWaiting();
      work = waiting === undefined ? await next() : { kind: 'prompt', prompt: waiting };
    }
    // At once: a message must not arrive between its last look and its end.
    this.#isOver = true;
  }

  #nextWork(): () => Promise<NextWork | undefined> {
    const { tasks, id } = this.#options;
    const { wakeUps } = this.agent.runtime.agent;
    const owing = {
      isOwed: () => wakeUps.isOwed(),
      // Hooks in the background are the whole session's.
      mayCome: () => false,
      watch: (listener: () => void) => wakeUps.watch(listener),
    };
    const own: Pick<TaskRegistry, 'list' | 'watch'> = {
      list: () => tasks.list().filter(({ agentId }) => agentId === id),
      watch: (listener) => tasks.watch(listener),
    };
    return createNextWork({
      input: undefined,
      wakeUps,
      stopped: this.#stopper.signal,
      maxWakeUps: async () => (await import('@sluice/hooks')).stopCap(this.agent.runtime.agent.env),
      background: () => backgroundEnds(own, owing, this.#stopper.signal, { shell: 0, monitor: 0 }),
      mayAsk: () => this.#last?.reason === 'completed' || this.#last?.reason === 'stop-prevented',
      last: () => this.#last,
      onCapped: () => {},
    });
  }

  #take(event: AgentEvent): void {
    switch (event.type) {
      case 'assistant': {
        const text = event.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
        if (text.trim() === '') break;
        this.#lastText = text;
        this.#output.add(`${text.trim()}\n\n`);
        break;
      }
      case 'user':
        if (event.origin !== 'agent') break;
        this.#planBefore = this.#options.plan?.();
        if (this.#planBefore !== undefined) this.#lastText = '';
        break;
      case 'engine': {
        const of = event.event;
        if (of.type === 'in-progress') this.#callsInProgress = of.calls.length;
        if (of.type !== 'tool-result') break;
        this.#toolUses += 1;
        this.#toolsUsed.add(of.toolName);
        this.#counter.add({ ...of, isError: of.result.is_error });
        this.#lastTool = of.toolName;
        this.#showProgress();
        break;
      }
      case 'result':
        this.#last = event.result;
        this.#callsInProgress = 0;
        this.#count(event.result);
        if (event.result.reason === 'declined') this.stop('person', DECLINED);
        break;
      default:
        break;
    }
  }

  #count({ usage, models }: AgentResult): void {
    this.#usage = addUsage(this.#usage, usage);
    this.#models = sumOfModels([...this.#models, ...models]);
  }

  #showProgress(): void {
    const now = performance.now();
    if (now - this.#progressAt < PROGRESS_MS) return;
    this.#progressAt = now;
    const { id, type, description } = this.#options;
    this.#options.onProgress({
      agentId: id,
      type,
      description,
      toolUses: this.#toolUses,
      totalTokens: this.#totalTokens(),
      durationMs: now - this.#startedAt,
      lastTool: this.#lastTool,
    });
  }

  #totalTokens(): number {
    const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = this.#usage;
    return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
  }

  #report(failure: string | undefined): AgentReport {
    const { id, type, limits, notes } = this.#options;
    const end =
      failure === undefined
        ? endOfWork(this.#last, this.#stopped)
        : { outcome: 'failed' as const, reason: failure, notes: [] };
    const plan = this.#options.plan?.();
    if (plan !== undefined) this.#output.add(`${plan.trim()}\n\n`);
    const answer = plan === undefined || plan === this.#planBefore ? this.#lastText : '';
    const shown = reportText([plan ?? '', answer].join('\n\n'), limits.maxReportChars);
    if (shown.isCut) this.#output.open();
    return {
      agentId: id,
      type,
      model: this.agent.provider.model,
      outcome: end.outcome,
      reason: end.reason,
      isStoppedByUser: end.outcome === 'stopped' && this.#stopped?.by === 'person',
      text: shown.text,
      output: this.#options.output?.(),
      notes: [
        ...notes,
        ...end.notes,
        ...shown.notes,
        ...(shown.isCut ? [`The full report is in ${this.#output.path}.`] : []),
      ],
      usage: this.#usage,
      models: this.#models,
      totalTokens: this.#totalTokens(),
      toolUses: this.#toolUses,
      toolsUsed: [...this.#toolsUsed],
      toolStats: this.#counter.stats,
      durationMs: performance.now() - this.#startedAt,
    };
  }
}
