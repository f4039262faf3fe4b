import type { PromiseLine } from './promise-line.ts';

const SCENES = 'packages/sluice/test/cli/interactive/scenes.process.test.ts';
const ASKS = 'packages/sluice/test/cli/interactive/asks.process.test.ts';
const TTY = 'packages/sluice/test/cli/interactive/tty.process.test.ts';
const REST = 'packages/sluice/test/cli/interactive/rest.process.test.ts';
const STATUS = 'packages/sluice/test/cli/interactive/status.process.test.ts';
const BATCH = 'packages/sluice/test/cli/interactive/batch.process.test.ts';
const RESUME = 'packages/sluice/test/cli/interactive/resume.process.test.ts';
const PLAIN = 'packages/sluice/test/cli/interactive/plain.process.test.ts';
const FUZZ = 'packages/sluice/test/cli/interactive/fuzz.process.test.ts';
const DESK = 'packages/terminal/test/desk/desk.test.ts';
const SCREEN = 'packages/terminal/test/screen/screen.test.ts';
const EDITOR = 'packages/terminal/test/editor/line-editor.test.ts';
const KEYS = 'packages/terminal/test/keys/key-reader.test.ts';

type Row = readonly [says: string, ...tests: (readonly [file: string, title: string])[]];

/** What users of other terminals suffer from. */
const SUFFERED: readonly Row[] = [
  [
    'Nothing flickers, jumps to the top or wipes the scrollback.',
    [SCENES, 'starts, streams an answer as one logical line, and leaves the terminal as it was'],
    [SCREEN, 'writes each line of the log once and whole'],
  ],
  [
    'A resize neither doubles nor eats history.',
    [TTY, 'keeps the log whole: resizes while it streams'],
    [SCREEN, 'erases no line of the log below a high footer'],
  ],
  [
    'No alternate screen takes the scrollback away.',
    [SCENES, 'starts, streams an answer as one logical line, and leaves the terminal as it was'],
  ],
  [
    'What is copied has no hard line ends, margins or boxes.',
    [SCREEN, 'keeps words whole while they are streamed, in rows that the terminal joins'],
  ],
  [
    'A question steals no keys, and is not approved unseen.',
    [SCENES, 'keeps a draft, and answers nothing with it, when an ask arrives while a person types'],
    [DESK, 'never lets a key answer that came before the card had been shown with the focus for a moment'],
    [FUZZ, 'answers no question by keys typed for something else'],
  ],
  [
    'Many questions are answered together, but only what was shown.',
    [BATCH, 'answers several calls together: those that are marked, once all of each was shown'],
    [DESK, 'allows nothing of which a part was not shown'],
  ],
  [
    'No question hides text or cuts a difference.',
    [
      SCENES,
      'offers "always" for a long edit only after all of it was shown, and never for hidden characters',
    ],
    [DESK, 'offers to keep rules only for what was shown whole and hides nothing'],
  ],
  [
    'Esc and Ctrl-C destroy no work and no text.',
    [SCENES, 'stops with Esc, and leaves with two Ctrl-C'],
    [REST, 'keeps waiting messages after Esc'],
  ],
  [
    'Waiting messages can be edited and are kept.',
    [SCENES, 'holds messages while it works, gives the last one back, and sends them in order'],
    [
      'packages/sluice/test/cli/interactive/commands.process.test.ts',
      'offers again what was typed and not sent',
    ],
  ],
  [
    'A great paste is not slow, doubled or half sent.',
    [KEYS, 'walks through a great paste once, and not again for each of its pieces'],
    [EDITOR, 'shows a long paste as a chip with its lines and size'],
    [TTY, 'keeps the log whole: resizes while it streams'],
  ],
  [
    'Odd widths double no row, and the cursor is where it is typed.',
    [TTY, 'keeps the log whole: resizes while it streams'],
    [SCREEN, 'writes each line of the log once and whole'],
  ],
  ['Shift-Enter begins a line.', [EDITOR, '%s begins a line and sends nothing']],
  [
    'A long session does not lag, and an idle one takes no CPU time.',
    [SCREEN, 'splits no text into characters while ordinary words stream and the row is not full'],
    [
      'packages/sluice/test/cli/interactive/front/drawn-frames.test.ts',
      'asks nothing from the moment it has to be idle until the terminal is its own again',
    ],
  ],
  [
    'A terminal that is gone leaves nothing that spins, and no mode stays on.',
    [TTY, 'is gone with everything that it started when its window is closed'],
    [SCENES, 'gives the terminal back after SIGKILL'],
  ],
  ['Suspension and an editor do not corrupt the terminal.', [TTY, 'lends the terminal while calls run']],
  [
    'No question times out or dies by Esc, and no form is declined unseen.',
    [ASKS, 'asks what a server wants to know'],
    [DESK, 'keeps a form open, parked or not, whatever time passes'],
  ],
  [
    'The list of sessions is quick and hides none.',
    [RESUME, 'lists 500 sessions with those of other directories'],
  ],
  [
    'What fills the context is told as a number, and as it is.',
    [REST, 'follows an agent of the tree, shows all that one did which has ended, and what fills the window'],
    ['packages/sluice/test/cli/context-parts.test.ts', 'is not counted as messages'],
  ],
  ['A notification gets through tmux.', [STATUS, 'rings when it waits and no key comes']],
  [
    'A light background is readable, and a screen reader is not flooded.',
    ['packages/terminal/test/text/style.test.ts', 'the color of %s is readable'],
    [PLAIN, 'plain: reads a change out once and again when asked to'],
  ],
  [
    'Files are found by @, as far as rules let them be read.',
    [SCENES, 'runs !commands and reads @files and @server:resources under the rules of the session'],
  ],
  [
    'Over a slow connection only what has changed is drawn.',
    [SCREEN, 'keeps each line of the log whole somewhere, whatever is on its way over a slow connection'],
    ['packages/terminal/test/screen/row-change.test.ts', 'changes of a row only what is different: %s'],
  ],
];

/** What becomes of the terminal when something fails. */
const FAILURES: readonly Row[] = [
  [
    'Standard input that is no terminal gives text for the first prompt, and keys come from the terminal.',
    [REST, 'takes piped text'],
  ],
  [
    'Standard output that is no terminal ends it, with a word about -p.',
    [
      'packages/sluice/test/cli/command-line.process.test.ts',
      'standard output is not a terminal; to run a prompt without one',
    ],
  ],
  [
    'A terminal that is gone is read and written no more, and everything ends.',
    [TTY, 'is gone with everything that it started when its window is closed'],
  ],
  [
    'A terminal that does not read does not hold the agent up, and gets all of the log.',
    [REST, 'goes on while the terminal does not read, and shows all of it afterwards'],
  ],
  ['1,000 questions have one card and a number.', [REST, 'asks 1,000 questions with one card and a number']],
  [
    'Of many calls those that fit have rows, and the rest are counted.',
    [
      'packages/terminal/test/views/live-calls.test.ts',
      'of 10,000 calls those that fit have rows, and the rest are counted',
    ],
  ],
  [
    'An error inside gives the terminal back, is named, and the session can be resumed.',
    [REST, 'gives the terminal back when an error inside ends it'],
  ],
];

const lines = (list: string, rows: readonly Row[]): readonly PromiseLine[] =>
  rows.map(([says, ...heldBy], index) => ({ id: `${list}${index + 1}`, says, heldBy }));

/** What has gone wrong in other terminals, and what becomes of ours when something fails. */
export const TERMINAL: readonly PromiseLine[] = [
  ...lines('terminal', SUFFERED),
  ...lines('terminal.failures', FAILURES),
];
