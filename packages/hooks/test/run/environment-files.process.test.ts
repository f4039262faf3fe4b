import {
  appendFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEnvironmentFiles } from '../../src/run/environment-files.ts';
import { HOOK_EVENTS, isHookEvent, type HookEvent } from '../../src/index.ts';
import { makeScratch } from '../../../settings/test/scratch.ts';

function open(maxWaitMs?: number) {
  const scratch = makeScratch();
  onTestFinished(() => scratch.dispose());
  const directory = join(scratch.path, 'session/hook-environment');
  const told: string[] = [];
  const files = createEnvironmentFiles(directory, (text) => void told.push(text), maxWaitMs);
  const { signal } = new AbortController();
  return {
    files,
    told,
    directory,
    /** Hooks of one event write, each its own text. */
    fire(event: HookEvent, texts: Readonly<Record<string, string>>): void {
      const writing = files.begin(event);
      for (const [identity, text] of Object.entries(texts)) {
        appendFileSync(writing?.fileFor(identity) ?? '', text);
      }
      writing?.ended();
    },
    text: async (): Promise<string> =>
      (await files.current(signal)).map((path) => readFileSync(path, 'utf8')).join(''),
  };
}

describe('what hooks leave for commands', () => {
  it('is there for the events that may leave something, and for no other', () => {
    const { files } = open();
    const events = HOOK_EVENTS.filter(isHookEvent).filter((event) => files.begin(event) !== undefined);
    expect(events.toSorted()).toEqual(['CwdChanged', 'FileChanged', 'SessionStart', 'Setup']);
  });

  it('is used only where it is shell text, and the hook is named whose is none', async () => {
    const { fire, text, told } = open();
    fire('SessionStart', { good: 'export A=1\n', bad: 'export B="open\n' });
    expect(await text()).toBe('export A=1\n');
    await text();
    expect(told).toEqual([
      expect.stringMatching(
        /^The hook "bad" wrote invalid shell code for commands, which was ignored: line 1: /,
      ),
    ]);
    fire('SessionStart', { bad: '"\n' });
    expect(await text()).toBe('export A=1\nexport B="open\n"\n');
  });

  it('of a start stays, and is added to; of a change it is replaced by the next', async () => {
    const { fire, text } = open();
    fire('Setup', { a: 'setup ' });
    fire('SessionStart', { a: 'start ', b: 'also ' });
    fire('CwdChanged', { a: 'one ' });
    expect(await text()).toBe('setup start also one ');
    fire('CwdChanged', { b: 'two ' });
    expect(await text()).toBe('setup start also two ');
    fire('SessionStart', { b: 'again ' });
    expect(await text()).toBe('setup start also again two ');
    fire('CwdChanged', {});
    expect(await text()).toBe('setup start also again ');
  });

  it('of a changed file comes after that of the directory, and is gone with the next directory', async () => {
    const { fire, text } = open();
    fire('SessionStart', { a: 'start ' });
    fire('CwdChanged', { a: 'directory ' });
    fire('FileChanged', { a: 'file ' });
    expect(await text()).toBe('start directory file ');
    fire('CwdChanged', { a: 'other ' });
    expect(await text()).toBe('start other ');
    fire('FileChanged', { a: 'file ' });
    expect(await text()).toBe('start other file ');
  });

  it('of changed files is replaced by what the same hook leaves of the next, and what others have left stays', async () => {
    const { fire, text, directory } = open();
    fire('FileChanged', { one: 'one ', two: 'two ' });
    fire('FileChanged', { one: 'again ' });
    expect(await text()).toBe('two again ');
    for (let count = 0; count < 200; count += 1) fire('FileChanged', { one: `${count} ` });
    expect(await text()).toBe('two 199 ');
    expect(readdirSync(directory).length).toBeLessThan(80);
  });

  it('property: is in the order of configuration, whoever writes first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e'], { minLength: 1 }),
        async (finishing) => {
          const { files, text } = open();
          const writing = files.begin('SessionStart');
          const configured = finishing.toSorted();
          const paths = new Map(configured.map((identity) => [identity, writing?.fileFor(identity) ?? '']));
          for (const identity of finishing) appendFileSync(paths.get(identity) ?? '', identity);
          writing?.ended();
          expect(await text()).toBe(configured.join(''));
        },
      ),
      { numRuns: 30 },
    );
  });

  it("is for its owner's eyes, and goes with the session", async () => {
    const { files, fire, directory } = open();
    fire('SessionStart', { a: 'export TOKEN=x' });
    const [path = ''] = await files.current(new AbortController().signal);
    expect([statSync(directory).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
    files.remove();
    expect(existsSync(directory)).toBe(false);
  });

  it('of a session that was killed is gone when the next one opens', () => {
    const { fire, directory } = open();
    fire('SessionStart', { a: 'export TOKEN=x' });
    createEnvironmentFiles(directory, () => {});
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe('what is not read', () => {
  it.each<[string, (path: string) => void, RegExp]>([
    [
      'more than a command should read',
      (path) => writeFileSync(path, 'x'.repeat(300_000)),
      /longer than 256 KiB/,
    ],
    ['a device', (path) => (rmSync(path), symlinkSync('/dev/zero', path)), /not a plain file/],
    ['a directory', (path) => (rmSync(path), mkdirSync(path)), /not a plain file/],
    [
      'a file that has another name',
      (path) => (writeFileSync(path, 'x'), linkSync(path, `${path}.other`)),
      /hard link/,
    ],
  ])('%s, and the person is told once', async (_, make, problem) => {
    const { files, told, text } = open();
    const writing = files.begin('SessionStart');
    make(writing?.fileFor('a') ?? '');
    writing?.ended();
    expect([await text(), await text()]).toEqual(['', '']);
    expect(told).toEqual([expect.stringMatching(problem)]);
  });

  it('a file that its hook has removed', async () => {
    const { files, told, text } = open();
    const writing = files.begin('SessionStart');
    rmSync(writing?.fileFor('a') ?? '');
    writing?.ended();
    expect([await text(), told]).toEqual(['', []]);
  });

  it('what someone else has put where a file is to be made', async () => {
    const { files, directory } = open();
    const name = files.begin('CwdChanged')?.fileFor('a')?.replace('/1-', '/2-') ?? '';
    const elsewhere = join(directory, '../elsewhere');
    writeFileSync(elsewhere, 'as it was');
    symlinkSync(elsewhere, name);
    expect(files.begin('CwdChanged')?.fileFor('a')).toBeUndefined();
    expect(readFileSync(elsewhere, 'utf8')).toBe('as it was');
  });

  it('a directory that is a link at the start is none of the session', () => {
    const { directory } = open();
    mkdirSync(join(directory, '../elsewhere'), { recursive: true });
    symlinkSync('elsewhere', directory);
    writeFileSync(join(directory, 'kept'), '');
    createEnvironmentFiles(directory, () => {});
    expect(lstatSync(directory).isDirectory()).toBe(true);
    expect(readdirSync(join(directory, '../elsewhere'))).toEqual(['kept']);
  });

  it('where no file can be made, hooks run without one and the person is told', () => {
    const { files, told, directory } = open();
    mkdirSync(join(directory, '..'), { recursive: true });
    writeFileSync(directory, '');
    const writing = files.begin('SessionStart');
    expect([writing?.fileFor('a'), writing?.fileFor('b')]).toEqual([undefined, undefined]);
    expect(told).toEqual([expect.stringMatching(/^Hooks can set no variables for commands/)]);
  });
});

describe('a command waits for hooks that still run', () => {
  it('until they have ended', async () => {
    const { files, text } = open();
    const writing = files.begin('CwdChanged');
    const path = writing?.fileFor('a') ?? '';
    const read = text();
    expect(await Promise.race([read, Promise.resolve('waits')])).toBe('waits');
    appendFileSync(path, 'late');
    writing?.ended();
    expect(await read).toBe('late');
  });

  it('but not for one that hangs, and then reads what there is', async () => {
    const { files, text } = open(20);
    appendFileSync(files.begin('CwdChanged')?.fileFor('a') ?? '', 'so far');
    expect(await text()).toBe('so far');
  });

  it('no longer than it is itself wanted', async () => {
    const { files } = open();
    files.begin('CwdChanged');
    const stopped = new AbortController();
    const read = files.current(stopped.signal);
    stopped.abort();
    expect(await read).toEqual([]);
  });
});
