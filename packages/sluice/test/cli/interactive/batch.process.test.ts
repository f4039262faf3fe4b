import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { calls, words } from '../print/support/answers.ts';
import { Scene } from './support/scene.ts';
import { serverFor } from './support/server-for.ts';

const NAMES = ['one', 'two', 'three', 'four'];
const LONG = 'a line that is longer than what fits into a row of the list beside the old one, by far';

it('answers several calls together: those that are marked, once all of each was shown', async () => {
  const edit = (name: string): ['Edit', Record<string, string>] => [
    'Edit',
    { file_path: name, old_string: 'old', new_string: name === 'four' ? LONG : 'new' },
  ];
  const server = await serverFor([
    calls(...NAMES.map((name): ['Read', Record<string, string>] => ['Read', { file_path: name }])),
    calls(...NAMES.map(edit)),
    words('done'),
  ]);
  const scene = await Scene.open({
    server,
    prepare: ({ cwd }) => {
      for (const name of NAMES) writeFileSync(join(cwd, name), 'old\n');
    },
  });
  const edited = (): readonly string[] =>
    NAMES.filter((name) => readFileSync(join(scene.place.cwd, name), 'utf8') !== 'old\n');
  scene.say('go');
  await scene.shows(/1 of 4[^]*8 All 4 …[^]*digits answer/);
  scene.press('8');
  const list = await scene.shows(/── 4 calls ask · 0 marked ─+\n❯ \[ \] Edit [^]*Space marks/);
  expect(list).toMatch(/\[ \] Edit one · 1 - old ⏎ 1 \+ new\n/);
  expect(list).toMatch(/\[ \] Edit four .*… \(Enter shows all\)\n/);
  /** The calls ask in the order in which they were decided. */
  const mark = async (name: string): Promise<void> => {
    const order = [...scene.screen().matchAll(/\[.\] Edit (\w+) /g)].map(([, one]) => one);
    for (const _ of order) scene.press('Up');
    for (let at = 0; at < order.indexOf(name); at += 1) scene.press('Down');
    const before = await scene.shows(new RegExp(`❯ \\[.\\] Edit ${name} `));
    scene.press('Space');
    const now = before.includes(`[x] Edit ${name} `) ? ' ' : 'x';
    await scene.shows(new RegExp(`❯ \\[${now}\\] Edit ${name} `));
  };
  for (const name of ['one', 'three', 'four']) await mark(name);
  await scene.shows(/3 marked /);
  scene.press('1');
  await scene.shows(/not all of "Edit four" was shown|not all of "four" was shown/);
  await mark('four');
  await scene.shows(/2 marked/);
  scene.press('1');
  await scene.logs(/asked: Edit one → yes, once /);
  await scene.logs(/asked: Edit three → yes, once /);
  await scene.shows(/── 2 calls ask · 0 marked [^]*Edit two [^]*Space marks/);
  // A letter is for the prompt, and digits with it from then on.
  scene.type('hm 1');
  await scene.shows(/^> hm 1$/m);
  // Once nothing of it is left, the card hears keys again.
  scene.press('C-c');
  await scene.shows(/Space marks/);
  await mark('two');
  scene.press('3');
  await scene.logs(/asked: Edit two → no /);
  await scene.shows(/Edit four ─+ asks[^]*digits answer/);
  scene.press('3');
  await scene.shows(/stopped: you declined/);
  await scene.leave();
  expect(edited()).toEqual(['one', 'three']);
});
