import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  mentionedFiles,
  type AgentEvent,
  type AgentResult,
  type Attachment,
  type Prompt,
} from '@sluice/agent';
import { countText, errorText, nearestName } from '@sluice/base';
import {
  disarm,
  durationText,
  isCallInquiry,
  ruleText,
  sanitize,
  type Inquiry,
  type PermissionMode,
} from '@sluice/core';
import {
  createNextWork,
  type AssembledAgent,
  type NextWork,
  type SessionChoice,
} from '@sluice/session/agent';
import type { SessionEndReason } from '@sluice/session';
import { bodyLines, questionsOf } from '@sluice/terminal';
import { boundYoungSpace } from '../bound-young-space.ts';
import { cannotShow } from '../exec/permission/cannot-show.ts';
import { createStop, SIGNAL_STATUS } from '../exec/stop/stop.ts';
import { watchSignals } from '../exec/stop/watch-signals.ts';
import { openPrintAgent, type PrintAgent } from '../print/open-print-agent.ts';
import { isFailure } from '../print/output/result-message.ts';
import { createWorkAhead, stepsAhead } from '../print/work-ahead.ts';
import type { PrintOptions } from '../print/print-options.ts';
import { sayAs } from '../say.ts';
import { startDirectory } from '../start-directory.ts';
import { WRONG_USAGE } from '../usage-error.ts';
import { askTrust } from './ask-trust.ts';
import { builtInCommands } from './commands/built-in-commands.ts';
import { keysCommand } from './commands/keys.ts';
import type { CommandContext, SlashCommand } from './commands/slash-command.ts';
import { tasksCommand } from './commands/tasks.ts';
import { CallsOfPerson } from './calls-of-person.ts';
import { editText } from './edit-text.ts';
import { EventLog } from './event-log.ts';
import { FileMenu } from './file-menu.ts';
import { PromptHistory } from './prompt-history.ts';
import { Front, type FrontEvents, type WaitingMessage } from './front.ts';
import { PlainFront } from './plain-front.ts';
import type { TerminalFront } from './terminal-front.ts';
import type { Menu } from './menu.ts';
import { offeredCommands, type OfferedCommand } from './offered-commands.ts';
import { sessionItems } from './session-items.ts';
import { PromptQueue } from './prompt-queue.ts';

const say = sayAs('sluice');
const FAILED = 1;
/** Of a command that a person ran. */
const MAX_OUTPUT_LINES = 200;
/** The modes that Shift-Tab cycles through. */
const CYCLE: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan'];

/**
 * Runs the interactive terminal until the user leaves; returns the exit code.
 * @param how `picks`: let the user choose the session to resume from a list; `isPlain`: draw nothing, only append lines
 */
export async function runInteractive(
  options: PrintOptions,
  how: { readonly picks: boolean; readonly isPlain: boolean },
  version: () => string,
): Promise<number> {
  const start = startDirectory(options.cwd);
  if (!start.ok) {
    say(start.message);
    return WRONG_USAGE;
  }
  let terminal: InteractiveTerminal;
  try {
    terminal = new InteractiveTerminal(options, how.isPlain, start.directory, version);
  } catch (error) {
    say(`No terminal can be opened for input (${errorText(error)}). Use sluice -p "PROMPT".`);
    return WRONG_USAGE;
  }
  return terminal.run(how.picks);
}

/** A waiting message, and the prompt that it becomes. */
interface Waiting extends WaitingMessage {
  readonly prompt: Prompt;
  /** Of commands that the person ran before. */
  readonly output: readonly Attachment[];
}

class InteractiveTerminal {
  readonly #options: PrintOptions;
  readonly #cwd: string;
  readonly #version: () => string;
  readonly #front: TerminalFront;
  readonly #stop = createStop();
  readonly #commands = builtInCommands();
  readonly #history: PromptHistory;
  #queue = new PromptQueue();
  #opened: PrintAgent | undefined;
  #log: EventLog | undefined;
  #waiting: Waiting[] = [];
  #workingSince: number | undefined;
  #usedTokens: number | undefined;
  #isCostKnown = true;
  #spentUsd = 0;
  #next: SessionChoice | undefined;
  /** Of the session that ends, or has ended last. */
  #endReason: SessionEndReason = 'other';
  /** The session's commands when last read. */
  #offered: readonly OfferedCommand[] = [];
  #startedAt = Date.now();
  #answers = 0;
  /** Typed before the session was open. */
  readonly #early: string[] = [];
  readonly #calls: CallsOfPerson;
  readonly #files: FileMenu;
  /** Messages whose files are still read go one after the other. */
  #sending: Promise<void> | undefined;

  constructor(options: PrintOptions, isPlain: boolean, cwd: string, version: () => string) {
    this.#options = options;
    this.#cwd = cwd;
    this.#version = version;
    this.#history = new PromptHistory(cwd, process.env);
    this.#calls = new CallsOfPerson({
      onCall: (id, name, input) => this.#log?.call(id, name, input),
      onEvent: (event) => this.#log?.take({ type: 'engine', event }),
      onChange: () => this.#front.setWorking(this.#isWorking),
    });
    this.#files = new FileMenu(cwd, () => this.#front.menuChanged());
    const events: FrontEvents = {
      onSubmit: (text, when) => this.#submit(text, when),
      onSendNow: () => this.#sendNow(),
      onTakeBack: () => this.#takeBack(),
      onStop: () => this.#interrupt(),
      onLeave: () => this.#leave(undefined, 'prompt_input_exit'),
      onCycleMode: () => this.#cycleMode(),
      onKeyList: () => void this.#runCommand(keysCommand, ''),
      onTasks: () => void this.#runCommand(tasksCommand, ''),
      onSearch: () => this.#searchHistory(),
      onEditor: () => void this.#edit(),
      onSuspend: () => void this.#suspend(),
      onWhy: (inquiry) => this.#why(inquiry),
      onWhole: (inquiry) => this.#whole(inquiry),
      onAnswered: (inquiry, said, afterMs) => this.#asked(inquiry, `${said} (you, ${durationText(afterMs)})`),
      onWithdrawn: (inquiry) => this.#asked(inquiry, 'withdrawn'),
      cannotShow: (inquiry) =>
        (inquiry.kind === 'questions' || inquiry.kind === 'form') && questionsOf(inquiry) === undefined
          ? cannotShow(inquiry, 'the terminal')
          : undefined,
      onLost: () => this.#stop.trigger({ kind: 'signal', signal: 'SIGHUP' }),
      menuFor: (text) => this.#menuFor(text),
      state: () => ({
        live: this.#log?.live ?? [],
        waiting: this.#waiting,
        isWorking: this.#isWorking,
        status: {
          mode: this.#opened?.agent.runtime.permission.current().mode ?? 'opening',
          usedTokens: this.#usedTokens,
          windowTokens: this.#opened?.agent.provider.contextWindow ?? 200_000,
          costUsd: this.#isCostKnown ? this.#totalUsd() : undefined,
          workingMs: this.#workingSince === undefined ? undefined : Date.now() - this.#workingSince,
          tasks:
            this.#opened?.parts.tasks.list().filter(({ status }) => status.status === 'running').length ?? 0,
        },
      }),
    };
    this.#front = isPlain ? new PlainFront(events, process.env) : new Front(events, process.env);
  }

  async run(picks: boolean): Promise<number> {
    const front = this.#front;
    const saved = front.saved();
    const onUncaught = (): void => front.close();
    process.on('uncaughtExceptionMonitor', onUncaught);
    const unwatch = watchSignals(this.#stop, (text) => this.#note(text), front.onInterrupt);
    this.#stop.onStop(() => {
      this.#opened?.agent.interrupt('shutdown');
      front.desk.close('the terminal was closed before it was answered');
      this.#queue.end();
    });
    for (const text of this.#history.read()) front.editor.addToHistory(text);
    front.start();
    let status = 0;
    let choice: SessionChoice | undefined = this.#options.session;
    let farewell: readonly string[] = [];
    try {
      const unsaved = await askTrust(this.#cwd, front.desk);
      if (unsaved !== undefined) this.#note(unsaved);
      if (picks) choice = await this.#pickSession();
      while (choice !== undefined && !this.#stop.signal.aborted) {
        this.#next = undefined;
        this.#queue = new PromptQueue();
        const ended: SessionEnd = await this.#session(choice, saved);
        if (ended.failure !== undefined) {
          front.close();
          for (const line of ended.failure.split('\n')) say(line);
          return this.#stop.cause?.kind === 'signal' ? SIGNAL_STATUS[this.#stop.cause.signal] : ended.status;
        }
        farewell = ended.farewell;
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
    const items = sessionItems(this.#cwd, process.env);
    if (items.length === 0) {
      this.#note('There is no session of this directory to resume; this is a new one.');
      return this.#options.session;
    }
    const { promise, resolve } = Promise.withResolvers<SessionChoice | undefined>();
    this.#stop.onStop(() => resolve(undefined));
    this.#front.pick({
      title: 'Resume a session',
      items,
      onPick: ({ id }) => resolve({ kind: 'named', name: id, isForked: false, id: undefined }),
    });
    return promise;
  }

  /** One session, until the user leaves it. */
  async #session(
    choice: SessionChoice,
    saved: { readonly path: string; readonly settings: string } | undefined,
  ): Promise<SessionEnd> {
    const front = this.#front;
    const found = await openPrintAgent({
      options: { ...this.#options, session: choice },
      cwd: this.#cwd,
      env: process.env,
      signal: this.#stop.signal,
      asker: front.desk,
      warn: (text) => this.#note(text),
      version: this.#version(),
      isInteractive: true,
      isCleared: this.#endReason === 'clear',
      spentUsd: () => this.#spentUsd,
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
      now: Date.now,
      onUsage: (tokens) => {
        this.#usedTokens = tokens;
      },
    });
    front.screen.line(front.style('quiet', this.#banner(agent)));
    for (const notice of agent.notices) this.#note(notice);
    if (agent.provider.isRecording)
      this.#note(
        `${agent.provider.model} is a recording: no model is called, and your prompt does not change it`,
      );
    const unlisten = [
      agent.tree.listen((child, event) => this.#log?.child(child, event)),
      agent.runtime.permission.onChange(() => front.screen.refresh()),
      agent.runtime.tasks.watch(() => front.screen.refresh()),
      agent.runtime.agent.onSessionEvent((event) => {
        if (event.type === 'hook-summary')
          for (const line of [...event.infos, ...event.errors]) this.#note(line);
      }),
    ];
    front.setWorking(false);
    void this.#look();
    for (const text of this.#early.splice(0)) this.#submit(text, 'next');
    const { prompt } = this.#options;
    if (prompt !== undefined && this.#answers === 0) this.#submit(prompt, 'next');
    try {
      await this.#work(agent);
    } finally {
      for (const end of unlisten) end();
      this.#calls.stop();
      this.#answers += this.#log.answers;
      this.#spentUsd += agent.spentUsd.total;
      parts.processes.guardTerminal(undefined);
      await parts.dispose(this.#stop.cause === undefined ? this.#endReason : 'other');
      if (this.#log.answers === 0 && choice.kind === 'new') await opened.undo();
      agent.provider.close();
      this.#opened = undefined;
    }
    return { status: 0, failure: undefined, farewell: this.#farewell(opened) };
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
      this.#afterWork(agent, last);
      void this.#look();
    }
  }

  /** Messages that were not sent: they go next, or wait for Enter after a stop. */
  #afterWork(agent: AssembledAgent, last: AgentResult | undefined): void {
    const left = agent.takeWaiting();
    this.#waiting = this.#waiting.map((one) =>
      left.includes(one.prompt) ? { ...one, when: 'after' as const } : one,
    );
    if (last !== undefined && isFailure(last)) return;
    const [first, ...rest] = this.#waiting;
    if (first === undefined) return;
    this.#waiting = rest;
    this.#start(first);
  }

  /** Displays an agent's activity until it is done. */
  async #follow(
    events: AsyncIterable<AgentEvent>,
    onEvent: (event: AgentEvent) => void = () => {},
  ): Promise<void> {
    const front = this.#front;
    this.#workingSince = Date.now();
    front.setWorking(true);
    try {
      for await (const event of events) {
        onEvent(event);
        if (event.type === 'user') this.#taken(event.content);
        this.#log?.take(event);
        if (event.type === 'result' && event.result.costUsd === undefined) this.#isCostKnown = false;
        if (front.screen.isFull) await front.screen.room();
      }
    } finally {
      this.#workingSince = undefined;
      front.setWorking(this.#isWorking);
    }
  }

  /** A waiting message was sent to the model. */
  #taken(content: Prompt['content']): void {
    this.#waiting = this.#waiting.filter(({ prompt }) => prompt.content !== content);
  }

  #submit(text: string, when: 'next' | 'after'): void {
    const opened = this.#opened;
    if (opened === undefined) {
      this.#early.push(text);
      return;
    }
    this.#history.add(text);
    if (text.startsWith('/') && !text.startsWith('//')) {
      void this.#slash(text, when);
      return;
    }
    if (/^!\s*\S/.test(text)) {
      void this.#command(opened, text.slice(1).trim());
      return;
    }
    // A space before the slash: what follows is not a session command either.
    this.#send(opened, text.startsWith('//') ? ` ${text.slice(1)}` : text, when);
  }

  get #isWorking(): boolean {
    return this.#workingSince !== undefined || this.#calls.isRunning;
  }

  #interrupt(): void {
    this.#calls.stop();
    this.#opened?.agent.interrupt('user-cancel');
  }

  /** Runs what a person typed after `!`. */
  async #command({ agent }: PrintAgent, command: string): Promise<void> {
    const { screen } = this.#front;
    this.#log?.prompt(`!${command}`);
    try {
      const { text, isError } = await this.#calls.command(agent, command);
      if (!isError) for (const line of outputLines(text)) screen.line(disarm(line.replaceAll('\t', '    ')));
    } catch (error) {
      this.#note(`The command did not run: ${errorText(error)}`);
    }
    screen.refresh();
  }

  /** Sends a message with the files that it mentions and the output of commands that went before it. */
  #send(opened: PrintAgent, text: string, when: 'next' | 'after'): void {
    if (this.#sending === undefined && mentionedFiles(text).length === 0) {
      this.#deliver(opened, text, when, []);
      return;
    }
    const isEchoed =
      this.#sending === undefined && this.#workingSince === undefined && this.#waiting.length === 0;
    if (isEchoed) this.#log?.echo(text);
    const sending = (this.#sending ?? Promise.resolve())
      .then(() => this.#calls.files(opened.agent, text))
      .then((files) => this.#deliver(opened, text, when, files, isEchoed))
      .catch((error: unknown) => this.#note(`The message was not sent (${errorText(error)}): ${text}`))
      .finally(() => {
        if (this.#sending === sending) this.#sending = undefined;
      });
    this.#sending = sending;
  }

  /** @param files undefined: the person stopped while they were read; the message waits */
  #deliver(
    opened: PrintAgent,
    sent: string,
    when: 'next' | 'after',
    files: readonly Attachment[] | undefined,
    isEchoed = false,
  ): void {
    const output = this.#calls.takeOutput();
    const following = [...output, ...(files ?? [])];
    const prompt: Prompt = { content: [{ type: 'text', text: sent }], origin: 'person', following };
    const waiting: Waiting = { text: sent, when: files === undefined ? 'after' : when, prompt, output };
    if (files !== undefined && this.#workingSince === undefined && this.#waiting.length === 0) {
      this.#start(waiting, isEchoed);
      return;
    }
    this.#waiting = [...this.#waiting, waiting];
    if (waiting.when === 'next') opened.agent.send(prompt, 'next');
    this.#front.screen.refresh();
  }

  #start({ text, prompt }: Waiting, isEchoed = false): void {
    if (!isEchoed) this.#log?.echo(text);
    this.#queue.push(prompt);
  }

  /** Enter on an empty prompt: send what is waiting now. */
  #sendNow(): void {
    const agent = this.#opened?.agent;
    const [first, ...rest] = this.#waiting;
    if (agent === undefined || first === undefined) return;
    if (this.#workingSince === undefined) {
      this.#waiting = rest;
      this.#start(first);
      return;
    }
    for (const { prompt } of this.#waiting) agent.unsend(prompt);
    for (const { prompt } of this.#waiting) agent.send(prompt, 'now');
    this.#waiting = this.#waiting.map((one) => ({ ...one, when: 'next' }));
  }

  #takeBack(): string | undefined {
    const last = this.#waiting.at(-1);
    if (last === undefined) return undefined;
    this.#opened?.agent.unsend(last.prompt);
    this.#waiting = this.#waiting.slice(0, -1);
    this.#calls.giveBack(last.output);
    return last.text;
  }

  async #slash(text: string, when: 'next' | 'after'): Promise<void> {
    const [, name = '', args = ''] = /^\/(\S*)\s*(.*)$/s.exec(text) ?? [];
    const command = this.#commands.find((one) => one.name === name);
    if (command === undefined) {
      const offered = await this.#look();
      const opened = this.#opened;
      if (opened === undefined) return;
      if (offered.some((one) => one.name === name)) {
        this.#send(opened, text, when);
        return;
      }
      this.#log?.prompt(text);
      const near = nearestName(
        name,
        [...this.#commands, ...offered].map((one) => one.name),
      );
      const hint = near === undefined ? '/help lists them' : `did you mean /${near}?`;
      this.#note(`There is no command /${name}; ${hint} (// at the start sends a slash.)`);
      return;
    }
    this.#log?.prompt(text);
    if (command.waits && this.#workingSince !== undefined) {
      this.#note(`/${name} can run when the prompt is done; Esc stops it.`);
      return;
    }
    void this.#runCommand(command, args.trim());
  }

  /** Reads the session's commands again: files and servers come and go. */
  async #look(): Promise<readonly OfferedCommand[]> {
    const commands = this.#opened?.agent.commands;
    const own = this.#commands.map(({ name }) => name);
    this.#offered = offeredCommands((await commands?.list()) ?? [], own);
    this.#front.menuChanged();
    return this.#offered;
  }

  async #runCommand(command: SlashCommand, args: string): Promise<void> {
    const opened = this.#opened;
    if (opened === undefined) return;
    const { agent, parts, sessionId } = opened;
    const { screen } = this.#front;
    const context: CommandContext = {
      agent,
      parts,
      sessionId,
      isWorking: this.#workingSince !== undefined,
      usage: { usedTokens: this.#usedTokens, windowTokens: agent.provider.contextWindow },
      spentUsd: this.#totalUsd(),
      offered: () => this.#look(),
      print: (text) => screen.line(disarm(text.replaceAll('\r\n', '\n').replaceAll('\t', '    '))),
      note: (text) => this.#note(text),
      follow: (events) => this.#follow(events),
      pick: (picker) => this.#front.pick(picker),
      send: (text) => this.#send(opened, text, 'next'),
      switchTo: (choice) => this.#leave(choice, choice.kind === 'new' ? 'clear' : 'resume'),
      leave: () => this.#leave(undefined, 'prompt_input_exit'),
    };
    try {
      await command.run(args, context);
    } catch (error) {
      this.#note(`/${command.name} failed: ${error instanceof Error ? error.message : String(error)}`);
    }
    screen.refresh();
  }

  /** Edits the prompt in `$VISUAL` or `$EDITOR`; if that fails, the text is unchanged. */
  async #edit(): Promise<void> {
    const { editor } = this.#front;
    const result = await this.#front.lend(() => editText(editor.text, process.env));
    if (result.ok) editor.setText(result.text);
    else this.#note(result.message);
    this.#front.screen.refresh();
  }

  /** Earlier prompts of the directory, the latest first, to choose one from. */
  #searchHistory(): void {
    const texts = [...new Set(this.#history.read().toReversed())];
    this.#front.pick({
      title: 'Earlier prompts',
      items: texts.map((text, index) => ({
        id: String(index),
        label: text.replaceAll(/\s+/g, ' '),
        detail: '',
      })),
      onPick: ({ id }) => this.#front.editor.setText(texts[Number(id)] ?? ''),
    });
  }

  async #suspend(): Promise<void> {
    await this.#front.lend(async () => {
      const resumed = new Promise<void>((resolve) => process.once('SIGCONT', () => resolve()));
      process.kill(process.pid, 'SIGTSTP');
      await resumed;
    });
  }

  #leave(choice: SessionChoice | undefined, reason: SessionEndReason): void {
    this.#next = choice;
    this.#endReason = reason;
    this.#opened?.agent.interrupt('shutdown');
    this.#front.desk.close('the session has ended');
    this.#queue.end();
    if (this.#opened === undefined) this.#stop.trigger({ kind: 'signal', signal: 'SIGINT' });
  }

  #cycleMode(): void {
    const permission = this.#opened?.agent.runtime.permission;
    if (permission === undefined) return;
    const at = CYCLE.indexOf(permission.current().mode);
    const mode = CYCLE[(at + 1) % CYCLE.length] ?? 'default';
    const result = permission.apply({ type: 'setMode', mode, destination: 'session' });
    if (!result.ok) this.#note(result.message);
    this.#front.screen.refresh();
  }

  #menuFor(text: string): Menu | undefined {
    const typed = /^\/(\S*)$/.exec(text)?.[1];
    if (typed === undefined) return this.#files.menuFor(text);
    const own = this.#commands.map(({ name, argumentHint, does }) => ({
      name,
      label: `/${name} ${argumentHint}`.trimEnd(),
      detail: does,
      text: argumentHint === '' ? `/${name}` : `/${name} `,
    }));
    const items = [...own, ...this.#offered].filter(({ name }) => name.startsWith(typed));
    return items.length === 0 ? undefined : { key: 'commands', items, sends: true };
  }

  #asked(inquiry: Inquiry, verdict: string): void {
    const { screen, style } = this.#front;
    const name = isCallInquiry(inquiry) ? sanitize(inquiry.toolName) : '';
    const what = inquiry.summary.startsWith(name) ? inquiry.summary : `${name} ${inquiry.summary}`;
    screen.line(style('quiet', `asked: ${what} → ${sanitize(verdict)}`));
    if (isCallInquiry(inquiry) && verdict.startsWith('yes, from now on')) {
      const where =
        inquiry.suggestedDestination === 'session'
          ? 'this session'
          : `the ${inquiry.suggestedDestination} settings`;
      screen.line(style('quiet', `kept for ${where}: ${inquiry.suggestedRules.map(sanitize).join(', ')}`));
    }
  }

  #why(inquiry: Inquiry): void {
    const { screen } = this.#front;
    screen.line(`why: ${sanitize(inquiry.reason)}`);
    if (!isCallInquiry(inquiry)) return;
    const rule = inquiry.matchedRule;
    if (rule !== undefined) screen.line(`  rule: ${sanitize(ruleText(rule))}`);
    if (inquiry.blockedPath !== undefined) screen.line(`  path: ${sanitize(inquiry.blockedPath)}`);
  }

  #whole(inquiry: Inquiry): void {
    const { screen, style } = this.#front;
    screen.line(style('strong', `all of ${inquiry.summary}:`));
    for (const { text, tone } of bodyLines(inquiry, true)) {
      const tones = { plain: undefined, added: 'good', removed: 'bad', warning: 'refused' } as const;
      const name = tones[tone];
      screen.line(name === undefined ? text : style(name, text));
    }
  }

  #note(text: string): void {
    if (this.#log !== undefined) this.#log.note(text);
    else for (const line of text.split('\n')) this.#front.screen.line(`! ${sanitize(line)}`);
  }

  #totalUsd(): number {
    return this.#spentUsd + (this.#opened?.agent.spentUsd.total ?? 0);
  }

  #banner(agent: AssembledAgent): string {
    const branch = branchOf(this.#cwd);
    const home = homedir();
    const place =
      this.#cwd === home || this.#cwd.startsWith(`${home}/`) ? `~${this.#cwd.slice(home.length)}` : this.#cwd;
    return `sluice ${this.#version()} · ${sanitize(agent.provider.model)} · ${sanitize(place)}${branch === undefined ? '' : ` (${sanitize(branch)})`}`;
  }

  #farewell({ sessionId, agent }: PrintAgent): readonly string[] {
    const answers = this.#answers;
    if (answers === 0) return [];
    const cost = this.#isCostKnown && this.#spentUsd > 0 ? ` · $${this.#spentUsd.toFixed(2)}` : '';
    const time = durationText(Math.floor((Date.now() - this.#startedAt) / 1000) * 1000);
    const again = agent.transcriptPath === '' ? [] : [`go on with: sluice -r ${sessionId.slice(0, 8)}`];
    return [`${answers} ${answers === 1 ? 'answer' : 'answers'} · ${time}${cost}`, ...again];
  }
}

/** The first and last lines of a long output: the model gets the rest too. */
function outputLines(text: string): readonly string[] {
  const lines = text.replaceAll('\r\n', '\n').trimEnd().split('\n');
  if (lines.length <= MAX_OUTPUT_LINES) return lines;
  const half = MAX_OUTPUT_LINES / 2;
  return [
    ...lines.slice(0, half),
    `… ${countText(lines.length - MAX_OUTPUT_LINES, 'more line')}`,
    ...lines.slice(-half),
  ];
}

interface SessionEnd {
  readonly status: number;
  /** Why no session could be opened. */
  readonly failure: string | undefined;
  readonly farewell: readonly string[];
}

function branchOf(directory: string): string | undefined {
  try {
    const head = readFileSync(join(directory, '.git/HEAD'), 'utf8').trim();
    return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? head.slice(0, 8);
  } catch {
    return undefined;
  }
}
