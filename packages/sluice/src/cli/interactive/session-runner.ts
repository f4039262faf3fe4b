import type { AgentResult } from '@sluice/agent';
import { inputLabel, type JsonObject, type PermissionMode } from '@sluice/core';
import {
  createNextWork,
  type AssembledAgent,
  type NextWork,
  type SessionChoice,
} from '@sluice/session/agent';
import { isRunning, runsInBackground } from '@sluice/tools';
import { FRAME_MS, spokenFacts } from '@sluice/terminal';
import { boundYoungSpace } from '../bound-young-space.ts';
import { openPrintAgent, type PrintAgent } from '../print/open-print-agent.ts';
import { createWorkAhead, stepsAhead } from '../print/work-ahead.ts';
import { showSequence } from '../print/output/show-sequence.ts';
import type { PrintOptions } from '../print/print-options.ts';
import { WRONG_USAGE } from '../usage-error.ts';
import { AgentWatch } from './agents/agent-watch.ts';
import { changesRow } from './agents/background-agents.ts';
import { AfterStart } from './start/after-start.ts';
import { bannerText } from './start/banner-text.ts';
import { countWrittenFiles } from './leave/count-written-files.ts';
import { recordOf } from './commands/transcript.ts';
import { earlierLines } from './log/earlier-lines.ts';
import { EventLog } from './log/event-log.ts';
import { farewellLines } from './leave/farewell-lines.ts';
import type { InquiryLog } from './questions/inquiry-log.ts';
import { MessageDisplay } from './log/message-display.ts';
import type { Notifier } from './notify/notifier.ts';
import { notifyingAsker } from './notify/notifying-asker.ts';
import type { PromptInput } from './prompt-input.ts';
import { PromptQueue } from './prompt/prompt-queue.ts';
import { startNotices } from './start/start-notices.ts';
import { openStatusLine } from './footer/open-status-line.ts';
import type { StatusLine } from './footer/status-line.ts';
import { StepList } from './log/step-list.ts';
import type { TerminalState } from './terminal-state.ts';
import type { WorkView } from './work-view.ts';

const FAILED = 1;
/** Text of the model is read as often as it can be drawn: by then, the frame before is over. */
const TEXT_EVERY_MS = FRAME_MS + 2;

export interface SessionRunnerOptions {
  readonly options: PrintOptions;
  readonly cwd: string;
  readonly version: () => string;
  readonly state: TerminalState;
  readonly input: PromptInput;
  readonly work: WorkView;
  readonly inquiries: InquiryLog;
  readonly notifier: Notifier;
  /** Where sequences of hooks go. */
  readonly sequences: Parameters<typeof showSequence>[1];
}

/** How a session ended. */
export interface SessionEnd {
  readonly status: number;
  /** Why no session could be opened. */
  readonly failure: string | undefined;
  readonly farewell: readonly string[];
  /** By which it can be opened again; undefined: it is not stored. */
  readonly resumeId?: string | undefined;
}

/** Opens sessions, one after the other, and runs each until the user leaves it. */
export class SessionRunner {
  readonly #parts: SessionRunnerOptions;
  /** Of all sessions so far. */
  #answers = 0;
  /** The next session carries out a plan: it is not in plan mode. */
  #isPlanApproved = false;
  /** Of the open session. */
  #afterStart: AfterStart | undefined;

  constructor(parts: SessionRunnerOptions) {
    this.#parts = parts;
  }

  /** Carries out an approved plan in a new session; the one in which it was made can be resumed. */
  startFresh(plan: string): void {
    const { state, input } = this.#parts;
    input.submitLater(`Carry out this plan:\n\n${plan.trim()}`);
    this.#isPlanApproved = true;
    state.leave({ kind: 'new', id: undefined }, 'clear');
  }

  /** @param saved the terminal's settings, which are restored from it after a SIGKILL */
  async run(
    choice: SessionChoice,
    saved: { readonly path: string; readonly settings: string } | undefined,
  ): Promise<SessionEnd> {
    const { state, input, options, cwd, version } = this.#parts;
    const { front, spending } = state;
    state.next = undefined;
    state.queue = new PromptQueue();
    const warnings: string[] = [];
    let isOpening = true;
    const found = await openPrintAgent({
      options: { ...options, session: choice, permissionMode: this.#modeOfNext() },
      cwd,
      env: process.env,
      signal: state.stop.signal,
      asker: notifyingAsker(
        front.desk,
        this.#parts.notifier,
        (inquiry) => {
          if (inquiry.kind === 'plan') this.#parts.inquiries.plan(inquiry);
        },
        (agentId) => state.opened?.parts.subAgents?.port.list().find(({ id }) => id === agentId)?.description,
      ),
      warn: (text) => {
        if (isOpening) warnings.push(text);
        else state.note(text);
      },
      onProcesses: (stopping) => state.follow(stopping),
      version: version(),
      isInteractive: true,
      textEveryMs: TEXT_EVERY_MS,
      reconnectCommand: (server) => `/mcp reconnect ${server}`,
      isCleared: state.endReason === 'clear',
      spentUsd: () => spending.endedUsd,
    });
    isOpening = false;
    if (!found.ok) {
      for (const text of warnings) state.note(text);
      return { status: found.isUsage === true ? WRONG_USAGE : FAILED, failure: found.message, farewell: [] };
    }
    const { opened } = found;
    const { agent, parts } = opened;
    state.notices = [...warnings, ...agent.notices];
    const close = await this.#show(opened, saved);
    this.#sayCopied(choice);
    input.submitEarly();
    const { prompt } = options;
    if (prompt !== undefined && this.#answers === 0) input.submit(prompt, 'next');
    let [files, tasks, hasDraft] = [0, 0, false];
    try {
      await this.#work(agent);
      await state.dismissal.run(parts.subAgents?.port, state.stop.signal, (text) => state.note(text));
    } finally {
      close();
      state.calls.stop();
      const answers = state.log?.answers ?? 0;
      this.#answers += answers;
      spending.end(agent.sessionUsd);
      hasDraft = input.draft.close();
      tasks = parts.tasks.list().filter(runsInBackground).length;
      if (answers > 0) files = await countWrittenFiles(parts.session);
      parts.processes.guardTerminal(undefined);
      await parts.dispose(state.stop.cause === undefined ? state.endReason : 'other');
      if (answers === 0 && choice.kind === 'new' && !hasDraft) await opened.undo();
      agent.provider.close();
      state.opened = undefined;
      state.stopping = [];
      state.panel = undefined;
      state.steps = undefined;
    }
    const resumeId = agent.transcriptPath === '' ? undefined : opened.sessionId.slice(0, 8);
    const farewell = farewellLines({
      answers: this.#answers,
      startedAt: state.startedAt,
      costUsd: spending.isKnown ? spending.endedUsd : undefined,
      isCostWhole: spending.isWhole,
      files,
      tasks,
      hasDraft,
      resumeId,
    });
    return { status: 0, failure: undefined, farewell, resumeId };
  }

  /** Shows the opened session. Returns what ends that. */
  async #show(opened: PrintAgent, saved: Parameters<SessionRunner['run']>[1]): Promise<() => void> {
    const { state, input, work, cwd, version } = this.#parts;
    const { front } = state;
    const { agent, parts } = opened;
    state.endReason = 'other';
    state.opened = opened;
    state.usedTokens = undefined;
    const afterStart = new AfterStart(() => {
      // From here on the terminal is restored even if the program is killed. The process that does it takes a moment to start.
      parts.processes.guardTerminal(saved);
      void input.slash.look();
    });
    this.#afterStart = afterStart;
    state.log = this.#logOf(agent);
    const watch = new AgentWatch({ pool: agent.runtime.pool, cwd: agent.runtime.session.cwd });
    state.watch = watch;
    const steps = new StepList(parts.taskList?.list, () => front.screen.refresh());
    state.steps = steps;
    void steps.read();
    const statusLine = openStatusLine(opened, state, version);
    state.statusLine = statusLine;
    const { dispatcher } = agent.runtime.agent;
    work.display = new MessageDisplay({ dispatcher, cwd: () => agent.runtime.session.cwd });
    statusLine.refresh();
    const banner = bannerText(version(), agent.provider.model, cwd);
    front.screen.line(front.style('quiet', front.isEchoed ? spokenFacts(banner) : banner), true);
    await this.#showEarlier(opened);
    const columns = front.isEchoed ? undefined : front.columns;
    for (const notice of startNotices(state.notices, state.withheld, columns)) state.note(notice);
    if (agent.provider.isRecording)
      state.note(
        `${agent.provider.model} is a recording: no model is called, and your prompt has no effect on it`,
      );
    const unlisten = this.#listen(opened, watch, statusLine);
    const draft = input.draft.open(parts.session.directory);
    if (draft !== '') {
      if (front.isEchoed) state.note(`Your unsent text:\n${draft}`);
      else {
        state.note('Your unsent text is back in the prompt.');
        front.editor.setText([draft, front.draft].filter((text) => text !== '').join('\n\n'));
      }
    }
    front.setWorking(false);
    return () => {
      afterStart.cancel();
      statusLine.close();
      for (const end of unlisten) end();
    };
  }

  #sayCopied(choice: SessionChoice): void {
    if (!('isForked' in choice) || !choice.isForked) return;
    const { state } = this.#parts;
    const before = choice.kind === 'named' ? `: sluice -r ${choice.name.slice(0, 8)}` : '';
    state.note(`You are now in a copy of the session. You can resume the other one${before}`);
  }

  #logOf(agent: AssembledAgent): EventLog {
    const { state } = this.#parts;
    const { front } = state;
    return new EventLog({
      screen: front.screen,
      style: front.style,
      isEchoed: front.isEchoed,
      isPlain: front.isEchoed,
      folded: (text) => front.editor.folded?.(text) ?? text,
      pool: agent.runtime.pool,
      cwd: agent.runtime.session.cwd,
      now: Date.now,
      columns: () => front.columns,
      waitsFor: (callId) => agent.runtime.waitsFor(callId),
      onUsage: (tokens) => {
        state.usedTokens = tokens;
        state.statusLine?.refresh();
      },
    });
  }

  #listen({ agent }: PrintAgent, watch: AgentWatch, statusLine: StatusLine): readonly (() => void)[] {
    const { state, sequences } = this.#parts;
    const { screen } = state.front;
    return [
      agent.tree.listen((child, event) => {
        watch.heard(child, event);
        state.log?.child(child, event);
        if (state.panel !== undefined || changesRow(event)) screen.refresh();
      }),
      agent.runtime.permission.onChange(() => {
        statusLine.refresh();
        screen.refresh();
      }),
      agent.runtime.tasks.watch((task) => {
        if (!isRunning(task) && task.agent?.isForeground !== true)
          state.log?.taskEnded(task, watch.tokens(task.id));
        screen.refresh();
      }),
      agent.runtime.agent.onSessionEvent((event) => {
        showSequence(event, sequences);
      }),
    ];
  }

  #modeOfNext(): PermissionMode | undefined {
    const isApproved = this.#isPlanApproved;
    this.#isPlanApproved = false;
    return isApproved ? 'default' : this.#parts.options.permissionMode;
  }

  /** Of a session that goes on: what was last said in it, and how full its window is. */
  async #showEarlier({ agent, parts }: PrintAgent): Promise<void> {
    if (agent.messages().length === 0) return;
    const { state } = this.#parts;
    state.usedTokens = agent.contextTokens;
    const items = await recordOf(parts);
    const { rows } = state.front;
    const { pool, session } = agent.runtime;
    const label = (name: string, input: JsonObject): string => inputLabel(pool, name, input, session.cwd);
    state.log?.earlier(earlierLines(items ?? [], label, Math.max(10, 2 * rows - 8)));
  }

  async #work(agent: AssembledAgent): Promise<void> {
    const { state, input, work, options } = this.#parts;
    const { runtime } = agent;
    const { wakeUps } = runtime.agent;
    let last: AgentResult | undefined;
    const ahead = createWorkAhead(stepsAhead(runtime.pool.tools, runtime.agent.prepareCommands));
    const onEvent = boundYoungSpace();
    const nextWork = createNextWork({
      input: state.queue,
      wakeUps,
      stopped: state.stop.signal,
      maxWakeUps: async () => (await import('@sluice/hooks')).stopCap(runtime.agent.env),
      background: () => Promise.resolve(),
      mayAsk: () => false,
      last: () => last,
      onCapped: (times) =>
        state.note(
          `Hooks have woken the model ${times} times in a row; their messages will be sent with your next message.`,
        ),
    });
    const afterStart = this.#afterStart;
    const workOn = async (next: NextWork): Promise<void> => {
      afterStart?.preparing();
      state.spending.begin(next.kind === 'prompt' ? next.prompt : undefined);
      await work.follow(next.kind === 'prompt' ? agent.run(next.prompt) : agent.wake(), (event) => {
        onEvent();
        if (event.type === 'transition') {
          ahead.begin();
          afterStart?.sending();
        } else ahead.hold();
        if (event.type === 'result') last = event.result;
        state.steps?.take(event);
      });
    };
    if (agent.isLeftOpen && options.prompt === undefined) await workOn({ kind: 'wake-up' });
    while (!state.stop.signal.aborted && state.next === undefined) {
      const next = await nextWork();
      if (next === undefined) break;
      await workOn(next);
      input.outbox.afterWork(agent, last);
      void input.slash.look();
    }
  }
}
