import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  BYPASS,
  ended,
  linesOf,
  MESSAGE_STOP,
  parseLines,
  runCli,
  startCli,
  textField,
  toolUse,
} from './support/cli.ts';
import { scratch } from './support/scratch.ts';

function ids(stdout: string): readonly unknown[] {
  return linesOf(stdout, 'tool_result').map((line) => line['tool_use_id']);
}

describe('what is written', () => {
  it('is every result in call order, then each message, then the summary', async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, 'a.txt'), 'alpha\n');
    const { status, stdout, stderr } = await runCli(
      ['exec', '--cwd', cwd, ...BYPASS],
      toolUse('1', 'Bash', { command: 'echo one > b.txt; echo done' }) +
        toolUse('2', 'Read', { file_path: 'a.txt' }) +
        toolUse('3', 'Read', { file_path: 'b.txt' }) +
        MESSAGE_STOP +
        toolUse('1', 'Read', { file_path: 'b.txt' }),
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const lines = parseLines(stdout);
    expect(lines.map((line) => line['type'])).toEqual([
      'tool_result',
      'tool_result',
      'tool_result',
      'user',
      'tool_result',
      'user',
      'summary',
    ]);
    expect(ids(stdout)).toEqual(['1', '2', '3', '1']);
    const block = { type: 'tool_result', tool_use_id: '1', content: 'done', is_error: false };
    expect(lines[0]).toEqual({ ...block, duration_ms: expect.any(Number) });
    expect(lines[2]?.['content']).toContain('one');
    const blocks = lines.slice(0, 3).map(({ duration_ms: _duration, ...rest }) => rest);
    expect(lines[3]).toEqual({ type: 'user', message: { role: 'user', content: blocks } });
    expect(lines.at(-1)).toMatchObject({ calls: 4, outcomes: { ok: 4 }, messages: 2, errors: 0 });
  });

  it('refers to the result of an earlier message that is the same, but with --full-results shows each', async () => {
    const cwd = scratch();
    const text = 'a line of this file\n'.repeat(100);
    writeFileSync(join(cwd, 'a.txt'), text);
    const read = (id: string) => toolUse(id, 'Read', { file_path: 'a.txt' }) + MESSAGE_STOP;
    const change = toolUse('3', 'Bash', { command: 'echo more >> a.txt' }) + MESSAGE_STOP;
    const shown = async (...args: readonly string[]) => {
      writeFileSync(join(cwd, 'a.txt'), text);
      const input = read('1') + read('2') + change + read('4');
      const { stdout } = await runCli(['exec', '--cwd', cwd, ...BYPASS, ...args], input);
      return linesOf(stdout, 'tool_result').map((line) => textField(line, 'content'));
    };
    const full = await shown('--full-results');
    expect(full[1]).toBe(full[0]);
    expect(full[0]?.length).toBeGreaterThan(text.length);
    const [first, second, , fourth] = await shown();
    expect([first, fourth]).toEqual([full[0], full[3]]);
    expect(second).toMatch(/^\[The same \d+ characters as the result of call 1 above;/);
  });

  it('comes while the input is still open', async () => {
    const cli = startCli(['exec', '--cwd', scratch()]);
    cli.stdin.write(toolUse('1', 'Glob', { pattern: '*' }));
    const [first] = await once(cli.stdout, 'data');
    expect(parseLines(String(first))[0]).toMatchObject({ type: 'tool_result', tool_use_id: '1' });
    const end = ended(cli);
    cli.stdin.end();
    const { status, stdout } = await end;
    expect(status).toBe(0);
    expect(parseLines(stdout).map((line) => line['type'])).toEqual(['user', 'summary']);
  });

  it('is the same for an event stream from a file', async () => {
    const stream = new URL('../../../../../examples/streams/parallel-reads.sse', import.meta.url).pathname;
    const { status, stdout } = await runCli(['exec', '--cwd', scratch(), stream]);
    expect(status).toBe(0);
    expect(linesOf(stdout, 'tool_result')).toHaveLength(3);
    expect(linesOf(stdout, 'summary')).toMatchObject([{ calls: 3, messages: 1 }]);
  });

  it('says with --progress what happens to each call, with a rising time', async () => {
    const { stdout } = await runCli(
      ['exec', '--cwd', scratch(), '--progress'],
      toolUse('1', 'Glob', { pattern: '*' }),
    );
    const states = parseLines(stdout).filter((line) => textField(line, 'type').startsWith('call-'));
    expect(states[0]).toMatchObject({ type: 'call-received', tool_use_id: '1', name: 'Glob' });
    expect(states.at(-1)).toMatchObject({ type: 'call-released', tool_use_id: '1' });
    const times = states.map((line) => Number(line['time_ms']));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('is text where that is asked for', async () => {
    const { status, stdout, stderr } = await runCli(
      ['exec', '--cwd', scratch(), '--output-format', 'text'],
      `${toolUse('1', 'Glob', { pattern: '*.none' })}nonsense\n`,
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^ {2}✓ Glob \*\.none +\d+ ms +\d+ B\n1 call: 1 ok · .* · 1 error in the input\n$/,
    );
    expect(stderr).toMatch(/^sluice exec: line 2: The line is not JSON: /);
  });
});

describe('permission', () => {
  it('denies by default what is not reading inside the directory, and names the option that allows it', async () => {
    const cwd = scratch();
    const { status, stdout } = await runCli(
      ['exec', '--cwd', cwd],
      toolUse('1', 'Write', { file_path: 'a.txt', content: '' }) +
        toolUse('2', 'Read', { file_path: '/etc/passwd' }),
    );
    expect(status).toBe(0);
    for (const line of linesOf(stdout, 'tool_result')) {
      expect(line).toMatchObject({ is_error: true });
      expect(line['content']).toContain('Allow it with a rule (--allow RULE');
    }
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe('the cap', () => {
  it.each([
    ['--max-concurrency', ['--max-concurrency', '1'], { SLUICE_MAX_TOOL_USE_CONCURRENCY: 'ignored' }, 1, ''],
    [
      "a bad value of Sluice's own variable is warned of, and the other one counts",
      [],
      { SLUICE_MAX_TOOL_USE_CONCURRENCY: '0', CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY: '1' },
      1,
      'sluice exec: SLUICE_MAX_TOOL_USE_CONCURRENCY is ignored: expected a positive whole number, got "0"\n',
    ],
  ])('%s', async (_, args, env, peak, warning) => {
    const calls = ['1', '2', '3', '4'].map((id) => toolUse(id, 'Grep', { pattern: id }));
    const { status, stdout, stderr } = await runCli(['exec', '--cwd', scratch(), ...args], calls.join(''), {
      env,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: warning });
    expect(linesOf(stdout, 'summary')).toMatchObject([{ calls: 4, peak_concurrency: peak }]);
  });
});

describe('the session', () => {
  it('leaves nothing in the temporary directory', async () => {
    const temporary = scratch();
    const { status } = await runCli(
      ['exec', '--cwd', scratch(), ...BYPASS],
      toolUse('1', 'Bash', { command: 'echo hello' }),
      { env: { TMPDIR: temporary } },
    );
    expect(status).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('keeps results that were too long to show, and says where', async () => {
    const temporary = scratch();
    const { stdout, stderr } = await runCli(
      ['exec', '--cwd', scratch(), ...BYPASS],
      toolUse('1', 'Bash', { command: 'seq 100000' }),
      { env: { TMPDIR: temporary } },
    );
    const kept = textField(linesOf(stdout, 'summary')[0], 'kept_results');
    expect(stderr).toBe(`sluice exec: results that were not shown in full are in ${kept}\n`);
    const path = /\/\S+\.txt/.exec(textField(linesOf(stdout, 'tool_result')[0], 'content'))?.[0] ?? '';
    expect(path.startsWith(`${kept}/`)).toBe(true);
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(100_000);
  });

  it('goes on with --resume: what has a result is not done again', async () => {
    const cwd = scratch();
    const args = ['exec', '--cwd', cwd, '--session-dir', join(cwd, 'session'), ...BYPASS];
    const input = toolUse('1', 'Bash', { command: 'echo once | tee -a log' });
    const first = await runCli(args, input);
    const again = await runCli(
      [...args, '--resume'],
      input + MESSAGE_STOP + toolUse('2', 'Read', { file_path: 'log' }),
    );
    expect(again.status).toBe(0);
    // It didn't execute again, so that it has no duration.
    const { duration_ms: _duration, ...result } = linesOf(first.stdout, 'tool_result')[0] ?? {};
    expect(linesOf(again.stdout, 'tool_result')[0]).toEqual(result);
    expect(readFileSync(join(cwd, 'log'), 'utf8')).toBe('once\n');
    const refused = await runCli(args, input);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    const session = join(cwd, 'session');
    expect(refused.stderr).toBe(
      `sluice exec: ${session} already contains a session. Pass --resume to continue it, or use another --session-dir.\n`,
    );
  });

  it('has one writer: a second one is told who', async () => {
    const cwd = scratch();
    const args = ['exec', '--cwd', cwd, '--session-dir', join(cwd, 'session')];
    const holder = startCli(args);
    holder.stdin.write(toolUse('1', 'Glob', { pattern: '*' }));
    await once(holder.stdout, 'data');
    const second = await runCli(args);
    expect(second).toMatchObject({ status: 1, stdout: '' });
    expect(second.stderr).toMatch(
      new RegExp(`^sluice exec: The session in .* is in use by process ${holder.pid}\\.\n$`),
    );
    holder.stdin.end();
  });

  it('that can not be written is one line and exit status 1', async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, 'file'), '');
    const { status, stdout, stderr } = await runCli(['exec', '--session-dir', join(cwd, 'file', 'session')]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^sluice exec: The journal in .*\/file\/session can't be written \(.*\)\.\n$/);
  });

  it('says what is odd about a session that it goes on with', async () => {
    const [first, second] = [scratch(), scratch()];
    const session = join(first, 'session');
    const resume = ['exec', '--session-dir', session, '--resume'];
    const begun = await runCli([...resume, '--cwd', first]);
    expect(begun.stderr).toBe(`sluice exec: ${session} contained no session; a new one was started.\n`);
    const elsewhere = await runCli([...resume, '--cwd', second]);
    expect(elsewhere.stderr).toBe(
      `sluice exec: The session in ${session} was started in ${first}; it continues in ${second}.\n`,
    );
    appendFileSync(join(session, 'journal.jsonl'), 'damaged\nand torn\n');
    const damaged = await runCli([...resume, '--cwd', second]);
    expect(damaged.stderr).toBe(
      `sluice exec: 2 lines of ${session}/journal.jsonl can't be read; ` +
        'calls whose end is not in the journal are treated as started.\n',
    );
    expect(damaged.status).toBe(0);
  });

  it('says in one line that there is no temporary directory', async () => {
    const missing = join(scratch(), 'missing');
    const { status, stdout, stderr } = await runCli(['exec'], '', { env: { TMPDIR: missing } });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      `sluice exec: no temporary directory can be created in ${missing} (TMPDIR): no such directory. ` +
        'Set TMPDIR or pass --session-dir.\n',
    );
  });
});

describe('--dry-run', () => {
  it('plans and runs nothing', async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, 'a.txt'), '');
    const session = join(cwd, 'session');
    const { status, stdout } = await runCli(
      ['exec', '--cwd', cwd, ...BYPASS, '--dry-run', '--session-dir', session],
      toolUse('1', 'Read', { file_path: 'a.txt' }) +
        toolUse('2', 'Bash', { command: 'touch made' }) +
        toolUse('3', 'Read', { file_path: 'a.txt' }) +
        toolUse('4', 'Read', {}) +
        'nonsense\n',
    );
    expect(status).toBe(0);
    expect(linesOf(stdout, 'planned_call')).toMatchObject([
      { tool_use_id: '1', valid: true, runs: true, is_read_only: true, wave: 1, waits_for: [] },
      { tool_use_id: '2', valid: true, runs: true, is_concurrency_safe: false, wave: 2, waits_for: ['1'] },
      { tool_use_id: '3', valid: true, runs: true, wave: 3, waits_for: ['2'] },
      { tool_use_id: '4', valid: false, runs: false, outcome: 'invalid-input' },
    ]);
    expect(linesOf(stdout, 'plan')).toEqual([{ type: 'plan', message: 1, waves: [['1'], ['2'], ['3']] }]);
    expect(linesOf(stdout, 'error')).toMatchObject([{ code: 'not-json', line: 5 }]);
    expect(parseLines(stdout).at(-1)).toMatchObject({ type: 'summary', calls: 4, would_run: 3, errors: 1 });
    expect(existsSync(join(cwd, 'made')) || existsSync(session)).toBe(false);
  });

  it('writes a tree as one, and paths from the working directory', async () => {
    const cwd = scratch();
    mkdirSync(join(cwd, 'src'));
    writeFileSync(join(cwd, 'a.txt'), '');
    const { stdout } = await runCli(
      ['exec', '--cwd', cwd, '--dry-run', '--output-format', 'text'],
      toolUse('1', 'Glob', { pattern: '*', path: 'src' }) +
        toolUse('2', 'Glob', { pattern: '*' }) +
        toolUse('3', 'Read', { file_path: join(cwd, 'a.txt') }),
    );
    expect(stdout).toContain('; claims read src/**\n');
    expect(stdout).toContain('; claims read **\n');
    expect(stdout).toContain('; claims read a.txt\n');
    expect(stdout).toContain('\n3 calls: 3 would run, 0 would not\n');
  });

  it('gives each error its code', async () => {
    const call = toolUse('1', 'Glob', { pattern: '*' });
    const { stdout } = await runCli(
      ['exec', '--cwd', scratch(), '--dry-run'],
      call + call + MESSAGE_STOP + '{"type":"tool_use","name":"Glob","input":{}}\n' + call,
    );
    expect(linesOf(stdout, 'error').map(({ code }) => code)).toEqual(['duplicate-id', 'missing-id']);
    expect(linesOf(stdout, 'summary')).toMatchObject([{ calls: 2, errors: 2 }]);
  });

  it('says in text what is denied', async () => {
    const { stdout } = await runCli(
      ['exec', '--cwd', scratch(), '--dry-run', '--output-format', 'text'],
      toolUse('1', 'Bash', { command: 'make' }),
    );
    expect(stdout).toMatch(
      /^Message 1: 1 call; calls with the same number start together\n {2}⊘ Bash 1\n {6}denied: no rule allows make, which may change things.*\n1 call: 0 would run, 1 would not\n$/,
    );
  });
});
