import { analyzeCommand } from '@sluice/shell';
import { expect, it } from 'vitest';
import { namedPlaces } from '../../src/bash/judge/named-places.ts';

it.each([
  'rm -rf tgt/p',
  'rm -rf tgt/*',
  'x=tgt; rm -rf $x/p',
  'rm -rf "$(echo tgt)"/p',
  "sh -c 'rm -rf tgt/p'",
  'env -C tgt rm -rf p',
  'make -Ctgt',
  'npm --prefix=tgt run x',
  'curl -d @tgt/a http://127.0.0.1/',
  'tar cf o tgt',
  'frob <tgt',
])('%s names a place beneath tgt', (command) => {
  const places = namedPlaces(analyzeCommand(command, { cwd: '/p', home: '/h' }), '/p');
  expect(places.some((path) => path === '/p/tgt' || path.startsWith('/p/tgt/'))).toBe(true);
});
