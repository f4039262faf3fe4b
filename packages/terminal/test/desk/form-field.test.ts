import { displayInput, type FormInquiry, type JsonObject, type JsonValue } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { optionsOf } from '../../src/desk/options-of.ts';
import { NO_PROGRESS, questionsOf, resultOf, type Progress } from '../../src/desk/questionnaire.ts';

function formOf(field: JsonObject, required: readonly string[] = ['f']): FormInquiry {
  return {
    kind: 'form',
    requestId: 'f',
    source: 'mcp:paint',
    message: 'Fill it in.',
    schema: { type: 'object', properties: { f: field }, required: [...required] },
    display: displayInput({}),
    summary: 'paint asks',
    reason: 'the server asks',
    agentChain: [],
  };
}

/** The labels that are offered, and what pressing these digits answers. */
function press(
  form: FormInquiry,
  digits: string,
): { readonly labels: readonly string[]; readonly answers: JsonObject } {
  let progress: Progress = NO_PROGRESS;
  for (const digit of digits) {
    const choice = optionsOf(form, progress, { hasSeenAll: true }).find(
      (option) => option.digit === digit,
    )?.choice;
    if (choice?.kind !== 'progress') throw new Error(`${digit} is not offered.`);
    progress = choice.progress;
  }
  return {
    labels: optionsOf(form, progress, { hasSeenAll: true }).map(({ digit, label }) => `${digit} ${label}`),
    answers: resultOf(form, progress),
  };
}

const HEROES = {
  oneOf: [
    { const: 'h1', title: 'Superman' },
    { const: 'h2', title: 'Wonder Woman' },
  ],
};
const FISH = {
  anyOf: [
    { const: 'f1', title: 'Tuna' },
    { const: 'f2', title: 'Salmon' },
    { const: 'f3', title: 'Trout' },
  ],
};
const LETTERS = 'abcdefgh'.split('');

describe('a field of a form', () => {
  it.each<[string, JsonObject, string, JsonValue]>([
    ['choices with titles', { type: 'string', ...HEROES }, '2', 'h2'],
    [
      'several choices',
      { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } },
      '317',
      ['a', 'c'],
    ],
    ['several choices with titles', { type: 'array', items: FISH }, '237', ['f2', 'f3']],
    ['a choice that is undone', { type: 'array', items: FISH }, '12217', []],
    ['yes or no', { type: 'boolean' }, '2', false],
  ])('takes %s', (_what, field, digits, value) => {
    expect(press(formOf(field), digits).answers).toEqual({ f: value });
  });

  it('takes as many choices as the server wants', () => {
    const form = formOf({ type: 'array', items: FISH, minItems: 1, maxItems: 2 });
    expect(questionsOf(form)?.[0]?.text).toBe('f (choose 1 to 2)');
    expect(press(form, '').labels).not.toContain('7 Done');
    expect(press(form, '12').labels).toContain('7 Done');
    expect(press(form, '123').labels).not.toContain('7 Done');
  });

  it('says which form a date has', () => {
    expect(questionsOf(formOf({ type: 'string', format: 'date' }))?.[0]?.text).toBe('f (YYYY-MM-DD)');
  });

  it.each<[JsonObject, string]>([
    [{ type: 'string', default: 'It was a dark night.' }, 'It was a dark night.'],
    [{ type: 'integer', default: 42 }, '42'],
    [{ type: 'boolean', default: true }, 'Yes'],
    [{ type: 'string', ...HEROES, default: 'h1' }, 'Superman'],
    [{ type: 'array', items: FISH, default: ['f1', 'f3'] }, 'Tuna, Trout'],
  ])('says which default stays if nothing is chosen: %j', (field, shown) => {
    const { labels } = press(formOf(field), '');
    expect(labels).toContain(`9 Keep the default: ${shown}`);
    expect(press(formOf(field), '9').answers).toEqual({});
  });

  it('can be left out only if the server says so', () => {
    const field = { type: 'string' };
    expect(press(formOf(field), '').labels.join()).not.toContain('9 ');
    expect(press(formOf(field, []), '').labels).toContain('9 Leave it out');
  });

  it.each<[JsonObject, string, JsonValue | undefined]>([
    [{ type: 'integer', minimum: 1, maximum: 100 }, '0', undefined],
    [{ type: 'integer', minimum: 1, maximum: 100 }, '101', undefined],
    [{ type: 'integer', minimum: 1, maximum: 100 }, '7', 7],
    [{ type: 'integer' }, '1.5', undefined],
    [{ type: 'number' }, '1.5', 1.5],
    [{ type: 'string', minLength: 2, maxLength: 3 }, 'a', undefined],
    [{ type: 'string', minLength: 2, maxLength: 3 }, 'abcd', undefined],
    [{ type: 'string', minLength: 2, maxLength: 3 }, 'a😀', 'a😀'],
    [{ type: 'array', items: { type: 'string', enum: LETTERS } }, 'H, a,a', ['h', 'a']],
    [{ type: 'array', items: { type: 'string', enum: LETTERS } }, 'a, x', undefined],
    [{ type: 'array', items: { type: 'string', enum: LETTERS }, maxItems: 1 }, 'a, b', undefined],
    [{ type: 'string', format: 'email' }, 'ann', undefined],
    [{ type: 'string', format: 'email' }, 'ann@example', 'ann@example'],
    [{ type: 'string', format: 'email' }, 'ann@ex ample.com', undefined],
    [{ type: 'string', format: 'email' }, ' ann@example.com ', 'ann@example.com'],
    [{ type: 'string', format: 'uri' }, 'example.com/page', undefined],
    [{ type: 'string', format: 'uri' }, 'https://', undefined],
    [{ type: 'string', format: 'uri' }, 'https://example.com/page?q=1', 'https://example.com/page?q=1'],
    [{ type: 'string', format: 'date' }, '31.1.2026', undefined],
    [{ type: 'string', format: 'date' }, '2026-02-29', undefined],
    [{ type: 'string', format: 'date' }, '2024-02-29', '2024-02-29'],
    [{ type: 'string', format: 'date-time' }, '2026-01-31', undefined],
    [{ type: 'string', format: 'date-time' }, '2026-01-31T25:00:00Z', undefined],
    [{ type: 'string', format: 'date-time' }, '2026-01-31T09:30:00', undefined],
    [{ type: 'string', format: 'date-time' }, '2026-01-31T09:30:00.5+02:00', '2026-01-31T09:30:00.5+02:00'],
    [{ type: 'string', format: 'date', maxLength: 4 }, '2024-02-29', undefined],
    [{ type: 'string', format: 'hostname' }, 'anything', 'anything'],
  ])('takes only what fits: %j %s', (field, text, value) => {
    const parsed = questionsOf(formOf(field))?.[0]?.parse?.(text);
    expect(parsed).toEqual(
      value === undefined ? { ok: false, message: expect.any(String) } : { ok: true, value },
    );
  });

  it.each<[JsonObject]>([
    [{ type: 'array', items: { type: 'string' } }],
    [{ type: 'array' }],
    [{ type: 'object' }],
  ])('that the terminal has no form for can not be shown: %j', (field) => {
    expect(questionsOf(formOf(field))).toBeUndefined();
  });
});

it('offers to decline and to dismiss a form, and marks neither at first', () => {
  const answers = (form: FormInquiry, progress = NO_PROGRESS): readonly unknown[] =>
    optionsOf(form, progress, { hasSeenAll: true }).map(({ digit, choice }) => [
      digit,
      choice.kind === 'answer' && choice.answer,
    ]);
  const ends = [
    ['0', { behavior: 'deny' }],
    ['7', { behavior: 'deny', isDismissed: true }],
  ];
  expect(answers(formOf({ type: 'string' }))).toEqual([['8', false], ...ends]);
  expect(answers(formOf({ type: 'boolean' })).slice(-2)).toEqual(ends);
  expect(answers(formOf({ type: 'string' }), { ...NO_PROGRESS, at: 1 })).toContainEqual(['3', ends[1]?.[1]]);
});
