import { expect, it } from 'vitest';
import { describeCause } from '../../../src/permission/describe/describe-cause.ts';

it.each([
  ['/w/q.txt', '/w/q.txt', 'plan mode does not allow changes to /w/q.txt'],
  ['echo > q.txt', '/w/q.txt', 'echo > q.txt changes things, which plan mode does not allow'],
  ['rm q.txt', undefined, 'rm q.txt changes things, which plan mode does not allow'],
])('plan mode and %s', (subject, path, text) => {
  expect(describeCause({ kind: 'plan-mode', path }, subject)).toBe(text);
  const final = describeCause({ kind: 'plan-mode', path, isFinal: true }, subject);
  expect(final).toMatch(
    /if you have ExitPlanMode and someone can approve the plan, .*; otherwise, put it into your last message$/,
  );
});
