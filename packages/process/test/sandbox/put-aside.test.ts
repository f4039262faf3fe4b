import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchSuspects } from '../../src/sandbox/put-aside.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../helpers.ts';

let directory: TemporaryDirectory;
let root: string;
beforeEach(() => {
  directory = temporaryDirectory();
  root = realpathSync(directory.path);
});
afterEach(() => directory.dispose());

const at = (path: string): string => join(root, path);
const write = (path: string): void => writeFileSync(at(path), path);
const bare = () => ({ path: at('HEAD'), besides: [at('objects'), at('refs')] });

it.each([
  ['alone', () => ({ path: at('HEAD'), besides: [] }), () => write('HEAD')],
  [
    'a link that leads nowhere',
    () => ({ path: at('HEAD'), besides: [] }),
    () => symlinkSync('x', at('HEAD')),
  ],
  [
    'with what gives it its meaning',
    bare,
    () => {
      write('HEAD');
      mkdirSync(at('objects'));
      mkdirSync(at('refs'));
    },
  ],
])('what has come to be gets another name: %s', (_, suspect, make) => {
  const putAside = watchSuspects([suspect()]);
  make();
  expect(putAside()).toEqual([at('HEAD')]);
  expect(readdirSync(root)).toContain('HEAD.put-aside-by-sandbox');
  expect(readdirSync(root)).not.toContain('HEAD');
  expect(putAside()).toEqual([]);
});

it('what was there stays, and what is new beside it goes', () => {
  write('HEAD');
  const putAside = watchSuspects([bare(), { path: at('HEAD'), besides: [] }]);
  mkdirSync(at('objects'));
  expect(putAside()).toEqual([]);
  mkdirSync(at('refs'));
  expect(putAside()).toEqual([at('objects')]);
  expect(readdirSync(root).sort()).toEqual(['HEAD', 'objects.put-aside-by-sandbox', 'refs']);
});

it('what was all there before is left alone, and so is what means nothing', () => {
  for (const name of ['objects', 'refs']) mkdirSync(at(name));
  write('HEAD');
  const whole = watchSuspects([bare()]);
  expect(whole()).toEqual([]);
  const other = watchSuspects([
    { path: at('HEAD/x'), besides: [] },
    { path: at('new'), besides: [at('never')] },
  ]);
  write('new');
  expect(other()).toEqual([]);
  expect(readdirSync(root).sort()).toEqual(['HEAD', 'new', 'objects', 'refs']);
});

it('nothing that was put aside before is lost', () => {
  for (const count of [1, 2, 3]) {
    const putAside = watchSuspects([{ path: at('HEAD'), besides: [] }]);
    writeFileSync(at('HEAD'), String(count));
    expect(putAside()).toEqual([at('HEAD')]);
  }
  const names = ['', '-2', '-3'].map((end) => `HEAD.put-aside-by-sandbox${end}`);
  expect(names.map((name) => readFileSync(at(name), 'utf8'))).toEqual(['1', '2', '3']);
});
