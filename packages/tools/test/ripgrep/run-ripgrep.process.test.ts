import { existsSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findRipgrep } from '../../src/ripgrep/find-ripgrep.ts';
import { runRipgrep } from '../../src/ripgrep/run-ripgrep.ts';
import type { RipgrepEnd } from '../../src/ripgrep/run-ripgrep.ts';
import { standInForRipgrep } from './stand-in.ts';
import { temporaryTree } from './temporary-tree.ts';

const never = new AbortController().signal;

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  {
    signal = never,
    timeLimit = never,
    maxMemoryBytes = Infinity,
    onOutput = (): 'more' | 'enough' => 'more',
  } = {},
): Promise<{ end: RipgrepEnd; output: string }> {
  let output = '';
  const end = await runRipgrep({
    command,
    args,
    environment: process.env,
    cwd,
    signal,
    timeLimit,
    maxMemoryBytes,
    onOutput(text) {
      output += text;
      return onOutput();
    },
  });
  return { end, output };
}

describe('runRipgrep', () => {
  it('gives the bundled rg, and its output', async () => {
    const root = temporaryTree({ 'a.txt': 'needle\n' });
    const command = await findRipgrep();
    expect(command).not.toBe('rg');
    expect(await run(command, ['--no-filename', 'needle', './'], root)).toEqual({
      end: { status: 'finished', stderr: '' },
      output: 'needle\n',
    });
  });

  it('takes exit code 1 as a search that found nothing', async () => {
    const root = temporaryTree({ 'a.txt': 'hay\n' });
    const { end } = await run(await findRipgrep(), ['needle', './'], root);
    expect(end).toEqual({ status: 'finished', stderr: '' });
  });

  it("gives rg's own message for exit code 2", async () => {
    const { end } = await run(await findRipgrep(), ['(', './'], temporaryTree({}));
    expect(end).toMatchObject({ status: 'finished', stderr: expect.stringMatching(/unclosed group/) });
  });

  it("keeps the user's rg configuration out", async () => {
    const root = temporaryTree({ 'a.txt': 'needle\n', config: '--files-without-match\n' });
    vi.stubEnv('RIPGREP_CONFIG_PATH', `${root}/config`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { output } = await run(await findRipgrep(), ['--no-filename', 'needle', 'a.txt'], root);
    expect(output).toBe('needle\n');
    const environment = await run(standInForRipgrep('echo "[$RIPGREP_CONFIG_PATH]"'), [], root);
    expect(environment.output).toBe('[]\n');
  });

  it('gives nothing to read on stdin', async () => {
    const { output } = await run(standInForRipgrep('cat; echo end'), [], temporaryTree({}));
    expect(output).toBe('end\n');
  });

  it('says how to get rg when there is none', async () => {
    const { end } = await run('/no/such/rg', [], temporaryTree({}));
    expect(end).toEqual({
      status: 'unusable',
      message: expect.stringMatching(/@vscode\/ripgrep.*rg on PATH/),
    });
  });

  it('says why the system did not start it', async () => {
    const { end } = await run(await findRipgrep(), ['x'.repeat(3_000_000)], temporaryTree({}));
    expect(end).toEqual({
      status: 'unusable',
      message: expect.stringMatching(/^ripgrep could not be started in .*E2BIG/),
    });
  });

  it('reports a crash of rg', async () => {
    const { end } = await run(standInForRipgrep('kill -SEGV $$'), [], temporaryTree({}));
    expect(end).toEqual({ status: 'unusable', message: 'ripgrep ended with SIGSEGV.', killedBy: 'SIGSEGV' });
  });

  it.each([
    ['message', /^(?:message\n)+/, 8192],
    ['rg: ./name: reason', /^(?:rg: \.\/name: reason\n){431}$/, 431 * 19],
  ])('keeps only whole records of the start of a flood of "%s"', async (line, expected, length) => {
    const script = standInForRipgrep(`yes '${line}' | head -c 1000000 >&2; exit 2`);
    const { end } = await run(script, [], temporaryTree({}));
    expect(end).toMatchObject({ status: 'finished', stderr: expect.stringMatching(expected) });
    expect(end.status === 'finished' && end.stderr.length).toBe(length);
  });

  it('ends an endless run as soon as the reader has enough', async () => {
    const { end, output } = await run(standInForRipgrep('exec yes'), [], temporaryTree({}), {
      onOutput: () => 'enough',
    });
    expect(end).toEqual({ status: 'stopped', by: 'reader' });
    expect(output.length).toBeLessThanOrEqual(1024 * 1024);
  });

  it('kills a run that ignores everything but SIGKILL when the call is cancelled', async () => {
    const cancel = new AbortController();
    const script = standInForRipgrep("trap '' TERM INT HUP; echo $$; while :; do :; done");
    const { end, output } = await run(script, [], temporaryTree({}), {
      signal: cancel.signal,
      onOutput() {
        cancel.abort();
        return 'more';
      },
    });
    expect(end).toEqual({ status: 'stopped', by: 'signal' });
    expect(() => process.kill(Number(output), 0)).toThrow(/ESRCH/);
  });

  it('says that the time limit ended it, when that came first', async () => {
    const limit = new AbortController();
    const { end } = await run(
      standInForRipgrep('echo started; exec tail -f /dev/null'),
      [],
      temporaryTree({}),
      {
        timeLimit: limit.signal,
        onOutput() {
          limit.abort();
          return 'more';
        },
      },
    );
    expect(end).toEqual({ status: 'stopped', by: 'time-limit' });
  });

  it.runIf(existsSync('/proc/self/status'))('ends a run that takes too much memory', async () => {
    const script = standInForRipgrep('echo $$; exec tail -f /dev/null');
    const { end, output } = await run(script, [], temporaryTree({}), { maxMemoryBytes: 1 });
    expect(end).toEqual({ status: 'unusable', message: expect.stringMatching(/more than 0 MB of memory/) });
    expect(() => process.kill(Number(output), 0)).toThrow(/ESRCH/);
  });

  it('does not start a canceled call', async () => {
    const { end } = await run('/no/such/rg', [], temporaryTree({}), { signal: AbortSignal.abort() });
    expect(end).toEqual({ status: 'stopped', by: 'signal' });
  });

  it('passes on what the reader throws, with rg gone', async () => {
    const running = run(standInForRipgrep('exec yes'), [], temporaryTree({}), {
      onOutput() {
        throw new Error('reader');
      },
    });
    await expect(running).rejects.toThrow('reader');
  });
});
