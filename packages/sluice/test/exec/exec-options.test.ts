import { describe, expect, it } from 'vitest';
import { parseExecOptions } from '../../src/exec/exec-options.ts';

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
    [['--resume'], '--resume needs --session-dir: the directory of the session to go on with'],
    [['--session-dir', ''], '--session-dir is empty'],
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
    '--cwd d --permission-mode bypassPermissions --max-concurrency 3 --scheduling strict --start message --dry-run ' +
    '--session-dir s --resume --progress --output-format text a.sse -';
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
      isDryRun: true,
      sessionDirectory: 's',
      isResumed: true,
      showsProgress: true,
      outputFormat: 'text',
    },
  });
});

it('takes what follows -- as files', () => {
  const parsed = parseExecOptions(['--', '--progress']);
  expect(parsed.kind === 'options' && parsed.options.files).toEqual(['--progress']);
});
