import { displayInput, type FormInquiry } from '@sluice/core';
import { expect, it } from 'vitest';
import { optionsOf } from '../../src/desk/options-of.ts';
import { NO_PROGRESS, questionsOf } from '../../src/desk/questionnaire.ts';
import { createStyle } from '../../src/text/style.ts';
import { cardRows } from '../../src/views/card-rows.ts';

const COLORS = 'red,green,blue,black,white,gray,brown,blueish'.split(',');

const form: FormInquiry = {
  kind: 'form',
  requestId: 'f',
  source: 'mcp:paint',
  message: 'Which color?',
  schema: { type: 'object', properties: { color: { type: 'string', enum: COLORS } }, required: ['color'] },
  display: displayInput({}),
  summary: 'paint asks',
  reason: 'the server asks',
  agentChain: [],
};

it('a form with more choices than digits shows all of them, and takes any of them by its name', () => {
  const [question] = questionsOf(form) ?? [];
  const options = optionsOf(form, NO_PROGRESS, { hasSeenAll: true });
  expect(options.map(({ digit, label }) => `${digit} ${label}`)).toContain('8 Type one of 8 …');
  const state = {
    hasFocus: true,
    isArmed: true,
    isTyping: false,
    marked: 0,
    place: 1,
    count: 1,
    progress: NO_PROGRESS,
  };
  const { rows } = cardRows({ inquiry: form, options, ...state }, createStyle(false), 78, 40);
  for (const color of COLORS) expect(rows.join('\n')).toContain(color);
  expect(question?.parse?.('Brown')).toEqual({ ok: true, value: 'brown' });
  expect(question?.parse?.('blueis')).toEqual({ ok: true, value: 'blueish' });
  expect(question?.parse?.('blue')).toEqual({ ok: true, value: 'blue' });
  expect(question?.parse?.('b')).toEqual({ ok: false, message: '"b" matches several choices' });
  expect(question?.parse?.('pink')).toEqual({ ok: false, message: '"pink" is none of the choices' });
  expect(question?.parse?.(' ')).toMatchObject({ ok: false });
});
