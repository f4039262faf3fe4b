import { expect, it } from 'vitest';
import { inputSummary } from '../src/collect/summary.ts';

it.each<[what: string, input: unknown, summary: string]>([
  ['a command', { description: 'List', command: 'ls -l' }, 'ls -l'],
  ['a search', { path: '.', pattern: 'TODO' }, 'TODO'],
  ['a file', { content: 'x', file_path: '/a' }, '/a'],
  ['a directory', { path: '/d', limit: 2 }, '/d'],
  ['a field that it does not know', { depth: 2, topic: 'trees' }, 'trees'],
  ['no text', { depth: 2 }, '{"depth":2}'],
  ['nothing', {}, ''],
  ['no object', 'x', ''],
])('a call is summed up by %s', (_what, input, summary) => {
  expect(inputSummary(input)).toBe(summary);
});
