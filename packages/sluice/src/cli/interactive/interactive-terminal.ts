import type { SessionChoice } from '@sluice/session/agent';
import type { LoadedSettings } from '@sluice/settings';
import { spokenFacts } from '@sluice/terminal';
import type { EarlyPrompt } from '@sluice/terminal/early';
import { SIGNAL_STATUS } from '../stop/stop.ts';
import { watchSignals } from '../stop/watch-signals.ts';
import type { PrintOptions } from '../print/print-options.ts';
import { sayAs } from '../say.ts';
import { askTrust, waitingForTrust } from './questions/ask-trust.ts';
import { Front } from './front/front.ts';
import { InquiryLog } from './questions/inquiry-log.ts';
import { keyTexts } from './key-text.ts';
import { Notifier } from './notify/notifier.ts';
import { PlainFront } from './front/plain-front.ts';
import { PromptInput } from './prompt-input.ts';
import { openResumePicker } from './resume/resume-picker.ts';
import { SessionRunner } from './session-runner.ts';
import type { TerminalFront } from './terminal-front.ts';
import type { TerminalSettings } from './start/terminal-settings.ts';
import { TerminalState } from './terminal-state.ts';
import { wireFront } from './wire-front.ts';
import { WorkView } from './work-view.ts';

const say = sayAs('sluice');

export interface InteractiveTerminalOptions {
  readonly options: PrintOptions;
  /** Draw nothing, only append lines. */
  readonly isPlain: boolean;
  /** Real and absolute. */
  readonly cwd: string;
  readonly version: () => string;
  /** As of the start. Undefined: there is no directory to read them for. */
  readonly loaded: LoadedSettings | undefined;
  readonly settings: TerminalSettings;
  /** The prompt that is on the terminal so far. */
  readonly early: EarlyPrompt | undefined;
}

/** The interactive terminal: one session after the other, until the user leaves. */
export class InteractiveTerminal {
  readonly #given: InteractiveTerminalOptions;
  readonly #state = new TerminalState(() => this.#front);
  readonly #front: TerminalFront;
  readonly #input: PromptInput;
  readonly #sessions: SessionRunner;

  /** @throws if no terminal can be opened for input */
  constructor(given: InteractiveTerminalOptions) {
    this.#given = given;
    const { options, isPlain, cwd, version, settings, early } = given;
    const state = this.#state;
    const sequences = {
      isTTY: true,
      write: (sequence: string): void => this.#front.sendToTerminal?.(sequence),
    };
    const notifier = new Notifier({
      settings,
      env: process.env,
      send: isPlain ? () => this.#front.bell?.() : sequences.write,
    });
    const work = new WorkView(state, {
      notifier,
      sequences,
      onTaken: ({ content }) => this.#input.outbox.taken(content),
    });
    const keyOf = keyTexts(settings.keys.actions);
    this.#input = new PromptInput(state, { cwd, work, denied: () => inquiries.denied, keyOf });
    const events = wireFront({
      state,
      input: this.#input,
      inquiries: () => inquiries,
      notifier,
      hasColor: settings.hasColor && !isPlain,
      startFresh: (plan) => this.#sessions.startFresh(plan),
    });
    this.#front = isPlain
      ? new PlainFront(events, process.env)
      : new Front(events, process.env, settings, early);
    const { screen, style } = this.#front;
    const inquiries = new InquiryLog((text, keepsWords) => screen.line(text, keepsWords), style, isPlain);
    this.#sessions = new SessionRunner({
      options,
      cwd,
      version,
      state,
      input: this.#input,
      work,
      inquiries,
      notifier,
      sequences,
    });
  }

  /** @param picks the user chooses the session to resume from a list */
  async run(picks: boolean): Promise<number> {
    const front = this.#front;
    const { stop } = this.#state;
    const saved = front.saved();
    const onUncaught = (): void => front.close();
    process.on('uncaughtExceptionMonitor', onUncaught);
    const unwatch = watchSignals(stop, (text) => this.#state.note(text), front);
    stop.onStop(() => {
      this.#state.end();
      // The terminal is the shell's again: it would read the answer to what is asked now.
      void front.idle?.();
    });
    for (const problem of this.#given.settings.keys.problems) this.#state.note(problem);
    for (const text of this.#input.history.read()) front.editor.addToHistory(text);
    front.start(this.#given.options.prompt !== undefined);
    let farewell: readonly string[] = [];
    try {
      const ended = await this.#runSessions(picks, saved);
      if (ended.failure !== undefined) {
        await front.idle?.();
        front.close();
        for (const line of ended.failure.split('\n')) say(line);
      }
      farewell = ended.farewell;
      return stop.cause?.kind === 'signal' ? SIGNAL_STATUS[stop.cause.signal] : ended.status;
    } finally {
      process.off('uncaughtExceptionMonitor', onUncaught);
      for (const line of farewell)
        front.screen.line(front.style('quiet', this.#given.isPlain ? spokenFacts(line) : line));
      await front.idle?.();
      front.close();
      unwatch();
    }
  }

  async #runSessions(picks: boolean, saved: ReturnType<TerminalFront['saved']>): Promise<Ended> {
    const state = this.#state;
    const trust = await askTrust(this.#given, this.#front.desk);
    if (trust.problem !== undefined) state.note(trust.problem);
    state.withheld = trust.withheld;
    let ended: Ended = { status: 0, failure: undefined, farewell: [] };
    if (trust.isLeaving) return ended;
    let choice = picks ? await this.#pickSession() : this.#given.options.session;
    let isPicked = picks;
    let last: SessionChoice | undefined;
    let isFirst = true;
    while (choice !== undefined && !state.stop.signal.aborted) {
      // The person may have trusted the directory in the session before.
      if (!isFirst) state.withheld = await waitingForTrust(this.#given.cwd);
      isFirst = false;
      const session = await this.#sessions.run(choice, saved);
      if (session.failure !== undefined && isPicked && state.stop.cause === undefined) {
        // A failure of a session chosen from a list does not end the program.
        for (const line of session.failure.split('\n')) state.note(line);
        choice = last ?? (await this.#pickSession());
        last = undefined;
        continue;
      }
      if (session.failure !== undefined) return { ...session, farewell: ended.farewell };
      ended = session;
      if (session.resumeId !== undefined)
        last = { kind: 'named', name: session.resumeId, isForked: false, id: undefined };
      isPicked = true;
      choice = state.stop.cause === undefined ? state.next : undefined;
    }
    return ended;
  }

  /** Undefined: there is none, or the user has left. */
  async #pickSession(): Promise<SessionChoice | undefined> {
    const { cwd, options } = this.#given;
    const state = this.#state;
    const { promise, resolve } = Promise.withResolvers<SessionChoice | undefined>();
    state.stop.onStop(() => resolve(undefined));
    const isOpen = openResumePicker({
      cwd,
      env: process.env,
      exceptId: undefined,
      pick: (picker) => this.#front.pick(picker),
      refresh: () => this.#front.screen.refresh(),
      open: resolve,
      note: (text) => state.note(text),
      onClose: () => {
        state.note('No session was chosen; this is a new one.');
        resolve(options.session);
      },
    });
    if (!isOpen) {
      state.note('There is no session to resume; this is a new one.');
      return options.session;
    }
    return promise;
  }
}

interface Ended {
  readonly status: number;
  /** Why no session could be opened. */
  readonly failure: string | undefined;
  readonly farewell: readonly string[];
}
