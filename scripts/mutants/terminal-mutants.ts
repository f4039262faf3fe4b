import type { Mutant } from './mutant.ts';

const DESK = 'packages/terminal/src/desk/desk.ts';
const DESK_TEST = 'packages/terminal/test/desk/desk.test.ts';
const SCREEN = 'packages/terminal/src/screen/screen.ts';
const SCENES_TEST = 'packages/sluice/test/cli/interactive/scenes.process.test.ts';
const SCREEN_TEST = 'packages/terminal/test/screen/screen.test.ts';

/** The interactive terminal: what answers a question, and what is written where. */
export const TERMINAL_MUTANTS: readonly Mutant[] = [
  {
    name: 'terminal-own-blanks-marked',
    breaks: 'The blanks that align our own tables are shown as hidden text.',
    promise: 5,
    file: 'packages/sluice/src/cli/interactive/slash-commands.ts',
    find: "import { disarm } from '@sluice/core'",
    replace: "import { sanitize as disarm } from '@sluice/core'",
    test: SCENES_TEST,
  },
  {
    name: 'terminal-command-obeyed',
    breaks: 'What a repository says of its commands reaches the terminal as it is.',
    promise: 5,
    file: 'packages/sluice/src/cli/interactive/footer-rows.ts',
    find: '${sanitize(detail)}',
    replace: '${detail}',
    test: SCENES_TEST,
  },
  {
    name: 'terminal-mention-lost',
    breaks: 'Files mentioned at the prompt and output of commands do not reach the model.',
    promise: 5,
    file: 'packages/agent/src/loop/submit.ts',
    find: '...(given.following ?? []), ',
    replace: '',
    test: SCENES_TEST,
  },
  {
    name: 'terminal-draft-lost-in-list',
    breaks: 'A list to choose from takes away what a person was writing.',
    promise: 5,
    file: 'packages/sluice/src/cli/interactive/picker-desk.ts',
    find: 'this.#editor.setText(this.#draft);',
    replace: "this.#editor.setText('');",
    test: SCENES_TEST,
  },
  {
    name: 'terminal-end-unexplained',
    breaks: 'SessionEnd hooks are not told why the session ends.',
    promise: 4,
    file: 'packages/session/src/parts/open-session-parts.ts',
    find: 'if (disposed === undefined) events.willEnd(reason);',
    replace: '',
    test: SCENES_TEST,
  },
  {
    name: 'terminal-card-hears-at-once',
    breaks: 'A key typed for something else answers a question that has just appeared.',
    promise: 4,
    file: DESK,
    find: 'this.#events.now() - this.#focusShownAt >= QUIET_MS',
    replace: 'this.#events.now() - this.#focusShownAt >= 0',
    test: DESK_TEST,
  },
  {
    name: 'terminal-card-takes-draft',
    breaks: 'A question takes the keys of a person who is writing.',
    promise: 4,
    file: DESK,
    find: 'if (!isPromptEmpty) return undefined;',
    replace: '',
    test: DESK_TEST,
  },
  {
    name: 'terminal-always-unseen',
    breaks: '"From now on" is offered for a call of which not all was shown.',
    promise: 4,
    file: 'packages/terminal/src/desk/option.ts',
    find: 'hasSeenAll && suggestedRules.length > 0',
    replace: 'suggestedRules.length > 0',
    test: DESK_TEST,
  },
  {
    name: 'terminal-reflow-uncounted',
    breaks: 'A resize leaves rows of the footer in the log.',
    promise: 5,
    file: SCREEN,
    find: 'this.#tty.reflows ? Math.max(1, Math.ceil(cells(row) / columns)) : 1;',
    replace: '1;',
    test: SCREEN_TEST,
  },
  {
    name: 'terminal-open-line-lost',
    breaks: 'A paragraph that is streamed over a resize is written over.',
    promise: 5,
    file: SCREEN,
    find: 'this.#open?.rewrap(columns);',
    replace: '',
    test: SCREEN_TEST,
  },
  {
    name: 'terminal-cut-field-seen',
    breaks: 'A long command that was cut before it reached the card passes for one that was seen whole.',
    promise: 4,
    file: 'packages/terminal/src/views/card-rows.ts',
    find: 'body.length <= room && isShownWhole(inquiry)',
    replace: 'body.length <= room',
    test: 'packages/terminal/test/views/card-rows.test.ts',
  },
  {
    name: 'terminal-plain-answers-early',
    breaks: 'In plain mode, a line that was begun before a question answers it.',
    promise: 4,
    file: 'packages/sluice/src/cli/interactive/plain-front.ts',
    find: 'if (!isOutdated && ',
    replace: 'if (',
    test: 'packages/sluice/test/cli/interactive/plain.process.test.ts',
  },
];
