import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { until } from '../exec/support/until.ts';
import type { PrintPlace } from '../print/support/print.ts';
import { calls, words } from '../print/support/answers.ts';
import { Scene } from './support/scene.ts';
import { serverFor } from './support/server-for.ts';

function settings(home: string, value: object): void {
  mkdirSync(join(home, '.claude'), { recursive: true });
  writeFileSync(join(home, '.claude/settings.json'), JSON.stringify(value));
}

const FAILS_THEN_HANGS =
  'if test -e failed; then touch hangs; sleep 1000; fi; touch failed; echo no luck >&2; exit 3';
const NODE = `'${process.execPath}'`;
const PRINTS = `${NODE} -e 'const s = JSON.parse(require("fs").readFileSync(0));
console.log("\\x1b[32mline\\x1b[0m\\x1b[2J " + s.permission_mode + " " + s.model.display_name + " " + (s.context_window.total_input_tokens > 0))'`;

it('shows what the statusLine command prints of the session, keeps its colors, and obeys nothing else', async () => {
  const server = await serverFor([words('hello')]);
  const scene = await Scene.open({
    server,
    prepare: ({ home }) => settings(home, { statusLine: { type: 'command', command: PRINTS } }),
  });
  await scene.shows(/^ {2}line.*default claude-sonnet-4-5 false\n {2}default · /m);
  scene.say('hi');
  await scene.shows(/^hello$/m);
  await scene.shows(/default claude-sonnet-4-5 true\n/);
  scene.say('/mode plan');
  await scene.shows(/plan claude-sonnet-4-5 true\n {2}plan · /);
  expect(scene.bytes()).toContain('\u001b[32mline\u001b[0m');
  await scene.leave();
});

it('runs no statusLine of a repository that is not trusted, and tells of one that fails or hangs, while keys are echoed', async () => {
  const server = await serverFor([]);
  const scene = await Scene.open({
    server,
    prepare: ({ cwd, home }: PrintPlace) => {
      mkdirSync(join(cwd, '.claude'));
      const command = 'touch ran-unasked';
      const hook = [{ hooks: [{ type: 'command', command }] }];
      const later = [{ hooks: [{ type: 'command', command: 'touch ran-once-trusted' }] }];
      const hooks = { SessionStart: hook, PreToolUse: later };
      const own = { statusLine: { command }, hooks, apiKeyHelper: command };
      writeFileSync(join(cwd, '.claude/settings.json'), JSON.stringify(own));
      settings(home, { statusLine: { command: FAILS_THEN_HANGS } });
    },
    starts: false,
  });
  scene.type(scene.command);
  scene.press('Enter');
  await scene.shows(/Go on without these settings[^]*Leave[^]*digits answer/);
  scene.press('3');
  await scene.backInShell();
  scene.type(scene.command);
  scene.press('Enter');
  await scene.shows(/Go on without these settings[^]*digits answer/);
  scene.press('2');
  await scene.logs(/! statusLine: the command exited with code 3: no luck/);
  scene.press('BTab');
  await until(() => (existsSync(join(scene.place.cwd, 'hangs')) ? true : undefined));
  scene.type('still here');
  await scene.shows(/^> still here$/m);
  await scene.logs(/! statusLine: the command ran longer than 1 s and was stopped/);
  scene.press('C-c');
  await scene.shows(/cleared/);
  expect(existsSync(join(scene.place.cwd, 'ran-unasked'))).toBe(false);
  scene.say('!echo before');
  await scene.logs(/^before$/m);
  expect(existsSync(join(scene.place.cwd, 'ran-once-trusted'))).toBe(false);
  scene.say('/trust');
  await scene.logs(/is now trusted[^]*^Its rules and hooks apply from now on/m);
  scene.say('!echo after');
  await scene.logs(/^after$/m);
  expect(existsSync(join(scene.place.cwd, 'ran-once-trusted'))).toBe(true);
  scene.say('/clear');
  await scene.logs(/is now trusted[^]*\nsluice \S+ · /);
  scene.say('/notices');
  const log = await scene.logs(/\/clear[^]*There are no notices\./);
  expect(log.match(/of this repository requires? trust/g)).toHaveLength(1);
  await scene.leave();
});

it('rings when it waits and no key comes, sends hooks to the terminal, and says nothing if told not to', async () => {
  const title = '\u001b]0;a title\u0007';
  const others = (scene: Scene): string => scene.bytes().replaceAll(title, '');
  const open = async (notify: string): Promise<Scene> => {
    const server = await serverFor([calls(['Bash', { command: 'touch x' }]), words('done')]);
    const answer = JSON.stringify({ terminalSequence: title });
    const hook = [{ hooks: [{ type: 'command', command: `printf '%s' '${answer}'` }] }];
    const scene = await Scene.open({
      server,
      env: { LC_TERMINAL: 'iTerm2' },
      prepare: ({ home }) =>
        settings(home, { terminal: { notify, notifyAfter: 0 }, hooks: { UserPromptSubmit: hook } }),
    });
    scene.tmux('set-option', '-g', 'allow-passthrough', 'on');
    scene.say('go');
    await scene.shows(/digits answer/);
    return scene;
  };
  const scene = await open('auto');
  await until(() => (/9;Sluice: asks: .*touch x/.test(others(scene)) ? true : undefined));
  expect(scene.bytes()).toContain(title);
  expect(others(scene)).toContain('\u0007\u001bPtmux;');
  scene.press('1');
  await scene.shows(/^done$/m);
  await until(() => (/9;Sluice: done after/.test(scene.bytes()) ? true : undefined));
  await scene.leave();

  const quiet = await open('off');
  quiet.press('1');
  await quiet.shows(/^done$/m);
  await quiet.leave();
  expect(quiet.bytes()).toContain(title);
  expect(others(quiet)).not.toContain('\u0007');
});
