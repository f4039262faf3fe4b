import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readClaim } from '../../../../src/cli/print/client/session-claim.ts';
import { parsePrintOptions } from '../../../../src/cli/print/parse-print-options.ts';

const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-claim-')));

function read(claim: object, ...args: readonly string[]) {
  const parsed = parsePrintOptions([
    '--input-format',
    'stream-json',
    '--output-format',
    'stream-json',
    ...args,
  ]);
  if (parsed.kind !== 'options') throw new Error(parsed.kind);
  const request = { subtype: 'claim_session', cwd, ...claim };
  return readClaim({ requestId: '1', request }, parsed.options, { systemPrompt: [''], title: 'First' });
}

it('a claim sets the directory, the mode and more, and adds to what the program began with', () => {
  const claim = {
    permission_mode: 'plan',
    additional_directories: ['.', '/other'],
    append_system_prompt: 'More.',
    title: 'Second',
    agents: null,
    env: { CLAUDE_CODE_HOST_SESSION_ID: 'h' },
  };
  expect(read(claim, '--add-dir', '/usr')).toMatchObject({
    ok: true,
    cwd,
    options: { permissionMode: 'plan', settings: { additionalDirectories: ['/usr', cwd, '/other'] } },
    initialize: { systemPrompt: [''], appendSystemPrompt: 'More.', title: 'Second' },
    env: { CLAUDE_CODE_HOST_SESSION_ID: 'h' },
  });
  expect(read({}, '--permission-mode', 'acceptEdits')).toMatchObject({
    ok: true,
    options: { permissionMode: 'acceptEdits' },
    initialize: { title: 'First' },
  });
});

it.each([
  ['a directory that is missing', { cwd: '/missing' }, 'cwd_not_found: "/missing"'],
  ['no directory', { cwd: undefined }, 'cwd_not_found'],
  ['another variable', { env: { PATH: '/' } }, 'env_key_not_claimable: PATH'],
  ['a variable that is no text', { env: { CLAUDE_CODE_OAUTH_TOKEN: 1 } }, 'env_key_not_claimable'],
  ['variables that are no object', { env: 'PATH' }, 'env_key_not_claimable'],
  ['an unknown mode', { permission_mode: 'strictest' }, 'permission_mode_not_claimable: '],
  [
    'a mode that was not allowed',
    { permission_mode: 'bypassPermissions' },
    'permission_mode_not_claimable: ',
  ],
  ['directories that are no list', { additional_directories: '/usr' }, 'claim_failed'],
])('a claim is refused for %s', (_title, claim, message) => {
  expect(read(claim)).toEqual({ ok: false, message: expect.stringContaining(message) });
});

it('a mode that was allowed at the start can be claimed', () => {
  const claim = { permission_mode: 'bypassPermissions' };
  expect(read(claim, '--allow-dangerously-skip-permissions')).toMatchObject({ ok: true });
});
