import type {
  FormInquiry,
  InquiryAnswer,
  PermissionRequest,
  QuestionsInquiry,
  UrlInquiry,
} from '@sluice/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { QUIET_MS } from '../../src/desk/card-focus.ts';
import { LINE_QUIET_MS } from '../../src/plain/line-focus.ts';
import { PlainDesk } from '../../src/plain/plain-desk.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const request = (id: string): PermissionRequest => ({
  kind: 'permission',
  requestId: id,
  callId: id,
  toolName: 'Bash',
  input: { command: `make ${id}` },
  display: { text: `command: make ${id}`, isWhole: true, warnings: [] },
  summary: `Bash make ${id}`,
  reason: 'no rule allows it',
  agentChain: [],
  askedBy: 'default',
  matchedRule: undefined,
  blockedPath: undefined,
  suggestedRules: [],
  suggestedDestination: 'session',
  risk: 'medium',
  batch: { messageId: 'm', open: 1 },
});

function open(
  onArming: (desk: PlainDesk) => void = () => {},
  isHeld = (): boolean => false,
  onOpen: (inquiry: UrlInquiry) => void = () => {},
): {
  desk: PlainDesk;
  said: string[];
  answered: string[];
  ask: (id: string) => void;
} {
  const said: string[] = [];
  const answered: string[] = [];
  const desk = new PlainDesk({
    onAnswered() {},
    onWithdrawn() {},
    onWhy() {},
    onWhole() {},
    onOpen,
    onFresh() {},
    onEdit() {},
    onProblem() {},
    isHeld,
    hasAuto: () => false,
    hasBrowser: () => true,
    cannotShow: () => undefined,
    now: () => Date.now(),
    say: (text) => said.push(text),
    onArming: () => {
      said.push('arming');
      onArming(desk);
    },
    onArmed: () => said.push('armed'),
  });
  const ask = (id: string): void =>
    desk.push(request(id), ({ behavior }) => answered.push(`${id}: ${behavior}`));
  return { desk, said, answered, ask };
}

const PROMPT = /^asks \(/;

it('a number typed before a question says that it can be answered is not an answer to it', () => {
  const { desk, said, answered, ask } = open();
  ask('a');
  expect(desk.take('1')).toBe(false);
  vi.advanceTimersByTime(QUIET_MS - 1);
  expect(said).toContain('Bash make a: asks for your approval, risk medium');
  expect(said.some((line) => PROMPT.test(line))).toBe(false);
  expect(desk.take('1')).toBe(false);
  vi.advanceTimersByTime(1);
  // What was typed until then is taken away first.
  expect(said.at(-3)).toBe('arming');
  expect(said.at(-2)).toMatch(PROMPT);
  expect(said.at(-1)).toBe('armed');
  expect(desk.take('1')).toBe(true);
  expect(answered).toEqual(['a: allow']);
});

it.each([
  ['the one before it was answered', ({ desk }: ReturnType<typeof open>) => void desk.take('1')],
  ['the one before it was withdrawn', ({ desk }: ReturnType<typeof open>) => desk.remove('a')],
  ['it changed', ({ desk }: ReturnType<typeof open>) => desk.update(request('a'))],
])('a question is deaf again when %s', (_, change) => {
  const table = open();
  const { desk, answered, ask } = table;
  ask('a');
  ask('b');
  vi.advanceTimersByTime(QUIET_MS);
  change(table);
  const before = [...answered];
  expect(desk.take('1')).toBe(false);
  vi.advanceTimersByTime(QUIET_MS - 1);
  expect(desk.take('1')).toBe(false);
  expect(answered).toEqual(before);
  vi.advanceTimersByTime(1);
  expect(desk.take('1')).toBe(true);
  expect(answered).toHaveLength(before.length + 1);
});

it('a number typed twice answers one of two questions, however late the second comes', () => {
  const { desk, answered, ask } = open();
  const type = (line: string): boolean => {
    const isTaken = desk.take(line);
    desk.sawLine();
    return isTaken;
  };
  ask('a');
  ask('b');
  vi.advanceTimersByTime(QUIET_MS);
  expect(type('1')).toBe(true);
  // The card of the next one has been there for longer than a key needs.
  vi.advanceTimersByTime(2 * QUIET_MS);
  expect(type('1')).toBe(false);
  vi.advanceTimersByTime(LINE_QUIET_MS - 1);
  expect(type('1')).toBe(false);
  expect(answered).toEqual(['a: allow']);
  vi.advanceTimersByTime(LINE_QUIET_MS);
  expect(type('1')).toBe(true);
  expect(answered).toEqual(['a: allow', 'b: allow']);
});

it('a line that is found just before a question hears answers makes it wait', () => {
  let typed = 1;
  const { desk, said, ask } = open((one) => {
    if (typed-- > 0) one.sawLine();
  });
  ask('a');
  vi.advanceTimersByTime(QUIET_MS);
  expect(said).not.toContain('armed');
  expect(desk.take('1')).toBe(false);
  vi.advanceTimersByTime(LINE_QUIET_MS);
  expect(said.filter((line) => line === 'armed')).toHaveLength(1);
});

it('a question waits while a list hears numbers', () => {
  let isHeld = true;
  const { desk, said, answered, ask } = open(undefined, () => isHeld);
  ask('a');
  vi.advanceTimersByTime(10 * LINE_QUIET_MS);
  expect(said).toEqual([
    'Bash make a: asks for your approval, risk medium. It waits until you leave the list.',
  ]);
  expect(desk.take('1')).toBe(false);
  isHeld = false;
  desk.resume();
  vi.advanceTimersByTime(QUIET_MS + 1);
  expect(said).toContain('armed');
  expect(desk.take('1')).toBe(true);
  expect(answered).toEqual(['a: allow']);
});

it('a question also waits for a list that was opened before it heard answers', () => {
  let isHeld = false;
  const { desk, said, answered, ask } = open(undefined, () => isHeld);
  ask('a');
  vi.advanceTimersByTime(QUIET_MS - 1);
  isHeld = true;
  vi.advanceTimersByTime(10 * LINE_QUIET_MS);
  expect(said.at(-1)).toMatch(/^Bash make a: .* It waits until you leave the list\.$/);
  expect(said).not.toContain('armed');
  isHeld = false;
  desk.resume();
  vi.advanceTimersByTime(QUIET_MS + 1);
  expect(said.at(-1)).toBe('armed');
  expect(desk.take('1')).toBe(true);
  expect(answered).toEqual(['a: allow']);
});

it('an empty text goes back to the choices', () => {
  const { desk, said, answered, ask } = open();
  ask('a');
  vi.advanceTimersByTime(QUIET_MS + 1);
  desk.take('4');
  expect(said.at(-1)).toBe('why not?');
  desk.take(' ');
  expect(said.at(-1)).toMatch(PROMPT);
  desk.take('1');
  expect(answered).toEqual(['a: allow']);
});

it('a question that is gone is not announced anymore', () => {
  const { desk, said, ask } = open();
  ask('a');
  vi.advanceTimersByTime(1);
  desk.remove('a');
  vi.advanceTimersByTime(QUIET_MS);
  expect(said).not.toContain('armed');
});

it('repeats all of a question, and for a wrong number says only what can be done', () => {
  const { desk, said, ask } = open();
  ask('a');
  vi.advanceTimersByTime(QUIET_MS);
  const card = said.slice(said.indexOf('') + 1, said.indexOf('arming'));
  expect(card.slice(0, 3)).toEqual([
    'Bash make a: asks for your approval, risk medium',
    '  command: make a',
    '  because no rule allows it',
  ]);
  said.length = 0;
  desk.take('7');
  expect(said).toEqual([
    'There is no choice 7.',
    'asks (1 waits). Type a number and press Enter; Enter alone repeats the question.',
  ]);
  said.length = 0;
  desk.repeat();
  expect(said).toEqual([...card, 'asks (1 waits). Type a number and press Enter.']);
  said.length = 0;
  // Its reason goes to the log; the choices have been heard.
  desk.take('6');
  expect(said).toEqual(['asks (1 waits). Type a number and press Enter; Enter alone repeats the question.']);
});

describe('a question that takes several answers', () => {
  const answers = ['add', 'div', 'mul'].map((label) => ({ label, description: '' }));
  const questions = [{ question: 'Which?', header: 'Which', multiSelect: true, options: answers }];
  const inquiry: QuestionsInquiry = { ...request('q'), kind: 'questions', input: { questions } };

  function asked() {
    const table = open();
    const given: InquiryAnswer[] = [];
    table.desk.push(inquiry, (answer) => given.push(answer));
    vi.advanceTimersByTime(QUIET_MS);
    return { ...table, given };
  }

  it.each(['1 3', '1,3', '1, 3'])('marks several by %j, and says only what is marked', (line) => {
    const { desk, said, given } = asked();
    expect(said).toContain('  You can choose several: type their numbers, such as 1 3, and then 7.');
    const before = said.length;
    expect(desk.take(line)).toBe(true);
    expect(said.slice(before)).toEqual([
      'Marked: 1. add, 3. mul.',
      '  7. Done',
      expect.stringMatching(PROMPT),
    ]);
    desk.take('7');
    vi.advanceTimersByTime(QUIET_MS);
    desk.take('1');
    expect(given).toMatchObject([{ behavior: 'allow', updatedInput: { answers: { 'Which?': 'add, mul' } } }]);
  });

  it('takes a mark away by its number alone, and takes nothing else along', () => {
    const { desk, said } = asked();
    desk.take('1');
    desk.take('1');
    expect(said).toContain('Nothing is marked.');
    desk.take('1 8');
    expect(said.at(-2)).toBe('Only answers that can be marked go together: nothing was chosen.');
    desk.take('1 6');
    expect(said.at(-2)).toBe('There is no choice 6.');
  });
});

it('a question that takes one answer takes one number', () => {
  const { desk, said, answered, ask } = open();
  ask('a');
  vi.advanceTimersByTime(QUIET_MS);
  expect(desk.take('1 3')).toBe(true);
  expect(said.at(-2)).toBe('This takes one number: nothing was chosen.');
  expect(answered).toEqual([]);
});

it.each([
  ['y', 'allow'],
  ['Yes', 'allow'],
  ['no', 'deny'],
])('takes %s for an answer to what a person has asked for, and for no call', (line, behavior) => {
  const { desk, answered, ask } = open();
  const { summary, reason, agentChain } = request('c');
  desk.push(
    { kind: 'confirm', requestId: 'c', message: 'Start it?', summary, reason, agentChain },
    (answer) => answered.push(answer.behavior),
  );
  vi.advanceTimersByTime(QUIET_MS);
  expect([desk.take(line), answered]).toEqual([true, [behavior]]);
  ask('a');
  vi.advanceTimersByTime(LINE_QUIET_MS + QUIET_MS);
  expect([desk.take(line), answered]).toEqual([false, [behavior]]);
});

describe('a form', () => {
  const properties = {
    name: { type: 'string', title: 'Your name' },
    size: { type: 'integer', minimum: 1, default: 3 },
    color: { type: 'string', enum: ['red', 'blue'], default: 'blue' },
  };
  const { summary, reason, agentChain, display } = request('f');
  const inquiry: FormInquiry = {
    ...{
      kind: 'form',
      requestId: 'f',
      source: 'mcp:docs',
      message: 'Who?',
      display,
      summary,
      reason,
      agentChain,
    },
    schema: { type: 'object', properties, required: ['name', 'size'] },
  };

  function filled(...lines: readonly string[]) {
    const { desk, said } = open();
    const given: InquiryAnswer[] = [];
    desk.push(inquiry, (answer) => given.push(answer));
    vi.advanceTimersByTime(QUIET_MS);
    const taken = lines.map((line) => {
      const isTaken = desk.take(line);
      vi.advanceTimersByTime(QUIET_MS);
      return isTaken;
    });
    return { said, given, taken };
  }

  it.each([
    ['the text of a field, and Enter alone for defaults', ['Ada', '', '', '1'], { name: 'Ada' }],
    ['a number that is no choice', ['Ada', '4', '1', '1'], { name: 'Ada', size: 4, color: 'red' }],
    [
      'a number that is a choice, after 8',
      ['Ada', '8', '9', '1', '1'],
      { name: 'Ada', size: 9, color: 'red' },
    ],
    ['Enter alone after 8', ['Ada', '8', '', '', '1'], { name: 'Ada' }],
    [
      'a text that does not fit, and then one that does',
      ['Ada', 'large', '5', '', '1'],
      { name: 'Ada', size: 5 },
    ],
    ['what looks like an answer to something else', ['yes', '', '', '1'], { name: 'yes' }],
  ])('takes %s', (_title, lines, content) => {
    const { given, taken } = filled(...lines);
    expect(taken).not.toContain(false);
    expect(given).toEqual([{ behavior: 'allow', updatedInput: content }]);
  });

  it('says what Enter takes, and takes neither a command nor Enter where there is no default', () => {
    const { said, taken } = filled('/mode', '', 'Ada');
    expect(taken).toEqual([false, false, true]);
    expect(said.filter((line) => PROMPT.test(line))).toEqual([
      'asks (1 waits). Type the answer, or a number, and press Enter.',
      'asks (1 waits). Type the answer, or a number, and press Enter. Enter alone takes 9, Keep the default: 3.',
    ]);
  });
});

it.each([
  [
    'opens an address that nothing is wrong with, and then says that it was opened',
    [],
    [true, true],
    1,
    ['allow'],
  ],
  [
    'takes nothing where a warning is shown',
    ['The host has letters that look alike.'],
    [false, false],
    0,
    [],
  ],
] as const)('Enter alone %s', (_title, warnings, taken, opened, answers) => {
  const pages: string[] = [];
  const { desk, answered } = open(undefined, undefined, ({ url }) => pages.push(url));
  const { summary, reason, agentChain, display } = request('u');
  const url = 'https://login.example/start';
  desk.push(
    {
      ...{ kind: 'url', requestId: 'u', source: 'mcp:docs', message: 'Log in.', summary, reason, agentChain },
      ...{ url, display: { ...display, warnings } },
    },
    ({ behavior }) => answered.push(behavior),
  );
  vi.advanceTimersByTime(QUIET_MS);
  expect([desk.take(''), desk.take('')]).toEqual(taken);
  expect([pages.length, answered]).toEqual([opened, answers]);
});
