import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { calls, words } from '../print/support/answers.ts';
import { Scene } from './support/scene.ts';
import { serverFor } from './support/server-for.ts';

/** A PNG of one red pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

it('moves a running command to the background, edits with the keys of vim, and obeys the chosen keys', async () => {
  const waits = 'echo begun; until test -e go; do sleep 0.05; done; echo finished';
  const server = await serverFor([
    calls(
      ['TaskCreate', { subject: 'Wait for it', description: 'd' }],
      ['TaskCreate', { subject: 'Say so', description: 'd' }],
    ),
    calls(['Bash', { command: waits }]),
    words('it goes on'),
    words('it has ended'),
    words('edited'),
  ]);
  const scene = await Scene.open({
    server,
    args: ['--allowedTools', 'Bash(*)'],
    env: { CLAUDE_CODE_ENABLE_TASKS: '1', VISUAL: 'false' },
    prepare: ({ home }) => {
      mkdirSync(join(home, '.claude'), { recursive: true });
      const keys = { tasks: 'ctrl+x', editor: 'ctrl+x', search: 'no such key' };
      writeFileSync(join(home, '.claude/settings.json'), JSON.stringify({ terminal: { keys } }));
    },
  });
  await scene.logs(
    /^! \S+settings\.json:1: +terminal\.keys\.tasks +has +no +effect: +ctrl\+x +is +also +set +as +terminal\.keys\.editor/m,
  );
  // At the start, each notice has one row.
  await scene.shows(/terminal\.keys[^\n]*· \/notices$/m);
  scene.say('/notices');
  await scene.logs(/"terminal\.keys\.search" +must be ctrl\+/);
  scene.say('wait for it');
  // The last lines of a command, and the steps of the model, stand above the prompt.
  await scene.shows(/⠿ Bash echo begun;[^\n]*\n {4}begun\n {2}· Wait for it\n {2}· Say so\n>/);
  scene.press('C-b');
  await scene.logs(/^it goes on$/m);
  expect(JSON.stringify(server.requests[2]?.body)).toMatch(
    /The user moved the command to the background after [^:]*: it continues as task/,
  );
  writeFileSync(join(scene.place.cwd, 'go'), '');
  await scene.logs(/^it has ended$/m);
  scene.say('/vim');
  await scene.logs(/The prompt now uses vim keys/);
  scene.type('one two three');
  scene.press('Escape');
  await scene.shows(/^: one two three$/m);
  scene.type('0cwfour');
  await scene.shows(/^> four two three$/m);
  scene.press('Escape');
  await scene.shows(/^: four two three$/m);
  scene.type('wdw');
  await scene.shows(/^: four three$/m);
  // Keys of the normal mode that are typed just before an editor has the terminal change nothing.
  scene.press('C-x', 'x', 'x');
  await scene.logs(/^! false ended with status 1; the text is as it was\.$/m);
  await scene.shows(/^: four three$/m);
  scene.press('Enter');
  await scene.logs(/^edited$/m);
  expect(JSON.stringify(server.requests[4]?.body)).toContain('four three');
  await scene.leave();
});

it('attaches the image in the clipboard, and an image whose path is pasted, under the rules for reading', async () => {
  const server = await serverFor([words('red'), words('red as well'), words('not seen')]);
  const scene = await Scene.open({
    server,
    args: ['--disallowedTools', 'Read(secret.png)'],
    prepare: ({ cwd }) => {
      for (const name of ['my shot.png', 'secret.png'])
        writeFileSync(join(cwd, name), Buffer.from(PIXEL, 'base64'));
      mkdirSync(join(cwd, 'bin'));
      const clipboard = join(cwd, 'bin/xclip');
      writeFileSync(clipboard, `#!/bin/sh\necho "$@" > '${cwd}/asked'\ncat '${cwd}/my shot.png'\n`);
      chmodSync(clipboard, 0o755);
    },
    starts: false,
  });
  const path = `${join(scene.place.cwd, 'bin')}:${process.env['PATH'] ?? ''}`;
  scene.type(`export DISPLAY=:9 PATH='${path}'`);
  scene.press('Enter');
  await scene.start();
  scene.type('what is ');
  scene.press('C-v');
  await scene.shows(/^> what is \[image 1: 1×1\]/m);
  scene.press('Enter');
  await scene.logs(/^red$/m);
  expect(readFileSync(join(scene.place.cwd, 'asked'), 'utf8')).toContain('-target image/png');
  expect(imagesOf(server.requests[0]?.body)).toEqual([{ text: 'what is [image 1: 1×1]' }, 'image/png']);
  const shot = join(scene.place.cwd, 'my shot.png');
  scene.tmux('set-buffer', shot);
  scene.tmux('paste-buffer', '-p');
  await scene.shows(/@"[^"]*my\s+shot\.png"/);
  scene.press('Enter');
  await scene.logs(/^red as well$/m);
  expect(imagesOf(server.requests[1]?.body)).toContain('image/png');
  scene.tmux('set-buffer', join(scene.place.cwd, 'secret.png'));
  scene.tmux('paste-buffer', '-p');
  scene.press('Enter');
  await scene.logs(/⊘ Read [^]*^not seen$/m);
  expect(imagesOf(server.requests[2]?.body)).not.toContain('image/png');
  await scene.leave();
});

/** The blocks of the last message of the user that a person wrote: media types of images, and texts. */
function imagesOf(body: unknown): readonly unknown[] {
  const { messages } = body as { messages: { role: string; content: unknown }[] };
  const content = messages.filter(({ role }) => role === 'user').at(-1)?.content;
  const blocks = Array.isArray(content)
    ? (content as { type: string; text?: string; source?: { media_type: string } }[])
    : [];
  return blocks
    .filter((block) => block.type === 'image' || block.text?.startsWith('what is') === true)
    .map((block) => (block.type === 'image' ? block.source?.media_type : { text: block.text }));
}
