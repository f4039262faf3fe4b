import type { JsonObject } from '@sluice/core';
import { expect, it } from 'vitest';
import { storedCallLabel } from '../../../../src/cli/interactive/record/stored-call-label.ts';

const QUESTIONS = {
  questions: [{ question: 'Which?', header: 'Database', options: [], multiSelect: false }],
};

it.each<[string, JsonObject, string]>([
  ['Read', { file_path: '/work/src/a.ts' }, 'Read src/a.ts'],
  ['Bash', { command: 'npm test' }, 'Bash npm test'],
  ['AskUserQuestion', QUESTIONS, 'Question Which?'],
  ['Read', {}, 'Read'],
  ['mcp__demo__find', { page: 2, query: 'a\n  b' }, 'mcp__demo__find a b'],
  ['Gone', {}, 'Gone'],
])('labels a call of %s as the log of its session did, without that session', async (name, input, label) => {
  expect((await storedCallLabel('/work'))(name, input)).toBe(label);
});
