import { countText } from '@sluice/base';
import { sanitize } from '@sluice/core';
import type { SessionChoice } from '@sluice/session/agent';
import type { SessionEndReason } from '@sluice/session';
import { commandLine, runsInBackground } from '@sluice/tools';
import type { NamedProcess, StoppingProcesses } from '@sluice/process';
import { createStop } from '../stop/stop.ts';
import type { PrintAgent } from '../print/open-print-agent.ts';
import type { AgentWatch } from './agents/agent-watch.ts';
import { CallsOfPerson } from './prompt/calls-of-person.ts';
import { confirm } from './questions/confirm.ts';
import type { EventLog } from './log/event-log.ts';
import type { Panel } from './agents/followed-agent.ts';
import { PromptQueue } from './prompt/prompt-queue.ts';
import { Spending } from './cost/spending.ts';
import type { StatusLine } from './footer/status-line.ts';
import type { StepList } from './log/step-list.ts';
import { TeamDismissal } from './leave/team-dismissal.ts';
import type { TerminalFront } from './terminal-front.ts';

/** How long a cost is shown before it is added up again. */
const COST_MS = 500;

/** What the parts of the interactive terminal share: the terminal, the open session, and what is shown of it. */
export class TerminalState {
  readonly stop = createStop();
  readonly spending = new Spending();
  readonly dismissal = new TeamDismissal();
  readonly startedAt = Date.now();
  readonly calls = new CallsOfPerson({
    onCall: (...call) => this.log?.call(...call),
    onEvent: (event) => this.log?.take({ type: 'engine', event }),
    onChange: () => this.front.setWorking(this.isWorking),
  });
  queue = new PromptQueue();
  opened: PrintAgent | undefined;
  /** Of the session that is open, or was open last. */
  log: EventLog | undefined;
  /** Of the open session's agents. */
  watch: AgentWatch | undefined;
  panel: Panel | undefined;
  /** The model's list of steps. */
  steps: StepList | undefined;
  statusLine: StatusLine | undefined;
  /** Of the open session's start. */
  notices: readonly string[] = [];
  /** What waits for trust in this directory, a line each. */
  withheld: readonly string[] = [];
  workingSince: number | undefined;
  usedTokens: number | undefined;
  /** The session to open when the current one ends. */
  next: SessionChoice | undefined;
  /** Why the current session ends, or the last one ended. */
  endReason: SessionEndReason = 'other';
  #isAskedToLeave = false;
  /** What was told to end and still runs. */
  stopping: readonly NamedProcess[] = [];
  /** Of the session that is open or opens. */
  #processes: StoppingProcesses | undefined;
  #isInterrupted = false;
  #cost = { usd: 0, at: -Infinity };
  readonly #front: () => TerminalFront;

  constructor(front: () => TerminalFront) {
    this.#front = front;
    this.stop.onHurry(() => this.#processes?.kill(true) === true);
  }

  get front(): TerminalFront {
    return this.#front();
  }

  get isWorking(): boolean {
    return this.workingSince !== undefined || this.calls.isRunning;
  }

  get totalUsd(): number {
    return this.spending.endedUsd + (this.opened?.agent.sessionUsd ?? 0);
  }

  /** Undefined: the price of a model is unknown. May be a moment old while the agent works: every frame asks for it. */
  get costUsd(): number | undefined {
    if (!this.spending.isKnown) return undefined;
    const now = performance.now();
    if (!this.isWorking || now - this.#cost.at > COST_MS) this.#cost = { usd: this.totalUsd, at: now };
    return this.#cost.usd;
  }

  /** Adds a notice to the log. */
  note(text: string): void {
    if (this.log !== undefined) this.log.note(text);
    else {
      const mark = this.front.isEchoed ? 'note:' : '!';
      for (const line of text.split('\n')) this.front.screen.line(`${mark} ${sanitize(line)}`);
    }
  }

  /** What the user has stopped, or left, and has to wait for. */
  get waitsToStop(): readonly NamedProcess[] {
    return this.#isInterrupted ? this.stopping : [];
  }

  /** Shows what of a session does not stop, until the session has ended, which may have to wait for some. */
  follow(stopping: StoppingProcesses): void {
    this.#processes = stopping;
    stopping.watch((processes) => {
      this.stopping = processes;
      const { front } = this;
      if (front.stoppingChanged === undefined) front.screen.refresh();
      else front.stoppingChanged();
    });
  }

  /** A prompt is about to be processed, or a command of the user to run. */
  begin(): void {
    this.#isInterrupted = false;
  }

  /** Kills what the user has stopped already. False: there is nothing of it. */
  kill(): boolean {
    return this.#isInterrupted && this.#processes?.kill() === true;
  }

  /** Stops what is running; the session stays open. */
  interrupt(): void {
    this.#isInterrupted = true;
    this.dismissal.hurry();
    this.calls.stop();
    this.opened?.agent.interrupt('user-cancel');
  }

  /** The program ends, because of a signal or without its terminal. */
  end(): void {
    this.#isInterrupted = true;
    this.opened?.agent.interrupt('shutdown');
    this.front.desk.close('the terminal was closed before it was answered');
    this.queue.end();
  }

  /** Ends the session. @param choice the one to open next; undefined: the program ends */
  leave(choice: SessionChoice | undefined, reason: SessionEndReason): void {
    this.#isInterrupted = true;
    this.dismissal.hurry();
    this.next = choice;
    this.endReason = reason;
    this.opened?.agent.interrupt('shutdown');
    this.front.desk.close('the session has ended');
    this.queue.end();
    if (this.opened === undefined) this.stop.trigger({ kind: 'signal', signal: 'SIGINT' });
  }

  /** Leaves; if tasks run in the background, only if the person says so, or wants it a second time. */
  async askToLeave(): Promise<void> {
    const running = this.opened?.parts.tasks.list().filter(runsInBackground) ?? [];
    if (running.length > 0 && !this.#isAskedToLeave) {
      this.#isAskedToLeave = true;
      const names = running.map((task) => sanitize(commandLine(task))).join('\n');
      const ends = `Leave and stop ${countText(running.length, 'background task')}?`;
      const isLeaving = await confirm(this.front.desk, `${ends}\n${names}`);
      this.#isAskedToLeave = false;
      if (!isLeaving) return;
    }
    this.leave(undefined, 'prompt_input_exit');
  }

  /** False: there is no loop. */
  endLoop(): boolean {
    const loop = this.opened?.parts.schedules?.loop;
    if (loop?.prompt === undefined) return false;
    loop.stop();
    this.note('The loop has ended.');
    return true;
  }
}
