import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isAlive, linesOfFile, until } from '../exec/support/until.ts';
import { calls, words } from '../print/support/answers.ts';
import { Scene } from './support/scene.ts';
import { serverFor } from './support/server-for.ts';

const STUBBORN = `trap '' TERM; sleep 1000 & echo $! >> pids; echo $$ >> pids; wait`;
const WAITING = /waiting for sleep \(pid (\d+)\) to stop, press Ctrl-C again to kill/;
const ABOVE_PROMPT = new RegExp(`${WAITING.source}[^\\n]*\\n>`);
const GONE = /^(?![^]*waiting for)/;
const BYPASS = '--dangerously-skip-permissions';

async function pidsIn(scene: Scene, count: number): Promise<readonly number[]> {
  return (await linesOfFile(join(scene.place.cwd, 'pids'), count)).map(Number);
}

/** All of them have ended. */
async function haveEnded(pids: readonly number[]): Promise<void> {
  await until(() => (pids.some(isAlive) ? undefined : true));
}

it('names what does not stop in a row above the prompt; Ctrl-C again kills it, whatever is typed, and the session goes on', async () => {
  const server = await serverFor([
    calls(['Bash', { command: STUBBORN }]),
    words('and on.'),
    calls(['Bash', { command: STUBBORN, run_in_background: true }]),
    words('started.'),
  ]);
  const scene = await Scene.open({ server, args: [BYPASS] });
  scene.say('stay');
  const pids = await pidsIn(scene, 2);
  scene.press('Escape');
  expect(pids).toContain(Number(WAITING.exec(await scene.shows(ABOVE_PROMPT))?.[1]));
  scene.type('a draft');
  scene.press('C-c');
  await scene.shows(GONE);
  await haveEnded(pids);
  // The call has ended in the log, and the row was never a part of that.
  const log = await scene.logs(/^ {2}■ Bash trap '' TERM;[^\n]*\n■ stopped$/m);
  expect(log).not.toContain('waiting for');
  await scene.shows(/^> a draft$/m);
  scene.press('C-u');

  // A command of the person's own.
  scene.say(`!${STUBBORN}`);
  const own = (await pidsIn(scene, 4)).slice(2);
  scene.press('C-c');
  await scene.shows(WAITING);
  scene.press('C-c');
  await scene.shows(GONE);
  await haveEnded(own);

  scene.say('go on');
  await scene.logs(/^and on\.$/m);
  scene.say('in the background');
  await scene.logs(/^started\.$/m);
  const left = (await pidsIn(scene, 6)).slice(4);
  // Who leaves waits for it, too.
  scene.press('C-d');
  await scene.shows(/Leave and stop 1 background task/);
  scene.press('C-d');
  await scene.shows(WAITING);
  scene.press('C-c');
  await scene.logs(/continue with: sluice -r/);
  await haveEnded(left);
  scene.say('stty -g > after');
  await until(() => linesThere(join(scene.place.cwd, 'after')));
  expect(readFileSync(join(scene.place.cwd, 'after'), 'utf8')).toBe(
    readFileSync(join(scene.place.cwd, 'before'), 'utf8'),
  );
});

function linesThere(path: string): true | undefined {
  try {
    return readFileSync(path, 'utf8') === '' ? undefined : true;
  } catch {
    return undefined;
  }
}

it('says it in a line in plain mode', async () => {
  const server = await serverFor([calls(['Bash', { command: STUBBORN }]), words('and on.')]);
  const scene = await Scene.open({ server, starts: false });
  scene.say(`${scene.command} --plain ${BYPASS}`);
  await scene.shows(/^ready\.$/m);
  scene.say('stay');
  const pids = await pidsIn(scene, 2);
  scene.press('C-c');
  await scene.shows(WAITING);
  scene.press('C-c');
  await haveEnded(pids);
  scene.say('go on');
  await scene.logs(/^and on\.$/m);
});

it.each([
  ['SIGINT', 'on the drawn screen', '', 'press Ctrl-C again to kill', 130],
  ['SIGTERM', 'on the drawn screen', '', 'press Ctrl-C to kill', 143],
  ['SIGTERM', 'in plain mode', '--plain', 'press Ctrl-C to kill', 143],
] as const)('%s from outside names what does not stop, %s', async (signal, _, flag, how, status) => {
  const server = await serverFor([calls(['Bash', { command: STUBBORN }])]);
  const scene = await Scene.open({ server, starts: false });
  const shell = scene.tmux('display-message', '-p', '#{pane_pid}').trim();
  scene.say(`${scene.command} ${flag} ${BYPASS}; echo "status $?"; stty -g | cmp - before && echo same`);
  await scene.shows(flag === '' ? /^ {2}(?!opening)\w+ · <?\d+ % of/m : /^ready\.$/m);
  scene.say('stay');
  const pids = await pidsIn(scene, 2);
  scene.tmux('run-shell', `pkill -${signal.slice(3)} -P ${shell}`);
  const row = new RegExp(`waiting for sleep \\(pid ${pids[0]}\\) to stop, ${how}`);
  await until(() => (row.test(scene.bytes()) ? true : undefined));
  scene.press('C-c');
  await scene.shows(new RegExp(`^status ${status}\nsame$`, 'm'));
  await haveEnded(pids);
});

it('draws a row for `sluice -p` on a terminal, which goes with the process', async () => {
  const server = await serverFor([calls(['Bash', { command: STUBBORN }])]);
  const scene = await Scene.open({ server, starts: false });
  scene.say(`${scene.command} -p stay ${BYPASS}; echo "status $?"; stty -g | cmp - before && echo same`);
  const pids = await pidsIn(scene, 2);
  scene.press('C-c');
  await scene.shows(/^sluice: waiting for sleep \(pid \d+\) to stop, press Ctrl-C again to kill$/m);
  scene.press('C-c');
  const end = await scene.shows(/^status 130\nsame$/m);
  expect(end).not.toContain('waiting for');
  await haveEnded(pids);
});
