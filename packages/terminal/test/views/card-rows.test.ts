import { displayInput, type PermissionRequest } from '@sluice/core';
import { expect, it } from 'vitest';
import { NO_PROGRESS } from '../../src/desk/questionnaire.ts';
import { optionsOf } from '../../src/desk/option.ts';
import { createStyle } from '../../src/text/style.ts';
import { bodyLines, cardRows } from '../../src/views/card-rows.ts';

it('a long field that was cut is not shown whole, however high the screen; all of it is with 7', () => {
  const input = { command: Array.from({ length: 400 }, (_, line) => `echo line ${line}`).join('\n') };
  const inquiry: PermissionRequest = {
    kind: 'permission',
    requestId: 'a',
    callId: 'a',
    toolName: 'Bash',
    input,
    display: displayInput(input),
    summary: 'Bash echo',
    reason: 'no rule allows it',
    agentChain: [],
    askedBy: 'default',
    matchedRule: undefined,
    blockedPath: undefined,
    suggestedRules: ['Bash(echo *)'],
    suggestedDestination: 'session',
    risk: 'medium',
    batch: { messageId: 'm', open: 1 },
  };
  const options = optionsOf(inquiry, false, NO_PROGRESS);
  const state = { hasFocus: true, isArmed: true, marked: 0, place: 1, count: 1, progress: NO_PROGRESS };
  const drawn = cardRows({ inquiry, options, ...state }, createStyle(false), 78, 1000);
  expect(drawn.showsAll).toBe(false);
  expect(drawn.rows).toContain('  … cut: 7 shows all of it');
  const whole = bodyLines(inquiry, true).map(({ text }) => text);
  for (let line = 0; line < 400; line += 1) expect(whole.join('\n')).toContain(`echo line ${line}`);
});
