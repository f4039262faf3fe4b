import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** A file of this folder or a path in the repository, and how the title of a test in it begins. */
type Place = readonly [file: string, title: string];

const DESK = 'packages/terminal/test/desk/desk.test.ts';

/** The scenes that the terminal is accepted by, and the tests that play them in tmux; those with a path play a part of it with a double. */
const SCENES: readonly { readonly scene: string; readonly tests: readonly Place[] }[] = [
  { scene: '1 start, exit', tests: [['scenes', 'starts, streams an answer']] },
  { scene: '2 stream, a paragraph one line', tests: [['scenes', 'starts, streams an answer']] },
  { scene: '3 stream with resizes', tests: [['tty', 'keeps the log whole']] },
  { scene: '4 five calls in call order', tests: [['tty', 'lends the terminal while calls run']] },
  { scene: '5 ask with difference, yes', tests: [['scenes', 'asks about an edit']] },
  { scene: '6 always', tests: [['asks', 'asks in many ways']] },
  {
    scene: '7 no; no with words',
    tests: [
      ['scenes', 'asks about an edit'],
      ['asks', 'asks in many ways'],
    ],
  },
  { scene: '8 an ask arrives while typing', tests: [['scenes', 'keeps a draft, and answers nothing']] },
  {
    scene: '9 double Enter on two asks',
    tests: [
      ['asks', 'asks in many ways'],
      [DESK, 'answers one of two asks'],
    ],
  },
  { scene: '10 paste on a card', tests: [['asks', 'asks in many ways']] },
  {
    scene: '11 hidden and mixed letters',
    tests: [
      ['scenes', 'offers "always" for a long edit'],
      ['asks', 'asks in many ways'],
    ],
  },
  { scene: '12 400 rows', tests: [['scenes', 'offers "always" for a long edit']] },
  { scene: '13 file changed under an ask', tests: [['asks', 'asks in many ways']] },
  {
    scene: '14 Shift-Tab with asks',
    tests: [
      ['asks', 'asks in many ways'],
      ['asks', 'shows which commands of a line'],
    ],
  },
  { scene: '15 1,000 asks', tests: [['rest', 'asks 1,000 questions']] },
  {
    scene: '16 Esc',
    tests: [
      ['scenes', 'stops with Esc'],
      ['scenes', 'finds an earlier prompt'],
      ['rest', 'keeps waiting messages after Esc'],
    ],
  },
  { scene: '17 Ctrl-C', tests: [['scenes', 'stops with Esc']] },
  { scene: '18 Enter, Tab, ↑ at work', tests: [['scenes', 'holds messages while it works']] },
  { scene: '19 paste of 10,000 lines', tests: [['tty', 'keeps the log whole']] },
  { scene: '20 Ctrl-G', tests: [['tty', 'lends the terminal while calls run']] },
  { scene: '21 Ctrl-Z, fg, other size', tests: [['tty', 'lends the terminal while calls run']] },
  {
    scene: '22 kill -9; draft resumed',
    tests: [
      ['scenes', 'gives the terminal back after SIGKILL'],
      ['tty', 'keeps echo and cursor of bash'],
      ['commands', 'offers again what was typed'],
    ],
  },
  { scene: '23 window closed', tests: [['tty', 'is gone with everything']] },
  { scene: '24 Ctrl-S', tests: [['rest', 'goes on while the terminal does not read']] },
  {
    scene: '25 SIGTERM, uncaught error',
    tests: [
      ['scenes', 'works in a terminal of'],
      ['rest', 'gives the terminal back when an error inside'],
    ],
  },
  { scene: '26 odd widths', tests: [['tty', 'keeps the log whole']] },
  {
    scene: '27 /clear, picker, /fork',
    tests: [
      ['scenes', 'tells hooks why'],
      ['scenes', 'goes on with a session'],
      ['rest', 'keeps waiting messages after Esc'],
      ['resume', 'lists 500 sessions'],
    ],
  },
  { scene: '28 undo', tests: [['commands', 'shows, undoes and rewinds']] },
  {
    scene: '29 tasks, Ctrl-B',
    tests: [
      ['scenes', 'lists agents and background tasks'],
      ['keys', 'moves a running command'],
    ],
  },
  {
    scene: '30 questions, plan, form, url',
    tests: [
      ['asks', 'approves a plan'],
      ['plan-options', 'carries a plan out in a new session'],
      ['asks', 'asks what a server wants to know'],
      [DESK, 'keeps a form open'],
    ],
  },
  { scene: '31 trust', tests: [['status', 'runs no statusLine of a repository']] },
  {
    scene: '32 custom command with a denied command',
    tests: [['rest', 'runs no command that a rule denies']],
  },
  { scene: '33 @ of denied and ignored files', tests: [['scenes', 'runs !commands and reads @files']] },
  { scene: '34 529, cut stream, expired key', tests: [['tty', 'keeps the log whole']] },
  {
    scene: '35 plain',
    tests: [
      ['plain', 'plain: chooses a session'],
      ['rest', 'runs no command that a rule denies'],
    ],
  },
  { scene: '36 20x6, 200x60', tests: [['scenes', 'works in a terminal of']] },
  { scene: '37 notification through tmux', tests: [['status', 'rings when it waits']] },
  { scene: '38 output full of ESC', tests: [['tty', 'keeps the log whole']] },
  {
    scene: 'random keys',
    tests: [
      ['fuzz', 'answers no question'],
      [DESK, 'never lets a key answer'],
    ],
  },
];

const root = join(import.meta.dirname, '../../../../..');
const FOLDER = 'packages/sluice/test/cli/interactive';

it('has all 38 scenes, and the random keys', () => {
  const names = Array.from({ length: 38 }, (_, at) => String(at + 1));
  expect(SCENES.map(({ scene }) => scene.split(' ')[0])).toEqual([...names, 'random']);
});

it.each(SCENES)('$scene: its tests exist, and one plays it in tmux', ({ tests }) => {
  expect(tests.some(([file]) => !file.includes('/'))).toBe(true);
  for (const [file, title] of tests) {
    const path = file.includes('/') ? file : `${FOLDER}/${file}.process.test.ts`;
    const text = readFileSync(join(root, path), 'utf8');
    expect(text).toContain(`'${title}`);
    if (!file.includes('/')) expect(text).toContain("from './support/scene.ts'");
  }
});

it('plays them with what npm pack makes, when everything is tested after a build', () => {
  const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8');
  expect(config).toContain(`export const SCENES = '${FOLDER}/*.process.test.ts';`);
  expect(config).toContain('const packedScenes = isBuilt && !isQuick ? [SCENES] : [];');
  expect(config).toMatch(
    /include: \[\s*\.\.\.\(part === 'rest' \? SLOW_PACKED_TESTS : \['test\/packed\/\*\*\/\*\.packed\.test\.ts'\]\),\s*\.\.\.packedScenes,\s*\]/,
  );
  const scene = readFileSync(join(root, 'packages/sluice/test/cli/exec/support/cli.ts'), 'utf8');
  expect(scene).toContain("join(packed, 'app/node_modules/.bin/sluice')");
});
