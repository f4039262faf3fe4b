import { expect, it } from 'vitest';
import { PacedAnswers } from '../../src/transport/paced-answers.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('eight answers are on their way at the same time; each that has arrived makes room for the next, in order', async () => {
  const sent: number[] = [];
  const arrivals: (() => void)[] = [];
  const answers = new PacedAnswers(() => sent.push(-1));
  for (let number = 0; number < 20; number += 1)
    answers.push(() => {
      sent.push(number);
      return new Promise<void>((resolve) => arrivals.push(resolve));
    });
  expect(sent).toHaveLength(8);
  for (let number = 0; number < 20; number += 1) {
    arrivals[number]?.();
    await settled();
  }
  expect(sent).toEqual(Array.from({ length: 20 }, (_, number) => number));
});

it('a server that has thousands of questions is not answered any more', () => {
  let [sent, crowds] = [0, 0];
  const answers = new PacedAnswers(() => (crowds += 1));
  for (let number = 0; number < 3_000; number += 1)
    answers.push(() => {
      sent += 1;
      return new Promise(() => {});
    });
  expect([sent, crowds]).toEqual([8, 1]);
});

it('nothing is sent once the connection is closed', async () => {
  const sent: number[] = [];
  const arrived = Promise.withResolvers<void>();
  const answers = new PacedAnswers(() => {});
  for (let number = 0; number < 10; number += 1)
    answers.push(() => {
      sent.push(number);
      return arrived.promise;
    });
  answers.close();
  arrived.resolve();
  await settled();
  expect(sent).toHaveLength(8);
});
