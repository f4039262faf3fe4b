import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli, toolUse } from './exec/support/cli.ts';

/** A title, a color in one byte, a turn of direction, a joiner, a lone blank that is none. */
const HOSTILE = '\u001b]2;taken\u0007\u009b31m\u202e\u200d\u00a0x';
const SHOWN = '⟨U+001B⟩]2;taken⟨U+0007⟩';
/** What no line for a person may hold. Sluice's own output has no colors here: it is not a terminal. */
const HIDDEN = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}]--[ \n]]/v;

let root = '';
let place = '';
let env: Record<string, string> = {};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-hostile-'));
  place = join(root, `dir${HOSTILE}`);
  const home = join(root, 'home');
  env = { HOME: home, SLUICE_CONFIG_DIR: join(home, 'config'), SLUICE_STATE_DIR: join(home, 'state') };
  mkdirSync(join(place, '.sluice'), { recursive: true });
  mkdirSync(join(home, 'config'), { recursive: true });
  const settings = {
    [`key${HOSTILE}`]: 1,
    defaultMode: HOSTILE,
    permissions: {
      allow: [`Bash(echo ${HOSTILE} *)`, `Read(${HOSTILE}`],
      deny: [`Edit(//${HOSTILE}/**)`],
      additionalDirectories: [`/tmp/${HOSTILE}`],
    },
    hooks: {
      PreToolUse: [{ matcher: `Bash(${HOSTILE}`, hooks: [{ type: 'command', command: `true ${HOSTILE}` }] }],
      Stop: [{ hooks: [{ type: 'command', command: `true ${HOSTILE}`, statusMessage: HOSTILE }] }],
    },
    env: { NAME: HOSTILE },
  };
  for (const directory of [join(place, '.sluice'), join(home, 'config')]) {
    writeFileSync(join(directory, 'settings.json'), JSON.stringify(settings));
  }
  const server = { command: HOSTILE, args: [HOSTILE], env: { [HOSTILE]: HOSTILE } };
  writeFileSync(join(place, '.mcp.json'), JSON.stringify({ mcpServers: { [HOSTILE]: server, s: server } }));
  writeFileSync(
    join(place, 'cases.json'),
    JSON.stringify([{ tool: HOSTILE, input: HOSTILE, expect: HOSTILE }]),
  );
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const CALLS = [
  toolUse('a', 'Bash', { command: `echo ${HOSTILE}`, description: HOSTILE }),
  toolUse(HOSTILE, HOSTILE, {}),
  toolUse('b', 'Write', { file_path: `new${HOSTILE}`, content: HOSTILE }),
  toolUse('c', 'Read', { file_path: `missing${HOSTILE}`, [HOSTILE]: 1 }),
  `not json ${HOSTILE}\n`,
].join('');

const ROWS: readonly (readonly [args: readonly string[], input: string])[] = [
  [['exec', '--output-format', 'text', '--progress'], CALLS],
  [['exec', '--output-format', 'text', '--permission-mode', 'bypassPermissions'], CALLS],
  [['exec', '--output-format', 'text', '--dry-run'], CALLS],
  [['exec', `missing${HOSTILE}`], ''],
  [['exec', `--wrong${HOSTILE}`], ''],
  [['exec', '--allow', `Bash(${HOSTILE}`], ''],
  [['explain', 'Bash', `rm ${HOSTILE}`], ''],
  [['explain', 'Write', JSON.stringify({ file_path: HOSTILE, content: HOSTILE })], ''],
  [['explain', HOSTILE, HOSTILE], ''],
  [['rules', 'list'], ''],
  [['rules', 'check'], ''],
  [['rules', 'test', 'cases.json'], ''],
  [['rules', 'list', '--json'], ''],
  [['rules', HOSTILE], ''],
  [['settings', 'show'], ''],
  [['settings', 'path'], ''],
  [['settings', 'show', '--json'], ''],
  [['settings', 'show', `key${HOSTILE}`], ''],
  [['hooks', 'list'], ''],
  [['hooks', 'test', 'PreToolUse', 'Bash', HOSTILE], ''],
  [['sessions', 'list', '--all'], ''],
  [['sessions', 'show', HOSTILE], ''],
  [['undo', '--session', HOSTILE], ''],
  [['tools', 'list', HOSTILE], ''],
  [['doctor'], ''],
  [['mcp', 'list'], ''],
  [['mcp', 'list', '--json'], ''],
  [['mcp', 'get', HOSTILE], ''],
  [['-p', '--model', HOSTILE, HOSTILE], ''],
  [[HOSTILE], ''],
  // Last: it changes what the others show.
  [['rules', 'trust'], ''],
];

describe('hostile text in files, names and calls', () => {
  it.each(ROWS)('are only shown: sluice %j', async (args, input) => {
    const { stdout, stderr } = await runCli(args, input, { cwd: place, env });
    const said = stdout + stderr;
    expect(said).not.toBe('');
    expect(said.split('\n').filter((line) => HIDDEN.test(line))).toEqual([]);
    // Marks that were marked once more: sanitized twice.
    expect(said).not.toContain('⟨U+27E8⟩');
  });

  it('are shown at all', async () => {
    const { stdout } = await runCli(['rules', 'list'], '', { cwd: place, env });
    expect(stdout).toContain(SHOWN);
  });
});
