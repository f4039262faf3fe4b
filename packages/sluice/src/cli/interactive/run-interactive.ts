import type { AgentEvent, AgentResult } from '@sluice/agent';
import { errorText } from '@sluice/base';
import { durationText, inputLabel, type JsonObject, sanitize, type PermissionMode } from '@sluice/core';
import {
  createNextWork,
  type AssembledAgent,
  type NextWork,
  type SessionChoice,
} from '@sluice/session/agent';
import type { SessionEndReason } from '@sluice/session';
import type { TerminalAction } from '@sluice/settings';
import { questionsOf } from '@sluice/terminal';
import type { EarlyPrompt } from '@sluice/terminal/early';
import { isRunning } from '@sluice/tools';
import { boundYoungSpace } from '../bound-young-space.ts';
import { cannotShow } from '../exec/permission/cannot-show.ts';
import { createStop, SIGNAL_STATUS } from '../exec/stop/stop.ts';
import { watchSignals } from '../exec/stop/watch-signals.ts';
import { openPrintAgent, type PrintAgent } from '../print/open-print-agent.ts';
import { createWorkAhead, stepsAhead } from '../print/work-ahead.ts';
import { showSequence } from '../print/output/show-sequence.ts';
import type { PrintOptions } from '../print/print-options.ts';
import { sayAs } from '../say.ts';
import { startDirectory } from '../start-directory.ts';
import { WRONG_USAGE } from '../usage-error.ts';
import { openBrowser } from '../open-browser.ts';
import { backgroundAgents, changesRow } from './background-agents.ts';
import { AgentWatch } from './agent-watch.ts';
import { askTrust } from './ask-trust.ts';
import { bannerText } from './banner-text.ts';
import { keysCommand } from './commands/keys.ts';
import { recordOf, transcriptCommand } from './commands/record.ts';
import { tasksCommand } from './commands/tasks.ts';
import { rewindCommand } from './commands/undo.ts';
import { DraftKeeper } from './draft-keeper.ts';
import { changedFiles } from './changed-files.ts';
import { confirm } from './confirm.ts';
import { CallsOfPerson } from './calls-of-person.ts';
import { editText } from './edit-text.ts';
import { explainInquiry } from './explain-inquiry.ts';
import { EventLog } from './event-log.ts';
import { farewellLines } from './farewell-lines.ts';
import type { Panel } from './followed-agent.ts';
import { FileMenu } from './file-menu.ts';
import { ResourceMenu } from './resource-menu.ts';
import { HistorySearch } from './history-search.ts';
import { PromptHistory } from './prompt-history.ts';
import type { FrontEvents } from './front-events.ts';
import { Front } from './front.ts';
import { PlainFront } from './plain-front.ts';
import type { TerminalFront } from './terminal-front.ts';
import { InquiryLog } from './inquiry-log.ts';
import { keepPaste, keepPastesOf } from './keep-paste.ts';
import type { Menu } from './menu.ts';
import { MessageDisplay } from './message-display.ts';
import { ModeCycle } from './mode-cycle.ts';
import { Notifier } from './notifier.ts';
import { notifyingAsker } from './notifying-asker.ts';
import { Outbox } from './outbox.ts';
import { earlierLines } from './earlier-lines.ts';
import { mentionOf, PromptImages } from './prompt-images.ts';
import { PromptQueue } from './prompt-queue.ts';
import { Spending } from './spending.ts';
import { statusInput } from './status-input.ts';
import { StatusLine } from './status-line.ts';
import { openResumePicker } from './resume-picker.ts';
import { readTerminalSettings, type TerminalSettings } from './terminal-settings.ts';
import { TeamDismissal } from './team-dismissal.ts';
import { SlashCommands, type SlashCommandsOptions } from './slash-commands.ts';

const say = sayAs('sluice');
const FAILED = 1;

/**
 * Runs the interactive terminal until the user leaves; returns the exit code.
 * @param how `picks`: let the user choose the session to resume from a list; `isPlain`: draw nothing, only append lines; `early`: the
 *   prompt that is on the terminal so far
 */
export async function runInteractive(
  options: PrintOptions,
  how: {
    readonly picks: boolean;
    readonly isPlain: boolean;
    readonly early: EarlyPrompt | undefined;
  },
  version: () => string,
): Promise<number> {
  const { early } = how;
  const start = startDirectory(options.cwd);
  if (!start.ok) {
    early?.close();
    say(start.message);
    return WRONG_USAGE;
  }
  let terminal: InteractiveTerminal;
  try {
    const settings = readTerminalSettings(start.directory);
    const isPlain = how.isPlain || settings.isPlain;
    // The settings of the directory may want plain mode too.
    if (isPlain) early?.close();
    terminal = new InteractiveTerminal(options, isPlain, start.directory, version, settings, early);
  } catch (error) {
    early?.close();
    say(`No terminal can be opened for input (${errorText(error)}). Use sluice -p "PROMPT".`);
    return WRONG_USAGE;
  }
  return terminal.run(how.picks);
}

class InteractiveTerminal {
  readonly #options: PrintOptions;
  readonly #keyProblems: readonly string[];
  readonly #cwd: string;
  readonly #version: () => string;
  readonly #front: TerminalFront;
  readonly #stop = createStop();
  readonly #inquiries: InquiryLog;
  readonly #slash: SlashCommands;
  readonly #outbox: Outbox;
  readonly #images: PromptImages;
  readonly #history: PromptHistory;
  readonly #search: HistorySearch;
  #queue = new PromptQueue();
  #opened: PrintAgent | undefined;
  #log: EventLog | undefined;
  /** Of the open session's agents. */
  #watch: AgentWatch | undefined;
  #panel: Panel | undefined;
  #workingSince: number | undefined;
  #usedTokens: number | undefined;
  readonly #spending = new Spending();
  #next: SessionChoice | undefined;
  /** The next session carries out a plan: it is not in plan mode. */
  #isPlanApproved = false;
  /** Of the session that ends, or has ended last. */
  #endReason: SessionEndReason = 'other';
  #startedAt = Date.now();
  readonly #modes = new ModeCycle(
    () => this.#front,
    (text) => this.#note(text),
  );
  #answers = 0;
  /** Typed before the session was open. */
  readonly #early: string[] = [];
  readonly #calls: CallsOfPerson;
  readonly #dismissal = new TeamDismissal();
  readonly #notifier: Notifier;
  /** Where sequences of hooks go. */
  readonly #sequences = {
    isTTY: true,
    write: (sequence: string): void => this.#front.sendToTerminal?.(sequence),
  };
  #statusLine: StatusLine | undefined;
  #display: MessageDisplay | undefined;
  readonly #files: FileMenu;
  readonly #resources: ResourceMenu;
  readonly #draft = new DraftKeeper(() =>
    [...this.#outbox.waiting.map(({ text }) => text), this.#front.draft]
      .filter((text) => text.trim() !== '')
      .join('\n\n'),
  );

  constructor(
    options: PrintOptions,
    isPlain: boolean,
    cwd: string,
    version: () => string,
    settings: TerminalSettings,
    early: EarlyPrompt | undefined,
  ) {
    this.#options = options;
    this.#keyProblems = settings.keys.problems;
    this.#cwd = cwd;
    this.#version = version;
    this.#history = new PromptHistory(cwd, process.env);
    this.#search = new HistorySearch({
      history: this.#history,
      pick: (picker) => this.#front.pick(picker),
      setText: (text) => this.#front.editor.setText(text),
    });
    this.#calls = new CallsOfPerson({
      onCall: (...call) => this.#log?.call(...call),
      onEvent: (event) => this.#log?.take({ type: 'engine', event }),
      onChange: () => this.#front.setWorking(this.#isWorking),
    });
    this.#images = new PromptImages({
      env: process.env,
      insert: (text) => {
        this.#front.editor.insert(text);
        this.#draft.changed();
        this.#front.screen.refresh();
      },
      note: (text) => this.#note(text),
    });
    this.#outbox = new Outbox({
      calls: this.#calls,
      imagesOf: (text) => this.#images.of(text),
      isWorking: () => this.#workingSince !== undefined,
      run: (prompt) => this.#queue.push(prompt),
      echo: (text) => this.#log?.echo(text),
      note: (text) => this.#note(text),
      onChange: () => {
        this.#draft.changed();
        this.#front.screen.refresh();
      },
    });
    this.#slash = new SlashCommands({
      context: () => this.#commandContext(),
      logPrompt: (text) => this.#log?.prompt(text),
      line: (text, keepsWords) => this.#front.screen.line(text, keepsWords),
      columns: () => this.#front.columns,
      style: () => this.#front.style,
      note: (text) => this.#note(text),
      send: (text, when) => this.#send(text, when),
      onOffered: () => this.#front.menuChanged(),
      onDone: () => {
        this.#statusLine?.refresh();
        this.#front.screen.refresh();
      },
    });
    this.#files = new FileMenu(cwd, () => this.#front.menuChanged());
    this.#resources = new ResourceMenu(
      () => this.#opened?.parts.mcp,
      () => this.#front.menuChanged(),
    );
    const events: FrontEvents = {
      onSubmit: (text, when) => this.#submit(text, when),
      onSendNow: () => {
        if (this.#opened !== undefined) this.#outbox.sendNow(this.#opened.agent);
      },
      onTakeBack: () => this.#outbox.takeBack(this.#opened?.agent),
      onStop: () => this.#interrupt(),
      onLeave: () => this.#leave(undefined, 'prompt_input_exit'),
      onAction: (action) => this.#act(action),
      onRewind: () => void this.#slash.run(rewindCommand, ''),
      onEscape: () => this.#endLoop(),
      onTyped: () => {
        this.#notifier.stop();
        this.#draft.changed();
      },
      onClosePanel: () => {
        this.#panel = undefined;
      },
      onKeyList: () => void this.#slash.run(keysCommand, ''),
      onEdit: (text, done) => void this.#editText(text, done),
      onWhy: (inquiry) => {
        const agent = this.#opened?.agent;
        const lines =
          agent === undefined ? [] : explainInquiry(agent, inquiry, settings.hasColor && !isPlain);
        this.#inquiries.reason(inquiry, lines);
      },
      onFresh: (plan) => this.#startFresh(plan),
      hasAuto: () => this.#opened?.agent.runtime.permission.current().isAutoAvailable === true,
      onWhole: (inquiry) => this.#inquiries.whole(inquiry),
      onOpen: ({ url }) => {
        if (!openBrowser(new URL(url))) this.#note('No browser was found: open the address yourself.');
      },
      onAnswered: (inquiry, given) => this.#inquiries.answered(inquiry, given),
      onWithdrawn: (inquiry) => this.#inquiries.withdrawn(inquiry),
      cannotShow: (inquiry) => {
        const isForm = inquiry.kind === 'questions' || inquiry.kind === 'form';
        if (!isForm || questionsOf(inquiry) !== undefined) return undefined;
        if (inquiry.kind === 'form')
          this.#note(`${inquiry.summary} that the terminal can't show. It was not filled in.`);
        return cannotShow(inquiry, 'the terminal');
      },
      onLost: () => this.#stop.trigger({ kind: 'signal', signal: 'SIGHUP' }),
      mentionOf: (pasted) => mentionOf(pasted),
      keepPaste: (text) => {
        const session = this.#opened?.parts.session;
        return session === undefined ? undefined : keepPaste(session.resultsDirectory, text);
      },
      menuFor: (text) => this.#menuFor(text),
      state: () => ({
        live: this.#log?.live ?? [],
        waiting: this.#outbox.waiting,
        isWorking: this.#isWorking,
        panel: this.#panel,
        agents: this.#agents(),
        statusLine: this.#statusLine?.row,
        status: {
          mode: this.#opened?.agent.runtime.permission.current().mode,
          model: this.#opened?.agent.provider.model,
          effort: this.#opened?.agent.thinking?.effort,
          usedTokens: this.#usedTokens,
          windowTokens: this.#opened?.agent.provider.contextWindow ?? 200_000,
          costUsd: this.#spending.isKnown ? this.#totalUsd() : undefined,
          workingMs: this.#workingSince === undefined ? undefined : Date.now() - this.#workingSince,
          tasks:
            this.#opened?.parts.tasks.list().filter(({ status }) => status.status === 'running').length ?? 0,
        },
      }),
    };
    this.#front = isPlain
      ? new PlainFront(events, process.env)
      : new Front(events, process.env, settings, early);
    this.#notifier = new Notifier({
      settings,
      env: process.env,
      send: this.#sequences.write,
    });
    this.#inquiries = new InquiryLog(
      (text, keepsWords) => this.#front.screen.line(text, keepsWords),
      this.#front.style,
    );
  }

  async run(picks: boolean): Promise<number> {
    const front = this.#front;
    const saved = front.saved();
    const onUncaught = (): void => front.close();
    process.on('uncaughtExceptionMonitor', onUncaught);
    const unwatch = watchSignals(
      this.#stop,
      (text) => this.#note(text),
      front.onInterrupt,
      () => front.isLent,
    );
    this.#stop.onStop(() => {
      this.#opened?.agent.interrupt('shutdown');
      front.desk.close('the terminal was closed before it was answered');
      this.#queue.end();
    });
    for (const problem of this.#keyProblems) this.#note(problem);
    for (const text of this.#history.read()) front.editor.addToHistory(text);
    front.start();
    let status = 0;
    let choice: SessionChoice | undefined = this.#options.session;
    let farewell: readonly string[] = [];
    try {
      const trust = await askTrust(this.#cwd, front.desk);
      if (trust.problem !== undefined) this.#note(trust.problem);
      if (trust.isLeaving) choice = undefined;
      else if (picks) choice = await this.#pickSession();
      let isPicked = picks;
      let last: SessionChoice | undefined;
      while (choice !== undefined && !this.#stop.signal.aborted) {
        this.#next = undefined;
        this.#queue = new PromptQueue();
        const ended: SessionEnd = await this.#session(choice, saved);
        if (ended.failure !== undefined && isPicked && this.#stop.cause === undefined) {
          // A failure of a session chosen from a list does not end the program.
          for (const line of ended.failure.split('\n')) this.#note(line);
          choice = last ?? (await this.#pickSession());
          last = undefined;
          continue;
        }
        if (ended.failure !== undefined) {
          front.close();
          for (const line of ended.failure.split('\n')) say(line);
          return this.#stop.cause?.kind === 'signal' ? SIGNAL_STATUS[this.#stop.cause.signal] : ended.status;
        }
        farewell = ended.farewell;
        if (ended.resumeId !== undefined)
          last = { kind: 'named', name: ended.resumeId, isForked: false, id: undefined };
        isPicked = true;
        choice = this.#stop.cause === undefined ? this.#next : undefined;
      }
    } finally {
      process.off('uncaughtExceptionMonitor', onUncaught);
      for (const line of farewell) front.screen.line(front.style('quiet', line));
      front.close();
      unwatch();
    }
    const { cause } = this.#stop;
    if (cause?.kind === 'signal') status = SIGNAL_STATUS[cause.signal];
    return status;
  }

  /** Undefined: there is none, or the user has left. */
  async #pickSession(): Promise<SessionChoice | undefined> {
    const { promise, resolve } = Promise.withResolvers<SessionChoice | undefined>();
    this.#stop.onStop(() => resolve(undefined));
    const isOpen = openResumePicker({
      cwd: this.#cwd,
      env: process.env,
      exceptId: undefined,
      pick: (picker) => this.#front.pick(picker),
      refresh: () => this.#front.screen.refresh(),
      open: resolve,
      note: (text) => this.#note(text),
      onClose: () => {
        this.#note('No session was chosen; this is a new one.');
        resolve(this.#options.session);
      },
    });
    if (!isOpen) {
      this.#note('There is no session to resume; this is a new one.');
      return this.#options.session;
    }
    return promise;
  }

  /** One session, until the user leaves it. */
  async #session(
    choice: SessionChoice,
    saved: { readonly path: string; readonly settings: string } | undefined,
  ): Promise<SessionEnd> {
    const front = this.#front;
    const found = await openPrintAgent({
      options: { ...this.#options, session: choice, permissionMode: this.#modeOfNext() },
      cwd: this.#cwd,
      env: process.env,
      signal: this.#stop.signal,
      asker: notifyingAsker(front.desk, this.#notifier, (inquiry) => {
        if (inquiry.kind === 'plan') this.#inquiries.plan(inquiry);
      }),
      warn: (text) => this.#note(text),
      version: this.#version(),
      isInteractive: true,
      isCleared: this.#endReason === 'clear',
      spentUsd: () => this.#spending.endedUsd,
    });
    if (!found.ok)
      return { status: found.isUsage === true ? WRONG_USAGE : FAILED, failure: found.message, farewell: [] };
    const { opened } = found;
    const { agent, parts } = opened;
    this.#endReason = 'other';
    this.#opened = opened;
    this.#usedTokens = undefined;
    if (saved !== undefined) parts.processes.guardTerminal(saved);
    this.#log = new EventLog({
      screen: front.screen,
      style: front.style,
      isEchoed: front.isEchoed,
      pool: agent.runtime.pool,
      cwd: agent.runtime.session.cwd,
      now: Date.now,
      columns: () => front.columns,
      waitsFor: (callId) => agent.runtime.waitsFor(callId),
      onUsage: (tokens) => {
        this.#usedTokens = tokens;
        this.#statusLine?.refresh();
      },
    });
    const watch = new AgentWatch({ pool: agent.runtime.pool, cwd: agent.runtime.session.cwd });
    this.#watch = watch;
    const statusLine = new StatusLine({
      parts,
      cwd: () => agent.runtime.session.cwd,
      env: agent.runtime.agent.env,
      input: () =>
        statusInput(opened, {
          version: this.#version(),
          usedTokens: this.#usedTokens,
          costUsd: this.#spending.isKnown ? this.#totalUsd() : undefined,
          startedAt: this.#startedAt,
        }),
      note: (text) => this.#note(text),
      onChange: () => front.screen.refresh(),
    });
    this.#statusLine = statusLine;
    const { dispatcher } = agent.runtime.agent;
    this.#display = new MessageDisplay({ dispatcher, cwd: () => agent.runtime.session.cwd });
    statusLine.refresh();
    front.screen.line(
      front.style('quiet', bannerText(this.#version(), agent.provider.model, this.#cwd)),
      true,
    );
    await this.#showEarlier(opened);
    for (const notice of agent.notices) this.#note(notice);
    if (agent.provider.isRecording)
      this.#note(
        `${agent.provider.model} is a recording: no model is called, and your prompt does not change it`,
      );
    const unlisten = [
      agent.tree.listen((child, event) => {
        watch.heard(child, event);
        this.#log?.child(child, event);
        if (this.#panel !== undefined || changesRow(event)) front.screen.refresh();
      }),
      agent.runtime.permission.onChange(() => {
        statusLine.refresh();
        front.screen.refresh();
      }),
      agent.runtime.tasks.watch((task) => {
        if (!isRunning(task) && task.agent?.isForeground !== true) this.#log?.taskEnded(task);
        front.screen.refresh();
      }),
      agent.runtime.agent.onSessionEvent((event) => {
        showSequence(event, this.#sequences);
      }),
    ];
    const draft = this.#draft.open(parts.session.directory);
    if (draft !== '') {
      this.#note('What you had typed and not sent is in the prompt again.');
      front.editor.setText([draft, front.draft].filter((text) => text !== '').join('\n\n'));
    }
    front.setWorking(false);
    void this.#slash.look();
    for (const text of this.#early.splice(0)) this.#submit(text, 'next');
    const { prompt } = this.#options;
    if (prompt !== undefined && this.#answers === 0) this.#submit(prompt, 'next');
    let files = 0;
    try {
      await this.#work(agent);
      await this.#dismissal.run(parts.subAgents?.port, this.#stop.signal, (text) => this.#note(text));
    } finally {
      statusLine.close();
      for (const end of unlisten) end();
      this.#calls.stop();
      this.#answers += this.#log.answers;
      this.#spending.end(agent.spentUsd.total);
      const hasDraft = this.#draft.close();
      if (this.#log.answers > 0) files = await changedFiles(parts.session);
      parts.processes.guardTerminal(undefined);
      await parts.dispose(this.#stop.cause === undefined ? this.#endReason : 'other');
      if (this.#log.answers === 0 && choice.kind === 'new' && !hasDraft) await opened.undo();
      agent.provider.close();
      this.#opened = undefined;
      this.#panel = undefined;
    }
    return {
      status: 0,
      failure: undefined,
      farewell: this.#farewell(opened, files),
      resumeId: this.#resumeId(opened),
    };
  }

  #modeOfNext(): PermissionMode | undefined {
    const isApproved = this.#isPlanApproved;
    this.#isPlanApproved = false;
    return isApproved ? 'default' : this.#options.permissionMode;
  }

  /** Of a session that goes on: what was last said in it, and how full its window is. */
  async #showEarlier({ agent, parts }: PrintAgent): Promise<void> {
    if (agent.messages().length === 0) return;
    this.#usedTokens = agent.contextTokens;
    const items = await recordOf(parts);
    const rows = this.#front.rows;
    const { pool, session } = agent.runtime;
    const label = (name: string, input: JsonObject): string => inputLabel(pool, name, input, session.cwd);
    this.#log?.earlier(earlierLines(items ?? [], label, Math.max(10, 2 * rows - 8)));
  }

  async #work(agent: AssembledAgent): Promise<void> {
    const { runtime } = agent;
    const { wakeUps } = runtime.agent;
    let last: AgentResult | undefined;
    const ahead = createWorkAhead(stepsAhead(runtime.pool.tools, runtime.agent.prepareCommands));
    const onEvent = boundYoungSpace();
    const nextWork = createNextWork({
      input: this.#queue,
      wakeUps,
      stopped: this.#stop.signal,
      maxWakeUps: async () => (await import('@sluice/hooks')).stopCap(runtime.agent.env),
      background: () => Promise.resolve(),
      mayAsk: () => false,
      onCapped: (times) =>
        this.#note(
          `Hooks have woken the model ${times} times in a row; what they say now waits for your next message.`,
        ),
    });
    const workOn = async (next: NextWork): Promise<void> => {
      this.#spending.begin(next.kind === 'prompt' ? next.prompt : undefined);
      await this.#follow(next.kind === 'prompt' ? agent.run(next.prompt) : agent.wake(), (event) => {
        onEvent();
        if (event.type === 'transition') ahead.begin();
        else ahead.hold();
        if (event.type === 'result') last = event.result;
      });
    };
    if (agent.isLeftOpen && this.#options.prompt === undefined) await workOn({ kind: 'wake-up' });
    while (!this.#stop.signal.aborted && this.#next === undefined) {
      const next = await nextWork();
      if (next === undefined) break;
      await workOn(next);
      this.#outbox.afterWork(agent, last);
      void this.#slash.look();
    }
  }

  /** Displays an agent's activity until it is done. */
  async #follow(
    events: AsyncIterable<AgentEvent>,
    onEvent: (event: AgentEvent) => void = () => {},
  ): Promise<void> {
    const front = this.#front;
    this.#workingSince = Date.now();
    this.#display?.begin();
    this.#notifier.stop();
    front.setWorking(true);
    try {
      for await (const event of events) {
        onEvent(event);
        if (event.type === 'user') this.#outbox.taken(event.content);
        for (const shown of (await this.#display?.shown(event)) ?? [event]) this.#log?.take(shown);
        if (event.type === 'engine') showSequence(event.event, this.#sequences);
        const tree = this.#opened?.agent.tree;
        if (event.type === 'result' && tree !== undefined)
          this.#spending.add(event.result, tree.takeTotals());
        if (front.screen.isFull) await front.screen.room();
      }
    } finally {
      const seconds = Math.floor((Date.now() - this.#workingSince) / 1000);
      this.#workingSince = undefined;
      front.setWorking(this.#isWorking);
      this.#notifier.waits(`done after ${durationText(seconds * 1000)}`);
      this.#statusLine?.refresh();
    }
  }

  #submit(typed: string, when: 'next' | 'after'): void {
    const opened = this.#opened;
    if (opened === undefined) {
      this.#early.push(typed);
      return;
    }
    const text = keepPastesOf(opened.parts.session.resultsDirectory, typed, this.#history.pastes);
    this.#history.add(text);
    if (text.startsWith('/') && !text.startsWith('//')) {
      void this.#slash.take(text, when);
      return;
    }
    if (/^!\s*\S/.test(text)) {
      void this.#command(opened, text.slice(1).trim());
      return;
    }
    // A space before the slash: what follows is not a session command either.
    this.#send(text.startsWith('//') ? ` ${text.slice(1)}` : text, when);
  }

  #send(text: string, when: 'next' | 'after'): void {
    if (this.#opened !== undefined) this.#outbox.send(this.#opened.agent, text, when);
  }

  get #isWorking(): boolean {
    return this.#workingSince !== undefined || this.#calls.isRunning;
  }

  /** False: there is no loop. */
  #endLoop(): boolean {
    const loop = this.#opened?.parts.schedules?.loop;
    if (loop?.prompt === undefined) return false;
    loop.stop();
    this.#note('The loop has ended.');
    return true;
  }

  #interrupt(): void {
    this.#dismissal.hurry();
    this.#calls.stop();
    this.#opened?.agent.interrupt('user-cancel');
  }

  /** Runs what a person typed after `!`. */
  async #command({ agent }: PrintAgent, command: string): Promise<void> {
    const { screen } = this.#front;
    this.#log?.prompt(`!${command}`);
    try {
      await this.#calls.command(agent, command);
    } catch (error) {
      this.#note(`The command did not run: ${errorText(error)}`);
    }
    screen.refresh();
  }

  /** What a key does beside the prompt. False: nothing. */
  #act(action: Exclude<TerminalAction, 'clear'>): boolean {
    switch (action) {
      case 'mode':
        if (this.#opened !== undefined) this.#modes.turn(this.#opened.agent);
        return true;
      case 'tasks':
        void this.#slash.run(tasksCommand, '');
        return true;
      case 'transcript':
        void this.#slash.run(transcriptCommand, '');
        return true;
      case 'search':
        this.#search.open();
        return true;
      case 'editor':
        void this.#edit();
        return true;
      case 'suspend':
        void this.#suspend();
        return true;
      case 'background':
        return this.#moveToBackground();
      case 'image':
        void this.#images.paste();
        return true;
      default:
        return action satisfies never;
    }
  }

  /** False: no call runs that could be moved. */
  #moveToBackground(): boolean {
    if (this.#log?.live.some(({ status }) => status === 'executing') !== true) return false;
    const moved = this.#opened?.parts.tasks.moveWaiting() ?? 0;
    if (moved === 0)
      this.#note(
        'Nothing was moved to the background: only commands, agents and calls of MCP servers can be.',
      );
    return true;
  }

  #agents(): Panel | undefined {
    const list = this.#opened?.parts.subAgents?.port.list() ?? [];
    return this.#watch === undefined || list.length === 0 ? undefined : backgroundAgents(list, this.#watch);
  }

  #commandContext(): ReturnType<SlashCommandsOptions['context']> {
    const opened = this.#opened;
    const watch = this.#watch;
    if (opened === undefined || watch === undefined) return undefined;
    const { agent, parts, sessionId } = opened;
    return {
      agent,
      parts,
      sessionId,
      isWorking: this.#workingSince !== undefined,
      usage: { usedTokens: this.#usedTokens, windowTokens: agent.provider.contextWindow },
      spentUsd: this.#totalUsd(),
      models: this.#spending.models,
      prompts: this.#spending.prompts,
      denied: this.#inquiries.denied,
      follow: (events) => this.#follow(events),
      pick: (picker) => this.#front.pick(picker),
      showPanel: (panel) => {
        this.#panel = panel;
        this.#front.screen.refresh();
      },
      watch,
      refresh: () => this.#front.screen.refresh(),
      confirm: (summary) => confirm(this.#front.desk, summary),
      send: (text) => this.#outbox.send(agent, text, 'next'),
      tell: (text) => this.#calls.giveBack([{ origin: 'note', text }]),
      setDraft: (text) => this.#front.editor.setText(text),
      editor: this.#front.editor,
      rename: (title) => opened.rename(title),
      lend: (work) => this.#front.lend(work),
      sendToTerminal: this.#front.sendToTerminal,
      columns: this.#front.columns,
      isPlain: this.#front.isEchoed,
      switchTo: (choice) => this.#leave(choice, choice.kind === 'new' ? 'clear' : 'resume'),
      leave: () => this.#leave(undefined, 'prompt_input_exit'),
    };
  }

  /** Edits the prompt in `$VISUAL` or `$EDITOR`; if that fails, the text is unchanged. */
  async #edit(): Promise<void> {
    const { editor } = this.#front;
    await this.#editText(editor.text, (text) => editor.setText(text));
  }

  async #editText(before: string, done: (text: string) => void): Promise<void> {
    const result = await this.#front.lend(() => editText(before, process.env));
    if (result.ok) done(result.text);
    else this.#note(result.message);
    this.#front.screen.refresh();
  }

  async #suspend(): Promise<void> {
    await this.#front.lend(async () => {
      const resumed = new Promise<void>((resolve) => process.once('SIGCONT', () => resolve()));
      process.kill(process.pid, 'SIGTSTP');
      await resumed;
    });
  }

  /** Carries out an approved plan in a new session; the one in which it was made can be resumed. */
  #startFresh(plan: string): void {
    this.#early.push(`Carry out this plan:\n\n${plan.trim()}`);
    this.#isPlanApproved = true;
    this.#leave({ kind: 'new', id: undefined }, 'clear');
  }

  #leave(choice: SessionChoice | undefined, reason: SessionEndReason): void {
    this.#dismissal.hurry();
    this.#next = choice;
    this.#endReason = reason;
    this.#opened?.agent.interrupt('shutdown');
    this.#front.desk.close('the session has ended');
    this.#queue.end();
    if (this.#opened === undefined) this.#stop.trigger({ kind: 'signal', signal: 'SIGINT' });
  }

  #menuFor(text: string): Menu | undefined {
    const typed = /^\/(\S*)$/.exec(text)?.[1];
    if (typed !== undefined) return this.#slash.menuFor(typed);
    const [files, resources] = [this.#files.menuFor(text), this.#resources.menuFor(text)];
    if (files === undefined || resources === undefined) return files ?? resources;
    return { ...files, items: [...resources.items, ...files.items] };
  }

  #note(text: string): void {
    if (this.#log !== undefined) this.#log.note(text);
    else for (const line of text.split('\n')) this.#front.screen.line(`! ${sanitize(line)}`);
  }

  #totalUsd(): number {
    return this.#spending.endedUsd + (this.#opened?.agent.spentUsd.total ?? 0);
  }

  #resumeId({ sessionId, agent }: PrintAgent): string | undefined {
    return agent.transcriptPath === '' ? undefined : sessionId.slice(0, 8);
  }

  #farewell(opened: PrintAgent, files: number): readonly string[] {
    return farewellLines({
      answers: this.#answers,
      startedAt: this.#startedAt,
      costUsd: this.#spending.isKnown ? this.#spending.endedUsd : undefined,
      files,
      resumeId: this.#resumeId(opened),
    });
  }
}

interface SessionEnd {
  readonly status: number;
  /** Why no session could be opened. */
  readonly failure: string | undefined;
  readonly farewell: readonly string[];
  /** By which it can be opened again; undefined: it is not stored. */
  readonly resumeId?: string | undefined;
}
