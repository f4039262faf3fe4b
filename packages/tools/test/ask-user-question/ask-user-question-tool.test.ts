import { describe, expect, it } from 'vitest';
import { createAskUserQuestionTool } from '../../src/ask-user-question/ask-user-question-tool.ts';
import { testContext } from '../ripgrep/context.ts';

const options = ['SQLite', 'Postgres'].map((label) => ({ label, description: label }));
const ask = (question: string, more: object = {}) => ({
  ...{ question, header: 'Store', options, multiSelect: false },
  ...more,
});
const questions = [ask('Which database?'), ask('Which cache?', { multiSelect: true })];
const context = testContext('/');

describe('what a person answers reaches the model word for word:', () => {
  const A = 'Question: Which database?\n';
  const B = '\nQuestion: Which cache?\n';

  it.each<[string, object, string]>([
    ['a label', { answers: { 'Which database?': 'SQLite' } }, `${A}Answer: SQLite${B}Not answered.`],
    ['other words', { answers: { 'Which database?': 'my own' } }, `${A}Answer: my own${B}Not answered.`],
    [
      'several labels with words of their own, as a list',
      { answers: { 'Which cache?': ['SQLite', 'Postgres', 'and disk'] } },
      `${A}Not answered.${B}Answer: SQLite, Postgres, and disk`,
    ],
    [
      'the same as a text',
      { answers: { 'Which cache?': 'SQLite, and disk' } },
      `${A}Not answered.${B}Answer: SQLite, and disk`,
    ],
    [
      'free text instead of answers',
      { response: 'Wait: I have to ask Ada first.' },
      `${A}Not answered.${B}Not answered.\nThe user wrote: Wait: I have to ask Ada first.`,
    ],
    [
      'notes and a preview',
      {
        answers: { 'Which database?': 'SQLite' },
        annotations: { 'Which database?': { notes: 'for now', preview: '[db]' } },
      },
      `${A}Answer: SQLite\nChosen preview:\n[db]\nNotes: for now${B}Not answered.`,
    ],
    [
      'that the time was up',
      { answers: { 'Which database?': 'SQLite' }, afkTimeoutMs: 60_000 },
      `${A}Answer: SQLite${B}Not answered.\nNo one answered for 60 seconds; these were selected at that time.`,
    ],
    ['nothing', {}, 'not-answered: The user gave no answer.'],
    [
      'blanks',
      { answers: { 'Which database?': ' ' }, response: ' ' },
      'not-answered: The user gave no answer.',
    ],
    ['an answer to no question', { answers: { toString: 'x' } }, 'not-answered: The user gave no answer.'],
    [
      'that the time was up with nothing selected',
      { answers: {}, afkTimeoutMs: 300_000 },
      'not-answered: No one answered for 300 seconds, and nothing was selected.',
    ],
  ])('%s', async (_, filledIn, expected) => {
    const tool = createAskUserQuestionTool();
    const input = { questions, ...filledIn };
    const result = await tool.call(input, context);
    let text: unknown;
    if ('failure' in result && result.failure !== undefined)
      text = `${result.failure.code}: ${result.failure.message}`;
    else if ('data' in result) text = tool.toModel?.(result.data, input);
    expect(typeof text === 'string' && text.startsWith(expected)).toBe(true);
  });
});

describe('the model', () => {
  it.each<[string, object]>([
    ['answers', { answers: { 'Which database?': 'SQLite' } }],
    ['words of the user', { response: 'SQLite' }],
    ['notes of the user', { annotations: { 'Which database?': { notes: 'yes' } } }],
    ['that the time was up', { afkTimeoutMs: 1 }],
  ])('can not fill in %s', async (_, filledIn) => {
    const check = await createAskUserQuestionTool().validateInput?.({ questions, ...filledIn }, context);
    expect(check).toMatchObject({ ok: false, code: 'answered-itself' });
  });

  it('can not fill in answers in a later call with the id of one that was asked about', async () => {
    const tool = createAskUserQuestionTool();
    expect(await tool.validateInput?.({ questions }, context)).toEqual({ ok: true });
    const later = { ...context, messageId: 'later' };
    const check = await tool.validateInput?.({ questions, response: 'yes' }, later);
    expect(check).toMatchObject({ ok: false, code: 'answered-itself' });
  });

  it.each<[string, object[], string]>([
    ['two questions', [ask('Which?'), ask('Which?')], 'Two questions have the same text: "Which?"'],
    [
      'two options of one question',
      [ask('Which?', { options: [...options, options[0]] })],
      'Two options of "Which?" have the label "SQLite"',
    ],
  ])('can not give %s the same text', async (_, asked, message) => {
    const input = { questions: asked as typeof questions };
    const check = await createAskUserQuestionTool().validateInput?.(input, context);
    expect(check).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });

  it('may use one label for options of two questions', async () => {
    expect(await createAskUserQuestionTool().validateInput?.({ questions }, context)).toEqual({ ok: true });
  });
});

it.each([
  ['html', /fragment of HTML/],
  ['markdown', /in Markdown/],
  [undefined, /A sketch or snippet to compare\."/],
])('previews of the form %s are asked for as such', (format, text) => {
  const { inputSchema } = createAskUserQuestionTool({ CLAUDE_CODE_QUESTION_PREVIEW_FORMAT: format });
  expect(JSON.stringify(inputSchema)).toMatch(text);
});
