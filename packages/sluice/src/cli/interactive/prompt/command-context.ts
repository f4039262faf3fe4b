import { confirm } from '../questions/confirm.ts';
import type { Denied } from '../questions/inquiry-log.ts';
import type { KeyOf } from '../key-text.ts';
import type { ModeCycle } from './mode-cycle.ts';
import type { Outbox } from './outbox.ts';
import type { SlashCommandsOptions } from './slash-commands.ts';
import type { TerminalState } from '../terminal-state.ts';
import type { WorkView } from '../work-view.ts';

/** What a slash command can use. Undefined: no session is open. */
export function commandContext(
  state: TerminalState,
  outbox: Outbox,
  work: WorkView,
  denied: readonly Denied[],
  modes: ModeCycle,
  keyOf: KeyOf,
): ReturnType<SlashCommandsOptions['context']> {
  const { front, opened, spending, watch } = state;
  if (opened === undefined || watch === undefined) return undefined;
  const { agent, parts, sessionId } = opened;
  return {
    agent,
    parts,
    sessionId,
    isWorking: state.workingSince !== undefined,
    usage: { usedTokens: state.usedTokens, windowTokens: agent.provider.contextWindow },
    spentUsd: state.totalUsd,
    isCostWhole: spending.isWhole,
    models: spending.models,
    prompts: spending.prompts,
    denied,
    notices: state.notices,
    withheld: state.withheld,
    follow: (events) => work.follow(events),
    pick: (picker) => front.pick(picker),
    showPanel: (panel) => {
      state.panel = panel;
      front.screen.refresh();
    },
    watch,
    refresh: () => front.screen.refresh(),
    confirm: (message, prefersNo) => confirm(front.desk, message, prefersNo),
    mayAnswer: (mode) => modes.mayAnswer(agent, mode),
    unsend: () => outbox.takeBack(agent),
    send: (text) => outbox.send(agent, text, 'next'),
    tell: (text) => state.calls.giveBack([{ origin: 'note', text }]),
    setDraft: (text) => front.editor.setText(text),
    editor: front.editor,
    rename: (title) => opened.rename(title),
    lend: (run) => front.lend(run),
    sendToTerminal: front.sendToTerminal,
    columns: front.columns,
    keyOf,
    isPlain: front.isEchoed,
    switchTo: (choice) => state.leave(choice, choice.kind === 'new' ? 'clear' : 'resume'),
    leave: () => state.leave(undefined, 'prompt_input_exit'),
  };
}
