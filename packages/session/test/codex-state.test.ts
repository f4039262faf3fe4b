import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { peerHookFiles } from '../src/hooks/peer-hooks.ts';

it.each([
  ['[hooks.state."a"]\nenabled = true', undefined],
  ['[hooks.state."a"]\nenabled = false', /\[hooks\.state\] switches hooks off/],
  ['[hooks]\nstate = { a = { b = [{ enabled = false }] } }', /switches hooks off/],
])('hooks of a config.toml with %j', async (state, problem) => {
  const home = mkdtempSync(join(tmpdir(), 'sluice-codex-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  mkdirSync(join(home, '.codex'));
  const hook = '[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "true"\n';
  writeFileSync(join(home, '.codex/config.toml'), `${state}\n${hook}`);
  const [file] = await peerHookFiles({ cwd: '/', home, readsUser: true, readsProject: false });
  if (problem === undefined) expect(file).toMatchObject({ text: expect.stringContaining('PreToolUse') });
  expect(file?.problem ?? '').toMatch(problem ?? /^$/);
});
