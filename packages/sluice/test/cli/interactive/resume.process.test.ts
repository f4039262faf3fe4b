import { newSession } from '@sluice/agent';
import { takeLock } from '@sluice/base';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { words } from '../print/support/answers.ts';
import { Scene } from './support/scene.ts';
import { serverFor } from './support/server-for.ts';

it('lists 500 sessions with those of other directories, searches what was said, previews, and forks one that is in use', async () => {
  const server = await serverFor([words('It was the (quartz) clock.'), words('a copy answers.')]);
  const scene = await Scene.open({ server });
  scene.say('what ticks?');
  await scene.logs(/^It was the \(quartz\) clock\.$/m);
  await scene.leave();
  const { state, cwd } = scene.place;
  for (let at = 0; at < 500; at += 1) newSession({ state, cwd, prompt: `task ${at} of many` });
  const other = join(cwd, 'other');
  mkdirSync(other);
  const far = newSession({ state, cwd: other, prompt: 'far away' });
  if (!far.ok) throw new Error(far.message);
  const lock = takeLock(join(far.session.directory, 'journal.lock'));
  if (!lock.ok) throw new Error('no lock');
  onTestFinished(() => lock.release());

  scene.type(`${scene.command} -r`);
  scene.press('Enter');
  // All can be reached: the first one that is drawn is the latest, and the count says how many there are.
  await scene.shows(/── Resume a session ─+ 501 ──\n❯ [^]*Tab: all directories/);
  scene.press('Tab');
  await scene.shows(/── Resume a session of any directory ─+ 502 ──\n/);
  // What was said is searched too, and a title that fits better comes first.
  scene.type('(quartz)');
  await scene.shows(
    / 1 of 502 ──\n❯ \w{8} {2}what ticks\? [^\n]*1 answer {2}(?:just now|\d+ min[^\n]* ago)\n/,
  );
  // In a word, x and blanks are text; after an arrow, Space shows the end of the session.
  scene.press('Down', 'Space');
  await scene.shows(/^ {2}> what ticks\?\n {2}It was the \(quartz\) clock\.$/m);
  scene.press('C-u');
  scene.type('far');
  await scene.shows(new RegExp(`❯ \\w{8} {2}far away [^\\n]*in use by ${process.pid} `));
  scene.press('Enter');
  await scene.shows(new RegExp(`is in use by process ${process.pid} [^]*❯ Continue with a copy of it`));
  // Esc goes back to the list.
  scene.press('Escape');
  await scene.shows(/── Resume a session of any directory/);
  scene.press('C-u');
  scene.type('quartz');
  await scene.shows(/ 1 of 502 ──\n❯ \w{8} {2}what ticks\?/);
  scene.press('Enter');
  await scene.logs(/^It was the \(quartz\) clock\.\n[^]*\/help/m);
  scene.say('go on');
  await scene.logs(/^a copy answers\.$/m);
  expect(JSON.stringify(server.requests[1]?.body)).toContain('quartz');
  await scene.leave();
});
