import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  watch as watchDirectory,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchFiles, type FileWatch, type FileWatchOptions } from '../../src/watch/watch-files.ts';

let place: string;
let watch: FileWatch;
let seen: string[];
let waiting: (() => void) | undefined;
let keepAlive: NodeJS.Timeout;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-files-')));
  seen = [];
  // A watch keeps no process alive, so something else must.
  keepAlive = setInterval(() => undefined, 60_000);
});
afterEach(() => {
  clearInterval(keepAlive);
  watch.close();
  waiting = undefined;
  rmSync(place, { recursive: true, force: true });
});

const at = (name: string): string => join(place, name);

function write(name: string, text: string): string {
  const path = at(name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function start(names: readonly string[], options?: FileWatchOptions): void {
  watch = watchFiles((path, change) => {
    seen.push(`${change} ${path.slice(place.length + 1)}`);
    waiting?.();
  }, options);
  watch.set(names.map(at));
}

/** Waits until exactly these changes have been told, from the first on. */
async function tells(...changes: readonly string[]): Promise<void> {
  while (seen.length < changes.length) await new Promise<void>((done) => (waiting = done));
  expect(seen).toEqual(changes);
}

describe('a watched file', () => {
  it('that is written, removed and made again is told of as such', async () => {
    write('.env', 'A=1');
    start(['.env']);
    write('.env', 'A=2');
    await tells('change .env');
    rmSync(at('.env'));
    await tells('change .env', 'unlink .env');
    write('.env', 'A=3');
    await tells('change .env', 'unlink .env', 'add .env');
  });

  it('is another when it holds something else with the same length and the same times', async () => {
    const time = new Date();
    utimesSync(write('.env', 'A=1'), time, time);
    start(['.env']);
    utimesSync(write('.env', 'A=2'), time, time);
    await tells('change .env');
  });

  it('that an editor replaces by a rename has changed, each time', async () => {
    write('.env', 'A=0');
    start(['.env']);
    const told: string[] = [];
    for (const text of ['A=1', 'A=2', 'A=3']) {
      renameSync(write('.env.swp', text), at('.env'));
      told.push('change .env');
      await tells(...told);
    }
  });

  it('that is removed and made again at once has changed, and is not told to be gone', async () => {
    write('.env', 'A=1');
    start(['.env']);
    rmSync(at('.env'));
    write('.env', 'A=2');
    await tells('change .env');
  });

  it('stays as it is when its neighbors change, and when it is only read or watched anew', async () => {
    write('.env', 'A=1');
    write('other', '');
    start(['.env', 'other']);
    write('neighbor', '1');
    renameSync(at('neighbor'), at('.env2'));
    rmSync(at('.env2'));
    watch.set([at('.env'), at('other')]);
    write('other', 'changed');
    await tells('change other');
  });

  it('may come with directories that are not there yet, which may go and come again', async () => {
    start(['deep/down/.env']);
    write('deep/down/.env', '1');
    await tells('add deep/down/.env');
    rmSync(at('deep'), { recursive: true });
    await tells('add deep/down/.env', 'unlink deep/down/.env');
    write('deep/down/.env', '2');
    await tells('add deep/down/.env', 'unlink deep/down/.env', 'add deep/down/.env');
    write('deep/down/.env', '3');
    await tells('add deep/down/.env', 'unlink deep/down/.env', 'add deep/down/.env', 'change deep/down/.env');
  });

  it('is a link: its target changes, it is linked anew, and its new target changes', async () => {
    write('one/secret', '1');
    write('two/secret', '2');
    symlinkSync('one/secret', at('.env'));
    start(['.env']);
    write('one/secret', '1b');
    await tells('change .env');
    symlinkSync('two/secret', at('.env.new'));
    renameSync(at('.env.new'), at('.env'));
    await tells('change .env', 'change .env');
    write('two/secret', '2b');
    await tells('change .env', 'change .env', 'change .env');
    rmSync(at('two/secret'));
    await tells('change .env', 'change .env', 'change .env', 'unlink .env');
  });

  it('is no directory: one in its place is as if nothing were there', async () => {
    write('.env', '1');
    start(['.env']);
    rmSync(at('.env'));
    mkdirSync(at('.env'));
    await tells('unlink .env');
  });
});

describe('what is watched', () => {
  it('is what was set last: what stays keeps its last look, and what goes is told of no more', async () => {
    write('a', '1');
    write('b', '1');
    start(['a', 'b']);
    write('a', '2');
    watch.set([at('a'), at('c')]);
    write('b', '2');
    await tells('change a');
    write('c', '1');
    await tells('change a', 'add c');
  });

  it('is nothing any more once the watch is closed, or the list is empty', async () => {
    write('a', '1');
    start(['a']);
    write('a', '2');
    watch.set([]);
    watch.set([at('a')]);
    write('a', '3');
    await tells('change a');
    watch.close();
    const other = watchFiles(() => waiting?.());
    other.set([at('a')]);
    write('a', '4');
    await new Promise<void>((done) => (waiting = done));
    other.close();
    expect(seen).toEqual(['change a']);
  });
});

describe('a system that lets nothing more be watched', () => {
  it.each(['ENOSPC', 'EMFILE'])('(%s) is told of once, and changes are seen all the same', async (code) => {
    const told: string[] = [];
    const full = (): never => {
      throw Object.assign(new Error(code), { code });
    };
    write('one/a', '1');
    write('two/b', '1');
    start(['one/a', 'two/b'], { tell: (text) => void told.push(text), watch: full, lookMs: 200 });
    write('two/b', '2');
    await tells('change two/b');
    expect(told).toEqual([expect.stringMatching(`${code}.*up to 0.2 s late: raise fs.inotify`)]);
  });

  it('for another reason is left to the looks in between, and no one hears of it', async () => {
    const told: string[] = [];
    let isFull = true;
    write('a', '1');
    start(['a'], {
      lookMs: 200,
      tell: (text) => void told.push(text),
      watch(...given) {
        if (isFull) throw Object.assign(new Error('no'), { code: 'EACCES' });
        return watchDirectory(...given);
      },
    });
    isFull = false;
    write('a', '2');
    await tells('change a');
    expect(told).toEqual([]);
  });
});
