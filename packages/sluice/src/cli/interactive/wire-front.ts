import type { Inquiry, InquiryAnswer } from '@sluice/core';
import { questionsOf } from '@sluice/terminal';
import { cannotShow } from '../exec/permission/cannot-show.ts';
import { AGAIN_KILLS, FIRST_KILLS, stoppingText } from '../stop/stopping-text.ts';
import { hasBrowser, openBrowser } from '../open-browser.ts';
import { allowedByMode } from './questions/allowed-by-mode.ts';
import { backgroundAgents } from './agents/background-agents.ts';
import { explainInquiry } from './questions/explain-inquiry.ts';
import type { Panel } from './agents/followed-agent.ts';
import type { FrontEvents, FrontState } from './front-events.ts';
import type { InquiryLog } from './questions/inquiry-log.ts';
import { keepPaste } from './prompt/keep-paste.ts';
import type { Notifier } from './notify/notifier.ts';
import { mentionOf } from './prompt/prompt-images.ts';
import type { PromptInput } from './prompt-input.ts';
import { endEditRules } from './session-rules.ts';
import type { TerminalState } from './terminal-state.ts';

/** Assumed until the session is open. */
const WINDOW_TOKENS = 200_000;

export interface WiredParts {
  readonly state: TerminalState;
  readonly input: PromptInput;
  readonly inquiries: () => InquiryLog;
  readonly notifier: Notifier;
  /** Reasons may be styled. */
  readonly hasColor: boolean;
  /** Carries out an approved plan in a new session. */
  readonly startFresh: (plan: string) => void;
}

/** What the terminal tells the session's wiring, and reads from it. */
export function wireFront(parts: WiredParts): FrontEvents {
  const { state, input, inquiries, notifier, hasColor, startFresh } = parts;
  return {
    onSubmit: (text, when) => input.submit(text, when),
    onSendNow: () => {
      if (state.opened !== undefined) input.outbox.sendNow(state.opened.agent);
    },
    onTakeBack: () => input.takeBack(),
    onStop: () => state.interrupt(),
    onKill: () => state.kill(),
    onLeave: () => state.leave(undefined, 'prompt_input_exit'),
    onAskToLeave: () => void state.askToLeave(),
    onAction: (action) => input.keys.act(action),
    onRewind: () => input.rewind(),
    onEscape: () => state.endLoop(),
    onTyped: () => {
      notifier.stop();
      input.draft.changed();
    },
    onClosePanel: () => {
      state.panel = undefined;
    },
    onKeyList: () => input.showKeys(),
    onEdit: (text, done) => void input.keys.editText(() => text, done),
    onWhy: (inquiry) => {
      const agent = state.opened?.agent;
      inquiries().reason(inquiry, agent === undefined ? [] : explainInquiry(agent, inquiry, hasColor));
    },
    onFresh: startFresh,
    hasAuto: () => state.opened?.agent.runtime.permission.current().isAutoAvailable === true,
    onWhole: (inquiry) => inquiries().whole(inquiry),
    hasBrowser,
    onOpen: ({ url }) => {
      openBrowser(new URL(url), () => state.note('No browser could be opened: open the address yourself.'));
    },
    onAnswered: (inquiry, given) => {
      inquiries().answered(inquiry, given);
      const permission = state.opened?.agent.runtime.permission;
      if (permission !== undefined && asksAboutEdits(inquiry, given.answer))
        inquiries().ended(endEditRules(permission));
    },
    onWithdrawn: (inquiry) => {
      const agent = state.opened?.agent;
      const mode = agent?.runtime.permission.current().mode;
      const isAllowed =
        agent !== undefined && mode !== undefined && allowedByMode(agent, [inquiry], mode) > 0;
      inquiries().withdrawn(inquiry, isAllowed ? mode : undefined);
    },
    cannotShow: (inquiry) => {
      const isForm = inquiry.kind === 'questions' || inquiry.kind === 'form';
      if (!isForm || questionsOf(inquiry) !== undefined) return undefined;
      if (inquiry.kind === 'form')
        state.note(`${inquiry.summary} that the terminal can't show. It was not filled in.`);
      return cannotShow(inquiry, 'the terminal');
    },
    onLost: () => state.stop.trigger({ kind: 'signal', signal: 'SIGHUP' }),
    mentionOf: (pasted) => mentionOf(pasted),
    keepPaste: (text) => {
      const session = state.opened?.parts.session;
      return session === undefined ? undefined : keepPaste(session.resultsDirectory, text);
    },
    menuFor: (text) => input.menuFor(text),
    state: (now = Date.now()) => frontState(state, input, now),
  };
}

/** A plan was approved, and the person wants to be asked about its edits. */
function asksAboutEdits(inquiry: Inquiry, answer: InquiryAnswer): boolean {
  if (inquiry.kind !== 'plan' || inquiry.agentId !== undefined || answer.behavior !== 'allow') return false;
  return answer.updates?.some((update) => update.type === 'setMode' && update.mode === 'default') === true;
}

function frontState(state: TerminalState, input: PromptInput, now: number): FrontState {
  const { opened, workingSince } = state;
  const mode = opened?.agent.runtime.permission.current().mode;
  return {
    live: state.log?.live ?? [],
    activity:
      workingSince === undefined ? undefined : (style, width) => state.log?.activity.row(style, width),
    waiting: input.waiting,
    stopping: stoppingOf(state),
    isWorking: state.isWorking,
    isOpen: opened !== undefined && state.next === undefined,
    editHint: mode === undefined ? undefined : input.modes.editHint(mode),
    panel: state.panel,
    agents: agentsOf(state),
    steps: state.steps?.panel(workingSince !== undefined),
    statusLine: state.statusLine?.row,
    status: {
      mode,
      model: opened?.agent.provider.model,
      effort: opened?.agent.thinking?.effort,
      usedTokens: state.usedTokens,
      windowTokens: opened?.agent.provider.contextWindow ?? WINDOW_TOKENS,
      costUsd: state.costUsd,
      isCostWhole: state.spending.isWhole,
      isStoppable: state.isWorking,
      workingMs: workingSince === undefined ? undefined : now - workingSince,
      tasks: opened?.parts.tasks.list().filter(({ status }) => status.status === 'running').length ?? 0,
    },
  };
}

function stoppingOf({ stop: { cause }, waitsToStop }: TerminalState): string | undefined {
  if (waitsToStop.length === 0) return undefined;
  const isTerminated = cause?.kind === 'signal' && cause.signal !== 'SIGINT';
  return stoppingText(waitsToStop, isTerminated ? FIRST_KILLS : AGAIN_KILLS);
}

function agentsOf({ opened, watch }: TerminalState): Panel | undefined {
  const list = opened?.parts.subAgents?.port.list() ?? [];
  return watch === undefined || list.length === 0 ? undefined : backgroundAgents(list, watch);
}
