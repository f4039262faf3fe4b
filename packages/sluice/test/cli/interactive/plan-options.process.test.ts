import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { calls, words } from '../print/support/answers.ts';
import { Scene } from './support/scene.ts';
import { serverFor } from './support/server-for.ts';

it('carries a plan out in a new session or in auto mode, explains a decision by its stages, and names who allowed a call', async () => {
  const server = await serverFor([
    calls(['ExitPlanMode', { plan: 'Write one file.' }]),
    words('in a new session.'),
    calls(['Bash', { command: 'touch asked.txt' }]),
    words('asked.'),
    calls(['Bash', { command: 'touch hooked.txt' }]),
    words('hooked.'),
    calls(['ExitPlanMode', { plan: 'Write another one.' }]),
    words('on its own.'),
  ]);
  const scene = await Scene.open({
    server,
    args: ['--permission-mode', 'plan', '--tool-loading', 'off'],
    prepare: ({ cwd, home }) => {
      const allow = `case "$(cat)" in *hooked*) echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"it is harmless"}}';; esac`;
      writeFileSync(join(cwd, 'allow'), allow);
      const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'sh allow' }] }] };
      mkdirSync(join(home, '.sluice'), { recursive: true });
      writeFileSync(join(home, '.sluice/settings.json'), JSON.stringify({ hooks }));
    },
  });
  const { cwd } = scene.place;
  scene.say('plan it');
  await scene.shows(/Write one file\.[^]*5 Yes, in a new conversation[^]*digits answer/);
  scene.press('5');
  await scene.logs(
    / {2}■ Plan [^\n]*\nsluice [^]*^> Carry out this plan:\n *\n {2}Write one file\.\nin a new session\.$/m,
  );
  await scene.shows(/^ {2}default · /m);
  // The new session has nothing of the one in which the plan was made but the plan.
  const body = JSON.stringify(server.requests[1]?.body);
  expect(body).toContain('Write one file.');
  expect(body).not.toContain('plan it');

  scene.say('ask');
  await scene.shows(/── Bash touch asked\.txt [^]*6 Why[^]*digits answer/);
  scene.press('6');
  await scene.logs(
    /^why:\nask {3}Bash, in [^\n]*, mode default\n {6}no rule allows touch asked\.txt[^]*^ {2}ask {3}touch asked\.txt\n[^]*; writes [^\n]*\/asked\.txt$/m,
  );
  scene.press('1');
  await scene.logs(/^asked\.$/m);
  expect(existsSync(join(cwd, 'asked.txt'))).toBe(true);

  scene.say('hook');
  await scene.logs(
    /✓ Bash touch hooked\.txt[^\n]*\n {4}allowed by a hook: the hook "sh allow" allows it\nhooked\.$/m,
  );

  scene.say('/plan once more');
  await scene.shows(/Write another one\.[^]*7 Yes, in auto mode[^]*digits answer/);
  scene.press('7');
  await scene.logs(/→ go on, in auto mode \(you[^]*^on its own\.$/m);
  await scene.shows(/^ {2}auto · /m);
  await scene.leave();
});

it('lists the rules of a session, removes one, and ends those for edits when a plan is approved with questions about edits', async () => {
  const write = (content: string) => calls(['Write', { file_path: 'a.txt', content }]);
  const server = await serverFor([
    write('one'),
    words('first.'),
    write('two'),
    words('second.'),
    calls(['EnterPlanMode', {}]),
    calls(['ExitPlanMode', { plan: 'Write it again.' }]),
    write('three'),
    words('third.'),
  ]);
  const scene = await Scene.open({ server, args: ['--tool-loading', 'off'] });
  const rule = String.raw`Edit\(/a\.txt\)`;
  scene.say('go');
  await scene.shows(new RegExp(`2 Yes, and for this session: ${rule}[^]*digits answer`));
  scene.press('2');
  await scene.logs(/asked: Write a\.txt → yes, for this session [^]*^first\.$/m);
  scene.say('/permissions');
  await scene.logs(
    new RegExp(`^In settings files:\\nno rules\\n[^]*^In this session only:\\nallow  ${rule}$`, 'm'),
  );
  // What is typed before it has printed comes after that.
  scene.say('/permissions');
  scene.say('/status');
  await scene.logs(
    /^> \/permissions\n(?:(?!^> )[^\n]*\n)*^To end one: \/permissions remove RULE\n\n?> \/status$/m,
  );
  scene.say('/permissions remove Edit(/a.txt)');
  await scene.logs(new RegExp(`^removed from this session: allow ${rule}$`, 'm'));
  scene.say('again');
  await scene.shows(/2 Yes, and for this session[^]*digits answer/);
  scene.press('2');
  await scene.logs(/^second\.$/m);
  scene.say('plan');
  await scene.shows(/1 Yes, and ask me about edits[^]*digits answer/);
  scene.press('1');
  await scene.logs(new RegExp(`^no longer allowed in this session: ${rule}$`, 'm'));
  await scene.shows(/── Write a\.txt [^]*digits answer/);
  scene.press('1');
  await scene.logs(/^third\.$/m);
});
