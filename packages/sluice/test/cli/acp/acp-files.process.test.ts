import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { calls, words } from '../print/support/answers.ts';
import { printPlace } from '../print/support/print.ts';
import { lastMessages } from '../print/support/sent.ts';
import { openEditor } from './support/editor.ts';

const BOTH = { readTextFile: true, writeTextFile: true };

test('text that is not saved is read with a note, edited through the editor, and protected from stale edits', async () => {
  const read = (id: string) => calls(['Read', { file_path: 'a.txt' }, id]);
  const edit = (from: string, to: string, id: string) =>
    calls(['Edit', { file_path: 'a.txt', old_string: from, new_string: to, replace_all: true }, id]);
  await using server = await startModelServer([
    read('toolu_r'),
    edit('typed', 'edited', 'toolu_1'),
    words('Edited.'),
    edit('edited', 'lost', 'toolu_2'),
    calls(['Write', { file_path: 'a.txt', content: 'lost\n' }, 'toolu_3']),
    words('Refused.'),
  ]);
  const place = printPlace(server);
  const path = join(place.cwd, 'a.txt');
  writeFileSync(path, 'saved\r\n');
  const files = new Map([[path, 'typed\n']]);
  const editor = openEditor(place, { files, args: ['--permission-mode', 'acceptEdits'] });
  await editor.agent.request('initialize', { protocolVersion: 1, clientCapabilities: { fs: BOTH } });
  const { sessionId } = await editor.agent.request('session/new', { cwd: place.cwd, mcpServers: [] });
  const say = (text: string) =>
    editor.agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  expect(await say('Edit it.')).toEqual({ stopReason: 'end_turn' });
  expect(JSON.stringify(lastMessages(server))).toMatch(/typed.*it is not saved yet/);
  // With the line ending of the file on disk.
  expect(files.get(path)).toBe('edited\r\n');
  expect(readFileSync(path, 'utf8')).toBe('edited\r\n');
  files.set(path, 'edited by a person\r\n');
  expect(await say('Again.')).toEqual({ stopReason: 'end_turn' });
  expect([...JSON.stringify(lastMessages(server)).matchAll(/has changed since/g)]).toHaveLength(2);
  expect([files.get(path), readFileSync(path, 'utf8')]).toEqual(['edited by a person\r\n', 'edited\r\n']);
  expect([editor.violations, server.problems]).toEqual([[], []]);
  await editor.close();
});

test('an editor that shares no files is not asked, and one that takes none gets its text left alone', async () => {
  await using server = await startModelServer([
    calls(['Read', { file_path: 'a.txt' }, 'toolu_r']),
    words('Read.'),
    calls(['Read', { file_path: 'a.txt' }, 'toolu_q']),
    words('Read.'),
    calls(['Read', { file_path: 'a.txt' }, 'toolu_s']),
    calls(['Edit', { file_path: 'a.txt', old_string: 'typed', new_string: 'x' }, 'toolu_e']),
    words('Refused.'),
  ]);
  const place = printPlace(server);
  const path = join(place.cwd, 'a.txt');
  writeFileSync(path, 'saved\n');
  mkdirSync(join(place.home, '.sluice'));
  const settings = join(place.home, '.sluice/settings.json');
  for (const [fs, editorFiles] of [
    [{}, true],
    [{ readTextFile: true, writeTextFile: true }, false],
    [{ readTextFile: true }, true],
  ] as const) {
    writeFileSync(settings, JSON.stringify({ acp: { editorFiles } }));
    const files = new Map([[path, 'typed\n']]);
    const editor = openEditor(place, { files, args: ['--permission-mode', 'acceptEdits'] });
    await editor.agent.request('initialize', { protocolVersion: 1, clientCapabilities: { fs } });
    const { sessionId } = await editor.agent.request('session/new', { cwd: place.cwd, mcpServers: [] });
    await editor.agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Go.' }] });
    await editor.close();
    expect([files.get(path), readFileSync(path, 'utf8'), editor.violations]).toEqual([
      'typed\n',
      'saved\n',
      [],
    ]);
  }
  for (const at of [1, 3]) {
    expect(JSON.stringify(server.requests[at]?.body)).toContain('saved');
    expect(JSON.stringify(server.requests[at]?.body)).not.toContain('typed');
  }
  expect(JSON.stringify(lastMessages(server))).toContain('Ask the user to save the file');
});
