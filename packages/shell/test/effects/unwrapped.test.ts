import { expect, test } from 'vitest';
import { analyze } from './analyze.ts';

test.each([
  ['pkill -f x', 'pkill -f x'],
  ['nohup pkill -f x', 'pkill -f x'],
  ['timeout -k 5 --signal=KILL 1.5m pkill x', 'pkill x'],
  ['command nice -n 5 stdbuf -oL nohup pkill x', 'pkill x'],
  ['/usr/bin/nohup pkill x', 'pkill x'],
  ['timeout 5 kill $pid', 'kill ?'],
  ['command -v pkill', 'command -v pkill'],
  ['timeout --unknown 5 pkill x', 'timeout --unknown 5 pkill x'],
  ['FOO=bar', ''],
  ['[[ a = b ]]', '[[ a = b ]]'],
])('what really runs in %s is %s', (source, words) => {
  const { unwrapped } = analyze(source).commands.at(-1) ?? {};
  expect(unwrapped?.map((word) => word ?? '?').join(' ')).toBe(words);
});

test('commands that others run are unwrapped for themselves', () => {
  const found = analyze('sudo nohup xargs timeout 5 kill').commands;
  expect(found.map(({ unwrapped }) => unwrapped[0])).toEqual(['kill', 'xargs', 'sudo']);
});
