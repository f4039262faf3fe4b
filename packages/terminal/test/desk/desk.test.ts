import type { Inquiry, InquiryAnswer, JsonObject, PermissionRequest, QuestionsInquiry } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUIET_MS } from '../../src/desk/card-focus.ts';
import { Desk } from '../../src/desk/desk.ts';
import { COUNTDOWN_MS } from '../../src/desk/question-timeout.ts';
import type { Key } from '../../src/keys/key.ts';

const key = (name: string): Key => ({ kind: 'key', name, data: name.length === 1 ? name : `\u001b${name}` });

function request(id: string, more: Partial<PermissionRequest> = {}): PermissionRequest {
  return {
    kind: 'permission',
    requestId: id,
    callId: id,
    toolName: 'Bash',
    input: { command: 'make' },
    display: { text: 'command: make', isWhole: true, warnings: [] },
    summary: 'Bash make',
    reason: 'no rule allows it',
    agentChain: [],
    askedBy: 'default',
    matchedRule: undefined,
    blockedPath: undefined,
    suggestedRules: ['Bash(make *)'],
    suggestedDestination: 'session',
    risk: 'medium',
    batch: { messageId: 'm', open: 1 },
    ...more,
  };
}

interface Table {
  readonly desk: Desk;
  readonly answers: { readonly id: string; readonly answer: InquiryAnswer }[];
  /** What the prompt was given to begin with. */
  readonly prefilled: readonly string[];
  /** What was opened in the browser. */
  readonly pages: readonly string[];
  push(inquiry: Inquiry): void;
  /** A frame with an empty prompt, or beside a draft. */
  frame(isEmpty?: boolean): void;
  wait(ms: number): void;
  press(name: string): boolean;
}

function table(questionTimeoutMs?: number, whenDrawn?: (done: () => void) => void, hasBrowser = true): Table {
  let clock = 10_000;
  const answers: Table['answers'] = [];
  const prefilled: string[] = [];
  const pages: string[] = [];
  const desk = new Desk({
    onAnswered() {},
    onFresh() {},
    hasAuto: () => false,
    hasBrowser: () => hasBrowser,
    onWithdrawn() {},
    onWhy() {},
    onWhole() {},
    onOpen: ({ url }) => void pages.push(url),
    onProblem() {},
    onChange() {},
    onPrefill: (text) => void prefilled.push(text),
    onEdit: (text, done) => done(`${text}, changed`),
    cannotShow: () => undefined,
    now: () => clock,
    questionTimeoutMs,
    whenDrawn,
  });
  return {
    desk,
    answers,
    prefilled,
    pages,
    push: (inquiry) => desk.push(inquiry, (answer) => answers.push({ id: inquiry.requestId, answer })),
    frame(isEmpty = true) {
      desk.settleTimeout();
      desk.settleFocus(isEmpty);
      desk.framed(true);
    },
    wait(ms) {
      clock += ms;
    },
    press(name) {
      const isTaken = desk.take(key(name));
      desk.sawKey();
      return isTaken;
    },
  };
}

it('an answer that is not on the screen is not given, by its digit or by Enter', () => {
  const { desk, answers, push, frame, wait, press } = table();
  push(request('a'));
  frame();
  wait(2 * QUIET_MS);
  desk.framed(true, [], new Set(['3']));
  wait(2 * QUIET_MS);
  for (const name of ['1', '2', 'up', 'enter', '4']) press(name);
  expect(answers).toEqual([]);
  desk.framed(true, [], new Set(['1', '2', '3', '4']));
  press('1');
  expect(answers).toMatchObject([{ id: 'a', answer: { behavior: 'allow' } }]);
});

it('a card that was written but not drawn yet hears nothing', () => {
  const drawn: (() => void)[] = [];
  const { desk, answers, push, frame, wait, press } = table(undefined, (done) => drawn.push(done));
  push(request('a'));
  frame();
  wait(QUIET_MS);
  frame();
  wait(10 * QUIET_MS);
  expect(press('enter')).toBe(true);
  expect(answers).toEqual([]);
  expect(drawn).toHaveLength(1);
  drawn[0]?.();
  wait(QUIET_MS - 1);
  press('enter');
  expect(answers).toEqual([]);
  wait(1);
  press('enter');
  expect(answers.map(({ id }) => id)).toEqual(['a']);
  expect(desk.size).toBe(0);
});

it.each([
  ['permission', ' '],
  ['permission', 'y'],
  ['questions', ' '],
] as const)(
  'on a card of %s, %j answers nothing: it goes to the prompt, and the focus with it',
  (kind, data) => {
    const { desk, answers, push, frame, wait } = table();
    const options = [{ label: 'A', description: '' }];
    const input = { questions: [{ question: 'Which?', header: 'W', multiSelect: false, options }] };
    push(kind === 'questions' ? { ...request('a'), kind, input } : request('a'));
    frame();
    wait(QUIET_MS);
    frame();
    wait(QUIET_MS);
    expect(desk.card).toMatchObject({ isArmed: true, marked: 0 });
    expect(desk.take({ kind: 'key', name: data === ' ' ? 'space' : data, data })).toBe(false);
    expect([desk.hasFocus, desk.size, answers.length]).toEqual([false, 1, 0]);
  },
);

it('keeps the focus when a digit that it does not offer is pressed', () => {
  const { desk, answers, push, frame, wait, press } = table();
  push(request('a'));
  frame();
  wait(QUIET_MS);
  frame();
  wait(QUIET_MS);
  expect(press('8')).toBe(true);
  expect(desk.hasFocus).toBe(true);
  // The end of a number that was meant for a form, which the question has replaced.
  press('enter');
  expect(answers).toEqual([]);
  press('down');
  press('enter');
  expect(answers.map(({ id }) => id)).toEqual(['a']);
});

it('marks together what was shown, and nothing else', () => {
  const { desk, answers, push, frame, wait, press } = table();
  for (const id of ['a', 'b', 'c']) push(request(id));
  frame();
  wait(QUIET_MS);
  frame();
  wait(QUIET_MS);
  press('8');
  desk.framed(false, ['a', 'c']);
  wait(QUIET_MS);
  expect(press('2')).toBe(true);
  expect(desk.card?.batch?.map(({ isMarked }) => isMarked)).toEqual([true, false, true]);
  press('1');
  expect(answers.map(({ id }) => id)).toEqual(['a', 'c']);
});

const PAGE = 'https://example.com/sign-in';

function page(warnings: readonly string[] = []): Inquiry {
  const { display, summary, reason, agentChain } = request('a');
  return {
    ...{
      kind: 'url',
      requestId: 'u',
      source: 's',
      message: 'Sign in',
      url: PAGE,
      summary,
      reason,
      agentChain,
    },
    display: { ...display, warnings },
  };
}

it('opens the address of a page only on request, and goes on asking', () => {
  const { answers, pages, push, frame, wait, press } = table();
  push(page());
  const settle = (): void => {
    frame();
    wait(2 * QUIET_MS);
  };
  settle();
  settle();
  expect(pages).toEqual([]);
  press('enter');
  expect([pages, answers]).toEqual([[PAGE], []]);
  // A second Enter out of habit is no answer.
  press('enter');
  expect([pages, answers]).toEqual([[PAGE], []]);
  settle();
  press('2');
  expect([pages, answers]).toEqual([[PAGE, PAGE], []]);
  settle();
  press('enter');
  expect(answers).toMatchObject([{ id: 'u', answer: { behavior: 'allow' } }]);
});

it('opens no page by Enter that has a warning, and offers none where there is no browser', () => {
  const warned = table();
  warned.push(page(['look-alike']));
  const without = table(undefined, undefined, false);
  without.push(page());
  for (const each of [warned, without]) {
    each.frame();
    each.wait(QUIET_MS);
  }
  warned.press('enter');
  expect([warned.pages, warned.answers, warned.desk.card?.marked]).toEqual([[], [], undefined]);
  expect(without.desk.card?.options.map(({ label }) => label)).toEqual(['I have opened it', 'No', 'Dismiss']);
});

it.each([
  ['y', 'allow'],
  ['Y', 'allow'],
  ['n', 'deny'],
  ['1', 'allow'],
  ['3', 'deny'],
])('takes %s for an answer to what a person has asked for, and for no call', (name, behavior) => {
  const { desk, answers, push, frame, wait, press } = table();
  const { summary, reason, agentChain } = request('a');
  push({ kind: 'confirm', requestId: 'c', message: 'Start it?', summary, reason, agentChain });
  frame();
  wait(QUIET_MS);
  expect(press(name)).toBe(true);
  expect(answers).toMatchObject([{ id: 'c', answer: { behavior } }]);
  push(request('b'));
  frame();
  wait(QUIET_MS);
  if (/\d/.test(name)) return;
  expect([press(name), desk.size]).toEqual([false, 1]);
});

describe('a field with a default', () => {
  const { display, summary, reason, agentChain } = request('a');
  const fields: readonly (readonly [string, JsonObject])[] = [
    ['a text', { type: 'string', default: 'x' }],
    ['a number', { type: 'integer', default: 3 }],
    ['a choice', { type: 'string', enum: ['a', 'b'], default: 'b' }],
    ['a yes or no', { type: 'boolean', default: false }],
    ['several choices', { type: 'array', items: { enum: ['a', 'b'] }, default: ['b'] }],
  ];
  const form = (...asked: readonly JsonObject[]): Inquiry => ({
    ...{ kind: 'form', requestId: 'f', source: 's', message: 'Who?', display, summary, reason, agentChain },
    schema: { type: 'object', properties: Object.fromEntries(asked.map((field, at) => [`f${at}`, field])) },
  });

  it.each(fields)('keeps it by Enter: %s', (_, field) => {
    const { desk, answers, push, frame, wait, press } = table();
    push(form(field, field));
    for (const at of [1, 2]) {
      frame();
      wait(QUIET_MS);
      // Space marks choices, and answers nothing.
      if (field['type'] === 'array') press('space');
      expect(press('enter')).toBe(true);
      expect(desk.card?.progress).toEqual({ answers: {}, at, marked: [] });
    }
    frame();
    wait(QUIET_MS);
    press('enter');
    expect(answers).toEqual([{ id: 'f', answer: { behavior: 'allow', updatedInput: {} } }]);
  });

  it('keeps it by Enter where a text is already being typed', () => {
    const { desk, push, frame, wait, press } = table();
    push(form({ type: 'string' }, { type: 'string', default: 'x' }));
    frame();
    wait(QUIET_MS);
    press('A');
    desk.submitNote('Ada');
    wait(QUIET_MS);
    expect(desk.submitNote('')).toBe(true);
    expect(desk.card?.progress).toMatchObject({ answers: { f0: 'Ada' }, at: 2 });
  });

  it('keeps what was answered before, for whoever goes back', () => {
    const { desk, push, frame, wait, press } = table();
    push(form({ type: 'string', enum: ['a', 'b', 'c'], default: 'c' }));
    for (const name of ['2', 'left', 'enter']) {
      frame();
      wait(QUIET_MS);
      press(name);
    }
    expect(desk.card?.progress).toMatchObject({ answers: { f0: 'b' }, at: 1 });
  });
});

describe('a field of a form that only a text can answer', () => {
  const { display, summary, reason, agentChain } = request('a');
  const form = (field: JsonObject): Inquiry => ({
    ...{ kind: 'form', requestId: 'f', source: 's', message: 'Who?', display, summary, reason, agentChain },
    schema: { type: 'object', properties: { name: field } },
  });
  const text = { type: 'string' };

  it.each([
    ['a letter begins the answer', text, QUIET_MS, key('B'), 'answer: '],
    ['a paste is the answer', text, QUIET_MS, { kind: 'paste', text: 'Bob' } as const, 'answer: '],
    ['a letter that was typed before the card was seen is for the prompt', text, 1, key('B'), undefined],
    ['a letter is for the prompt where there are choices', { enum: ['a'] }, QUIET_MS, key('B'), undefined],
  ])('%s', (_, field, afterMs, typed, label) => {
    const { desk, answers, push, frame, wait } = table();
    push(form(field));
    frame();
    wait(afterMs);
    expect(desk.take(typed)).toBe(false);
    expect(desk.noteLabel).toBe(label);
    expect(desk.submitNote('Bob')).toBe(label !== undefined);
    expect(answers).toEqual([]);
    expect(desk.card?.progress.answers).toEqual(label === undefined ? {} : { name: 'Bob' });
  });
});

it('takes digits for text where only a text is an answer, and goes on with the next such field', () => {
  const { display, summary, reason, agentChain } = request('a');
  const { desk, answers, push, frame, wait, press } = table();
  push({
    ...{ kind: 'form', requestId: 'f', source: 's', message: 'Who?', display, summary, reason, agentChain },
    schema: { type: 'object', properties: { age: { type: 'integer' }, size: { type: 'integer' } } },
  });
  frame();
  wait(QUIET_MS);
  // It is neither "decline" nor "leave it out": the key goes on to the prompt.
  expect(press('0')).toBe(false);
  expect([desk.noteLabel, desk.card?.progress.at]).toEqual(['answer: ', 0]);
  desk.submitNote('09');
  expect(desk.noteLabel).toBe('answer: ');
  // A second Enter is not an answer to the next field.
  expect(desk.submitNote('')).toBe(true);
  expect(desk.card?.progress).toMatchObject({ answers: { age: 9 }, at: 1 });
  wait(QUIET_MS);
  desk.submitNote('3');
  expect([desk.noteLabel, desk.card?.progress]).toMatchObject([undefined, { answers: { age: 9, size: 3 } }]);
  // All other answers are chosen with the arrow keys.
  press('left');
  frame();
  wait(QUIET_MS);
  expect(desk.card?.options.map(({ hasKey }) => hasKey)).toEqual([false, false, false, false]);
  press('down');
  press('enter');
  frame();
  wait(QUIET_MS);
  press('1');
  expect(answers).toMatchObject([{ answer: { behavior: 'allow', updatedInput: { age: 9 } } }]);
});

it('keeps a form open, parked or not, whatever time passes: only questions of the model have a limit', () => {
  const { desk, answers, push, frame, wait, press } = table(60_000);
  const { display, summary, reason, agentChain } = request('a');
  const fields = { properties: { name: { type: 'string' } } };
  push({
    ...{ kind: 'form', requestId: 'f', source: 's', message: 'Who?', schema: { type: 'object', ...fields } },
    ...{ display, summary, reason, agentChain },
  });
  for (const minutes of [1, 2, 60]) {
    frame();
    wait(minutes * 60_000);
    frame();
    expect(desk.card).toMatchObject({ secondsLeft: undefined });
    press('escape');
  }
  wait(24 * 3_600_000);
  frame();
  expect([desk.size, answers]).toEqual([1, []]);
});

describe('questions that no one answers', () => {
  const questions = ['Which?', 'When?'].map((question) => ({
    ...{ question, header: 'Q', multiSelect: question === 'When?' },
    options: ['a', 'b'].map((label) => ({ label, description: '' })),
  }));
  const asked: QuestionsInquiry = { ...request('q'), kind: 'questions', input: { questions } };
  const TIMEOUT = 60_000;

  it('go on with what is selected, after a countdown that any key stops', () => {
    const { desk, answers, push, frame, wait, press } = table(TIMEOUT);
    push(asked);
    frame();
    wait(QUIET_MS);
    for (const key of ['2', '1']) {
      press(key);
      frame();
      wait(QUIET_MS);
    }
    expect(desk.card?.secondsLeft).toBeUndefined();
    wait(TIMEOUT - COUNTDOWN_MS);
    expect(desk.card?.secondsLeft).toBeLessThan(21);
    press('up');
    expect(desk.card?.secondsLeft).toBeUndefined();
    wait(TIMEOUT - 1);
    frame();
    expect(answers).toEqual([]);
    expect(desk.settleTimeout()).toBe(1);
    wait(1);
    frame();
    const given = { 'Which?': 'b', 'When?': 'a' };
    expect(answers).toEqual([
      {
        id: 'q',
        answer: { behavior: 'allow', updatedInput: { questions, answers: given, afkTimeoutMs: TIMEOUT } },
      },
    ]);
  });

  it('wait without the setting, and neither permission nor a plan goes on by itself', () => {
    const patient = table();
    patient.push(asked);
    const strict = table(TIMEOUT);
    strict.push(request('p'));
    strict.push(asked);
    for (const each of [patient, strict]) {
      each.frame();
      each.wait(100 * TIMEOUT);
      each.frame();
      expect(each.answers).toEqual([]);
    }
    // The questions have been behind the call until now: their time begins when they are shown.
    strict.desk.remove('p');
    strict.frame();
    strict.wait(TIMEOUT - 1);
    strict.frame();
    expect(strict.answers).toEqual([]);
  });
});

describe('a card', () => {
  it('is deaf until it has been on the screen for a moment', () => {
    const { desk, push, frame, wait, press, answers } = table();
    push(request('a'));
    frame();
    expect(press('1')).toBe(false);
    expect(desk.hasFocus).toBe(false);
    expect(press('tab')).toBe(true);
    frame();
    wait(QUIET_MS - 1);
    expect(press('enter')).toBe(true);
    expect(answers).toEqual([]);
    wait(1);
    expect(press('enter')).toBe(true);
    expect(answers).toEqual([{ id: 'a', answer: { behavior: 'allow' } }]);
  });

  it('waits beside a draft, and takes the focus with Tab', () => {
    const { desk, push, frame, wait, press, answers } = table();
    push(request('a'));
    wait(QUIET_MS * 3);
    frame(false);
    expect([desk.hasFocus, press('1')]).toEqual([false, false]);
    expect(press('tab')).toBe(true);
    frame(false);
    wait(QUIET_MS);
    press('3');
    expect(answers).toEqual([{ id: 'a', answer: { behavior: 'deny' } }]);
  });

  it('answers one of two asks with a double Enter', () => {
    const { push, frame, wait, press, answers } = table();
    push(request('a'));
    push(request('b'));
    frame();
    frame();
    wait(QUIET_MS);
    press('enter');
    frame();
    press('enter');
    frame();
    expect(answers.map(({ id }) => id)).toEqual(['a']);
  });

  it.each([
    ['a rule asks', { askedBy: 'rule' as const }],
    ['the risk is high', { risk: 'high' as const }],
    ['something is hidden', { display: { text: 'x', isWhole: true, warnings: ['hidden'] } }],
  ])('marks no option where %s, so that Enter answers nothing', (_, more) => {
    const { push, frame, wait, press, answers } = table();
    push(request('a', more));
    frame();
    frame();
    wait(QUIET_MS);
    press('enter');
    expect(answers).toEqual([]);
  });

  it('offers to keep rules only for what was shown whole and hides nothing', () => {
    const { desk, push } = table();
    push(request('a'));
    expect(desk.card?.options.map(({ digit }) => digit)).not.toContain('2');
    desk.framed(true);
    expect(desk.card?.options.find(({ digit }) => digit === '2')?.label).toContain('Bash(make *)');
    const hidden = table();
    hidden.push(request('b', { display: { text: 'x', isWhole: true, warnings: ['hidden'] } }));
    hidden.desk.framed(true);
    expect(hidden.desk.card?.options.map(({ digit }) => digit)).not.toContain('2');
  });
});

it('a typed answer that does not fit its field stays in the prompt, to be corrected', () => {
  const { desk, answers, prefilled, push, frame, wait, press } = table();
  const properties = { mail: { type: 'string', format: 'email' } };
  push({ ...request('f'), kind: 'form', source: 's', message: 'm', schema: { type: 'object', properties } });
  frame();
  wait(QUIET_MS);
  frame();
  wait(QUIET_MS);
  press('a');
  expect(desk.submitNote('ada at example.com')).toBe(true);
  expect([prefilled, desk.noteLabel, answers]).toEqual([['ada at example.com'], 'answer: ', []]);
  desk.submitNote('ada@example.com');
  expect(desk.card?.progress.answers).toEqual({ mail: 'ada@example.com' });
});

it('lets the person change the command, and allows only one that is changed', () => {
  const { desk, answers, prefilled, push, frame, wait, press } = table();
  push(request('a', { editable: 'command', input: { command: 'make', description: 'Build' } }));
  frame();
  wait(QUIET_MS);
  press('5');
  expect([desk.noteLabel, prefilled]).toEqual(['command: ', ['make']]);
  expect(desk.card).toMatchObject({ isTyping: true, isPrefilled: true });
  // A second Enter out of habit sends the text as it was.
  expect(desk.submitNote('make')).toBe(true);
  expect(desk.submitNote(' ')).toBe(true);
  expect(answers).toEqual([]);
  desk.submitNote('make test');
  expect(answers).toEqual([
    {
      id: 'a',
      answer: {
        tellsModel: true,
        behavior: 'allow',
        updatedInput: { command: 'make test', description: 'Build' },
      },
    },
  ]);
});

it.each([
  ['1', 'default'],
  ['2', 'acceptEdits'],
])('approves a plan with %s: the mode is then %s, and an edited plan goes along', (digit, mode) => {
  const { answers, push, frame, wait, press } = table();
  const preview = { kind: 'plan' as const, plan: 'step one', path: '/plan.md' };
  push({ ...request('a', { preview, input: {} }), kind: 'plan' });
  frame();
  wait(QUIET_MS);
  press('6');
  frame();
  wait(QUIET_MS);
  press(digit);
  const updates = [{ type: 'setMode', mode, destination: 'session' }];
  expect(answers).toEqual([
    { id: 'a', answer: { behavior: 'allow', updates, updatedInput: { plan: 'step one, changed' } } },
  ]);
});

it('asks one question after the other, and sends the answers with the input', () => {
  const { push, frame, wait, press, answers } = table();
  const input = {
    questions: [
      {
        question: 'Which?',
        header: 'W',
        multiSelect: false,
        options: [
          { label: 'A', description: '' },
          { label: 'B', description: '' },
        ],
      },
      {
        question: 'What else?',
        header: 'E',
        multiSelect: true,
        options: [
          { label: 'C', description: '' },
          { label: 'D', description: '' },
        ],
      },
    ],
  };
  const inquiry: QuestionsInquiry = { ...request('q'), kind: 'questions', input };
  push(inquiry);
  frame();
  for (const digit of ['2', '1', '2', '7', '1']) {
    frame();
    wait(QUIET_MS);
    press(digit);
  }
  expect(answers).toEqual([
    {
      id: 'q',
      answer: {
        behavior: 'allow',
        updatedInput: { ...input, answers: { 'Which?': 'B', 'What else?': 'C, D' } },
      },
    },
  ]);
});

it('marks with Space, goes back with ←, and adds what is typed to what is marked', () => {
  const { desk, push, frame, wait, press, answers } = table();
  const options = ['A', 'B'].map((label) => ({ label, description: '' }));
  const input = {
    questions: [
      { question: 'Which?', header: 'W', multiSelect: false, options },
      { question: 'What else?', header: 'E', multiSelect: true, options },
    ],
  };
  push({ ...request('q'), kind: 'questions', input });
  const now = (name: string): void => {
    frame();
    wait(QUIET_MS);
    press(name);
  };
  frame();
  for (const name of ['1', 'left', '2', 'down', 'space', '8']) now(name);
  desk.submitNote('C');
  now('1');
  expect(answers[0]?.answer).toMatchObject({
    updatedInput: { answers: { 'Which?': 'B', 'What else?': 'B, C' } },
  });
});

it.each([
  ['questions', 'A, C'],
  ['form', ['A', 'C']],
] as const)(
  'coming back to one of the %s that takes several answers, those given are still marked',
  (kind, expected) => {
    const { desk, push, frame, wait, press, answers } = table();
    const labels = ['A', 'B', 'C'];
    const questions = ['Which?', 'What else?'].map((question) => ({
      ...{ question, header: 'W', multiSelect: true },
      options: labels.map((label) => ({ label, description: '' })),
    }));
    const field = { type: 'array', items: { enum: labels } };
    const schema = { type: 'object', properties: { 'Which?': field, 'What else?': field } };
    if (kind === 'form') push({ ...request('q'), kind, source: 's', message: 'm', schema });
    else push({ ...request('q'), kind, input: { questions } });
    const now = (name: string): void => {
      frame();
      wait(QUIET_MS);
      press(name);
    };
    frame();
    for (const name of ['1', '3', '7', '2', '7', 'left', 'left']) now(name);
    expect(desk.card?.options.slice(0, 3).map(({ label }) => label)).toEqual(['[x] A', '[ ] B', '[x] C']);
    for (const name of ['7', '7', '1']) now(name);
    const updatedInput =
      kind === 'form'
        ? { 'Which?': expected, 'What else?': ['B'] }
        : { answers: { 'Which?': expected, 'What else?': 'B' } };
    expect(answers[0]?.answer).toMatchObject({ updatedInput });
  },
);

it('keeps a Space that comes too early for a question with several answers out of the prompt, and takes marks in a row', () => {
  const { desk, push, frame, wait, press } = table();
  const options = ['A', 'B'].map((label) => ({ label, description: '' }));
  const questions = [{ question: 'Which?', header: 'W', multiSelect: true, options }];
  push({ ...request('q'), kind: 'questions', input: { questions } });
  frame();
  frame();
  wait(QUIET_MS);
  // Then several answers can be marked as quickly as anyone types.
  expect(['space', 'down', 'space', '1', '1', '2', '2'].every((name) => press(name))).toBe(true);
  expect(desk.card?.options.slice(0, 2).map(({ label }) => label)).toEqual(['[x] A', '[x] B']);
  expect(desk.card?.marked).toBe(1);
});

it('sends no earlier answer of a field that is left out after all', () => {
  const { push, frame, wait, press, answers } = table();
  const schema = { type: 'object', properties: { a: { type: 'boolean' }, b: { type: 'boolean' } } };
  push({ ...request('f'), kind: 'form', source: 's', message: 'm', schema });
  frame();
  for (const name of ['1', 'left', '9', '1', '1']) {
    frame();
    wait(QUIET_MS);
    press(name);
  }
  expect(answers[0]?.answer).toEqual({ behavior: 'allow', updatedInput: { b: true } });
});

it('ignores a digit that it does not offer, and takes the focus again when nothing typed is left', () => {
  const { desk, push, frame, wait, press, answers } = table();
  push(request('a'));
  const settle = (isEmpty = true): void => {
    for (let times = 0; times < 3; times += 1) {
      frame(isEmpty);
      wait(QUIET_MS);
    }
  };
  settle();
  expect([press('0'), desk.hasFocus]).toEqual([true, true]);
  expect([press('x'), desk.hasFocus]).toEqual([false, false]);
  settle(false);
  expect(desk.hasFocus).toBe(false);
  settle();
  expect(desk.hasFocus).toBe(true);
  // Whoever has left the card with Esc comes back with Tab.
  press('escape');
  settle();
  expect(desk.hasFocus).toBe(false);
  expect(answers).toEqual([]);
});

it('never lets a key answer that came before the card had been shown with the focus for a moment', () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('press' as const),
      name: fc.constantFrom('1', '3', 'enter', 'tab', 'x', 'escape', 'down'),
    }),
    fc.record({ kind: fc.constant('frame' as const), isEmpty: fc.boolean() }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 100, 399, 400) }),
    fc.record({ kind: fc.constant('push' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { desk, push, frame, wait, press, answers } = table();
      let pushed = 0;
      /** Milliseconds since a frame has shown the card that is there now, with the focus. */
      let shownFor = -1;
      for (const one of steps) {
        const before = answers.length;
        const id = desk.card?.inquiry.requestId;
        switch (one.kind) {
          case 'push':
            push(request(`r${(pushed += 1)}`));
            break;
          case 'wait':
            wait(one.ms);
            if (shownFor >= 0) shownFor += one.ms;
            break;
          case 'frame':
            frame(one.isEmpty);
            if (!desk.hasFocus) shownFor = -1;
            else if (shownFor < 0) shownFor = 0;
            break;
          case 'press':
            press(one.name);
            if (answers.length > before) expect(shownFor).toBeGreaterThanOrEqual(QUIET_MS);
            if (!desk.hasFocus || desk.card?.inquiry.requestId !== id) shownFor = -1;
            break;
          default:
            one satisfies never;
        }
      }
    }),
  );
});

describe('several calls answered together', () => {
  const settle = (one: Table): void => {
    one.frame();
    one.wait(QUIET_MS);
    one.frame();
  };
  const listed = (count: number, more: (index: number) => Partial<PermissionRequest> = () => ({})): Table => {
    const one = table();
    for (let index = 0; index < count; index += 1) one.push(request(`r${index}`, more(index)));
    settle(one);
    one.wait(QUIET_MS);
    one.frame();
    one.press('8');
    settle(one);
    one.desk.framed(
      false,
      Array.from({ length: count }, (_, index) => `r${index}`),
    );
    return one;
  };
  const ids = (one: Table): readonly string[] =>
    one.answers.map(({ id, answer }) => `${id} ${answer.behavior}`);

  it('allows and denies those that are marked, and no others', () => {
    const one = listed(4);
    one.press('space');
    one.press('down');
    one.press('down');
    one.press('space');
    one.press('1');
    expect(ids(one)).toEqual(['r0 allow', 'r2 allow']);
    // A second press of the same key is not an answer.
    one.press('space');
    one.press('3');
    expect(ids(one)).toHaveLength(2);
    settle(one);
    one.press('space');
    one.press('3');
    expect(ids(one).at(-1)).toBe('r1 deny');
  });

  it.each<[string, Partial<PermissionRequest>]>([
    ['of high risk', { risk: 'high' }],
    ['that a safety check asks about', { askedBy: 'safety' }],
    ['with hidden text', { display: { text: 'x', isWhole: true, warnings: ['hidden'] } }],
  ])('allows no call %s with others', (_, more) => {
    const one = listed(2, (index) => (index === 1 ? more : {}));
    one.press('space');
    one.press('down');
    one.press('space');
    one.press('1');
    expect(ids(one)).toEqual([]);
    one.press('space');
    one.press('1');
    expect(ids(one)).toEqual(['r0 allow']);
  });

  it('allows nothing of which a part was not shown', () => {
    const one = table();
    for (const id of ['r0', 'r1']) one.push(request(id));
    settle(one);
    one.press('right');
    settle(one);
    one.push(request('r2'));
    one.press('8');
    settle(one);
    one.press('down');
    one.press('down');
    one.press('space');
    one.press('1');
    expect(ids(one)).toEqual([]);
    one.press('enter');
    one.press('1');
    expect(ids(one)).toEqual(['r2 allow']);
  });

  it('is deaf again when a call comes or goes, and letters go to the prompt', () => {
    const one = listed(3);
    one.press('space');
    one.push(request('new'));
    one.press('1');
    one.frame();
    one.press('1');
    expect(ids(one)).toEqual([]);
    settle(one);
    one.desk.remove('r1');
    one.press('1');
    expect(ids(one)).toEqual([]);
    settle(one);
    expect(one.press('y')).toBe(false);
    one.press('1');
    expect(ids(one)).toEqual([]);
  });
});

it('a card has the answer "always" in its first frame if all of it has room beside that, and shows the rest on 7 whenever something is cut', () => {
  const { desk, push } = table();
  push({ ...request('a'), suggestedRules: ['Bash(one)'] });
  let room = 10;
  const digits = (): string | undefined => {
    const drawn = desk.draw(({ options }) => {
      const all = new Set(options.map(({ digit }) => digit));
      return { showsAll: all.size <= room, digits: all };
    });
    return drawn === undefined ? undefined : [...drawn.digits].join('');
  };
  expect(digits()).toBe('123469');
  room = 5;
  expect(digits()).toBe('1234679');
  desk.remove('a');
  push({ ...request('b'), suggestedRules: ['Bash(one)'] });
  expect([digits(), digits()]).toEqual(['134679', '134679']);
  room = 6;
  expect(digits()).toBe('123469');
  desk.remove('b');
  expect(digits()).toBeUndefined();
});
