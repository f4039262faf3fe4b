import { describe, expect, it } from 'vitest';
import { parseExecOptions } from '../../../src/cli/exec/exec-options.ts';

describe('what is wrong is said in one line', () => {
  it.each([
    [['--progres'], 'unknown option --progres; did you mean --progress?'],
    [['-x'], 'unknown option -x'],
    [['--no-progress'], 'unknown option --no-progress; did you mean --progress?'],
    [['--constructor'], 'unknown option --constructor'],
    [
      ['--permission-mode', 'yolo'],
      '--permission-mode is default, acceptEdits, plan, auto, dontAsk, bypassPermissions or manual; got "yolo"',
    ],
    [['--scheduling=fast'], '--scheduling is claims or strict; got "fast"'],
    [['--start', ''], '--start is stream or message; got ""'],
    [['--output-format', 'xml'], '--output-format is text or jsonl; got "xml"'],
    [['--max-concurrency', '0'], '--max-concurrency must be a positive whole number; got "0"'],
    [['--max-concurrency=-1'], '--max-concurrency must be a positive whole number; got "-1"'],
    [['--max-concurrency', '1.5'], '--max-concurrency must be a positive whole number; got "1.5"'],
    [['--max-concurrency', '1e3'], '--max-concurrency must be a positive whole number; got "1e3"'],
    [
      ['--max-concurrency', '9007199254740993'],
      '--max-concurrency must be a positive whole number; got "9007199254740993"',
    ],
    [['--resume'], '--resume needs --session-dir: the directory of the session to resume'],
    [['--session-dir', ''], '--session-dir is empty'],
    [['--init', '--maintenance'], "--maintenance can't be combined with --init or --init-only"],
    [['--init', '--dry-run'], "--dry-run runs nothing, so it can't run setup hooks"],
    [['--init-only', 'a.sse'], '--init-only runs no calls: leave out FILE'],
    [['--max-concurrency', '-1'], '--max-concurrency must be a positive whole number; got "-1"'],
    [['--max-concurrency'], '--max-concurrency needs a value: a positive whole number'],
    [['--max-concurrency', '--resume'], '--max-concurrency needs a value: a positive whole number'],
    [['--start'], '--start needs a value: stream or message'],
    [['--cwd'], '--cwd needs a value: a directory'],
    [['--cwd', ''], '--cwd is empty'],
    [[''], 'a file name is empty'],
    [['--dry-run=yes'], '--dry-run takes no value'],
  ])('%j', (args, message) => {
    expect(parseExecOptions(args)).toEqual({ kind: 'wrong', message });
  });
});

it('reads every option', () => {
  const args =
    '--cwd d --permission-mode bypassPermissions --max-concurrency 3 --scheduling strict --start message ' +
    '--maintenance --session-dir s --resume --progress --full-results --output-format text --mcp-config m.json --strict-mcp-config a.sse -';
  expect(parseExecOptions(args.split(' '))).toEqual({
    kind: 'options',
    options: {
      files: ['a.sse', '-'],
      cwd: 'd',
      permissionMode: 'bypassPermissions',
      settings: {},
      prompts: undefined,
      maxConcurrency: 3,
      scheduling: 'strict',
      start: 'message',
      mcp: { configs: ['m.json'], isStrict: true },
      isDryRun: false,
      sessionDirectory: 's',
      isResumed: true,
      setup: 'maintenance',
      endsAfterSetup: false,
      showsProgress: true,
      showsFullResults: true,
      outputFormat: 'text',
    },
  });
});

it.each([
  [['--init'], { setup: 'init', endsAfterSetup: false, isDryRun: false }],
  [['--init-only'], { setup: 'init', endsAfterSetup: true, isDryRun: false }],
  [['--init', '--init-only'], { setup: 'init', endsAfterSetup: true, isDryRun: false }],
  [['--dry-run'], { setup: undefined, endsAfterSetup: false, isDryRun: true }],
])('what runs first: %j', (args, options) => {
  expect(parseExecOptions(args)).toMatchObject({ kind: 'options', options });
});

it('takes what follows -- as files', () => {
  const parsed = parseExecOptions(['--', '--progress']);
  expect(parsed.kind === 'options' && parsed.options.files).toEqual(['--progress']);
});
