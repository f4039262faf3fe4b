import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { calls, words } from '../print/support/answers.ts';
import { scratch } from '../exec/support/scratch.ts';
import { until } from '../exec/support/until.ts';
import { Scene } from './support/scene.ts';
import { serverFor } from './support/server-for.ts';

const edit = (from: string, to: string): Record<string, string> => ({
  file_path: 'a.txt',
  old_string: from,
  new_string: to,
});

function draftsIn(state: string): readonly string[] {
  return readdirSync(state, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/draft'))
    .map((path) => readFileSync(join(state, path), 'utf8'));
}

it('shows, undoes and rewinds what a session has changed, and tells the model', async () => {
  const server = await serverFor([
    calls(['Read', { file_path: 'a.txt' }]),
    calls(['Edit', edit('one', 'two')]),
    words('first done.'),
    calls(['Edit', edit('two', 'three')], ['Write', { file_path: 'b.txt', content: 'new\n' }]),
    words('second done.'),
    words('noted.'),
    words('from here.'),
  ]);
  const scene = await Scene.open({
    server,
    args: ['--permission-mode', 'acceptEdits'],
    prepare: ({ cwd }) => writeFileSync(join(cwd, 'a.txt'), 'one\n'),
  });
  const file = join(scene.place.cwd, 'a.txt');
  scene.say('the first prompt');
  await scene.logs(/^first done\.\n[^]*\/help\n/m);
  scene.say('the second prompt');
  await scene.logs(/^second done\.\n[^]*\/help\n/m);
  scene.say('/cost');
  await scene.logs(/\$0\.\d{4} so far\n {2}\S+: 500 in \u00b7 \d+ out \u00b7 \$0\.\d{4}\n/);
  scene.say('/diff');
  const difference = await scene.logs(/Files changed by commands are not covered\.\n/);
  expect(difference).toMatch(/^a\.txt\n {2}@@ -1,1 \+1,1 @@\n {2}-one\n {2}\+three\n/m);
  expect(difference).toMatch(/^b\.txt\n {2}@@ [^\n]*\n {2}\+new\n/m);
  writeFileSync(file, 'three by hand\n');
  scene.say('/undo');
  await scene.shows(/a\.txt has changed since[^]*anyway\?[^]*❯ 3 No/);
  scene.say('n');
  await scene.logs(/^! Nothing was undone\.$/m);
  writeFileSync(file, 'three\n');
  scene.say('/undo');
  await scene.shows(/Undo these changes\?[^]*❯ 1 Yes/);
  expect(readFileSync(file, 'utf8')).toBe('three\n');
  scene.say('y');
  await scene.logs(/^restored [^]*a\.txt/m);
  await scene.logs(/^removed [^]*b\.txt/m);
  expect(readFileSync(file, 'utf8')).toBe('two\n');
  expect(existsSync(join(scene.place.cwd, 'b.txt'))).toBe(false);
  scene.say('go on');
  await scene.logs(/^noted\.\n[^]*\/help\n/m);
  expect(JSON.stringify(server.requests[5]?.body)).toContain('The user has undone changes');
  scene.say('/rewind');
  await scene.shows(/❯ go on[^]*the second prompt[^]*the first prompt/);
  scene.press('Down');
  await scene.shows(/❯ the second prompt/);
  scene.press('Enter');
  await scene.shows(/❯ Only the conversation/);
  scene.press('Enter');
  await scene.logs(/(?:^sluice 0[^]*){2}^> the second prompt\n[^]*\/help\n/m);
  scene.press('Enter');
  await scene.logs(/^from here\.$/m);
  const sent = JSON.stringify(server.requests[6]?.body);
  expect(sent).toContain('the first prompt');
  expect(sent).toContain('the second prompt');
  expect(sent).not.toContain('second done.');
  await scene.leave();
});

it('offers again what was typed and not sent, after SIGKILL', async () => {
  const gate = Promise.withResolvers<void>();
  const server = await serverFor([
    words('hello'),
    { content: [{ type: 'gate', opened: gate.promise }] },
    words('never said'),
  ]);
  const scene = await Scene.open({ server });
  scene.say('hi');
  await scene.logs(/^hello\n[^]*\/help\n/m);
  scene.say('go');
  await server.request(1);
  scene.say('waits for you');
  await scene.shows(/next: waits for you/);
  scene.type('half a thou');
  await until(() =>
    draftsIn(scene.place.state).includes('waits for you\n\nhalf a thou') ? true : undefined,
  );
  const pid = scene.tmux('list-panes', '-F', '#{pane_pid}').trim();
  scene.tmux('run-shell', `pkill -KILL -P ${pid}`);
  await scene.shows(/Killed/);
  gate.resolve();
  scene.press('Enter');
  await scene.start('-c');
  await scene.logs(/is back in the prompt\.\n[^]*^> waits for you\n[^]*half a thou\n/m);
  scene.press('C-c');
  await scene.shows(/cleared/);
  await until(() => (draftsIn(scene.place.state).length === 0 ? true : undefined));
});

it('/compact and /clear wait while the model works, and so does what is typed behind them', async () => {
  const gate = Promise.withResolvers<void>();
  const server = await serverFor([
    { content: [{ type: 'gate', opened: gate.promise }, ...words('first done.').content] },
    words('<summary>Short.</summary>'),
    words('second done.'),
    words('third done.'),
  ]);
  const scene = await Scene.open({ server });
  scene.say('the first prompt');
  await server.request(0);
  for (const text of ['/compact', 'the second prompt', '/clear', 'the third prompt']) {
    scene.say(text);
    await scene.shows(new RegExp(`after: ${text}`));
  }
  scene.press('Up');
  await scene.hides(/after: the third prompt/);
  scene.press('Enter');
  await scene.shows(/after: the third prompt/);
  gate.resolve();
  const log = await scene.logs(/^third done\.\n[^]*\/help\n/m);
  expect(log).toMatch(
    /^first done\.[^]*^> \/compact$[^]*^> the second prompt$[^]*^second done\.[^]*^> \/clear$[^]*^sluice 0[^]*^> the third prompt$/m,
  );
  const sent = server.requests.map(({ body }) => JSON.stringify(body));
  expect(sent).toHaveLength(4);
  expect(sent[2]).toContain('Short.');
  expect(sent[2]).not.toContain('first done.');
  expect(sent[3]).not.toContain('Short.');
  expect(draftsIn(scene.place.state)).toEqual([]);
  await scene.leave();
});

it('copies, exports, renames, shows the transcript, adds a directory and a rule', async () => {
  const side = realpathSync(scratch());
  const server = await serverFor([
    calls(['Read', { file_path: 'a.txt' }]),
    words('Run this:\n\n```sh\nmake all\n```\n\nThen look.'),
    calls(['Read', { file_path: join(side, 'note.txt') }], ['Bash', { command: 'touch made.txt' }]),
    words('both.'),
  ]);
  const scene = await Scene.open({
    server,
    env: { PAGER: 'cat > paged.md <' },
    prepare: ({ cwd }) => {
      writeFileSync(join(cwd, 'a.txt'), 'the content\n');
      writeFileSync(join(side, 'note.txt'), 'beside\n');
    },
  });
  const { cwd } = scene.place;
  const question =
    'how is it built with everything that belongs to it, and how do I see afterwards whether it works?';
  scene.say(question);
  await scene.logs(/^Then look\.\n[^]*\/help\n/m);
  scene.say('/copy code');
  await scene.logs(/^Copied 8 characters with tmux/m);
  expect(scene.tmux('show-buffer')).toBe('make all');
  scene.say('/copy');
  await scene.logs(/^Copied \d\d characters with tmux/m);
  expect(scene.tmux('show-buffer')).toBe('Run this:\n\n```sh\nmake all\n```\n\nThen look.');
  scene.say('/export out.md');
  await scene.logs(/^Written to .*out\.md\.$/m);
  const exported = readFileSync(join(cwd, 'out.md'), 'utf8');
  expect(exported).toBe(
    `> ${question}\n\n- ✓ Read a.txt\n\nRun this:\n\n\`\`\`sh\nmake all\n\`\`\`\n\nThen look.\n`,
  );
  scene.say('/export out.md');
  await scene.logs(/Nothing was written: EEXIST/);
  scene.press('C-o');
  // The pager has given the terminal back: its modes are on for the second time.
  await until(() => scene.bytes().split('\u001b[?2004h').length > 2 || undefined);
  scene.say('/rename A better name');
  await scene.logs(/now called A better name\./);
  const paged = readFileSync(join(cwd, 'paged.md'), 'utf8');
  expect(paged).toContain('the content');
  // A pager would cut words where a row ends.
  expect(paged).toMatch(/^> how is it built [^\n]* I see\n> afterwards whether it works\?\n/);
  scene.say(`/add-dir ${side}`);
  await scene.logs(/ is now part of the workspace\./);
  scene.say('/permissions add allow Bash(touch *)');
  await scene.logs(/^added to [^]*Bash\(touch \*\)/m);
  scene.say('/permissions');
  await scene.logs(/^allow +Bash\(touch \*\) +local +\.sluice\/settings\.local\.json:\d+$/m);
  scene.say('/status');
  await scene.logs(/^ {2}mode +default\n[^]*^ {2}also +\/[^]*journal/m);
  scene.say('use them');
  await scene.logs(/^both\.$/m);
  expect(scene.history()).not.toContain('asked:');
  expect(existsSync(join(cwd, 'made.txt'))).toBe(true);
  scene.say('/sessions');
  await scene.logs(/A better name/);
  await scene.leave();
});

it('Esc ends a loop that waits for its next turn', async () => {
  const server = await serverFor([
    calls(['ToolSearch', { query: 'select:ScheduleWakeup' }]),
    calls(['ScheduleWakeup', { delaySeconds: 300, reason: 'It builds.' }]),
    words('it runs'),
  ]);
  const scene = await Scene.open({ server });
  scene.say('/loop Watch the build.');
  await scene.logs(/Look again in 300 s: It builds\./);
  await scene.logs(/^it runs$/m);
  scene.say('/loop list');
  await scene.logs(/loop \(at the model's pace, next: .*\): Watch the build\./);
  scene.press('Escape');
  await scene.logs(/The loop has ended\./);
  await scene.leave();
});
