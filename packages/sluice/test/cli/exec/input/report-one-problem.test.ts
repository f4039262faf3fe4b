import { feedProblem } from '@sluice/agent';
import type { FeedItem } from '@sluice/core';
import { expect, test } from 'vitest';
import { reportOneProblem } from '../../../../src/cli/exec/input/report-one-problem.ts';

async function told(items: readonly FeedItem[]) {
  const foreign: number[] = [];
  async function* source(): AsyncGenerator<FeedItem, void, undefined> {
    yield* items;
  }
  const seen: FeedItem[] = [];
  for await (const item of reportOneProblem(source(), (count) => void foreign.push(count))) seen.push(item);
  return { seen, foreign };
}

const bad = (line: number): FeedItem => feedProblem('not-json', 'no', line);
const call: FeedItem = { type: 'call', id: 'a', name: 'Read', input: {} };
const cut = feedProblem('stream-cut', 'cut', 9);
const failed = feedProblem('stream-error', 'overloaded', 1);

test.for<readonly [string, readonly FeedItem[], readonly FeedItem[], readonly number[]]>([
  ['of lines that are not calls the first', [bad(1), bad(2), bad(3)], [bad(1)], [3]],
  ['of such a file that ends in half a line the same', [bad(1), cut], [bad(1)], [1]],
  ['all before and after a call', [bad(1), bad(2), call, bad(4)], [bad(1), bad(2), call, bad(4)], []],
  ['what a model API says', [failed, bad(2)], [failed, bad(2)], []],
  ['that an input was cut', [cut], [cut], []],
  ['nothing of nothing', [], [], []],
])('tells %s', async ([, items, seen, foreign]) => {
  expect(await told(items)).toEqual({ seen, foreign });
});

test('holds some problems at most, and counts the others', async () => {
  const many = Array.from({ length: 500 }, (_, index) => bad(index));
  const { seen } = await told([...many, call]);
  expect(seen).toHaveLength(103);
  expect(seen.at(-2)).toMatchObject({ message: expect.stringMatching(/^399 more/) });
});
