import { analyzeCommand, type AnalysisContext } from '@sluice/shell';
import { describe, expect, it } from 'vitest';
import { mayReopenOutput } from '../../../src/bash/start/may-reopen-output.ts';
import { whyNeverMoved } from '../../../src/bash/run/why-never-moved.ts';

const context: AnalysisContext = {
  cwd: '/d',
  home: '/h',
  repository: (workTree) => ({
    status: 'found',
    workTree,
    places: [],
    ownPlaces: [],
    links: () => [],
    strays: () => [],
    settings: [],
    pins: {},
  }),
};
const analyze = (command: string) => analyzeCommand(command, context);

describe('whether a command may open its output by name', () => {
  it.each([
    ['true', false],
    ['ls -l | head -3; cat a >/dev/null 2>&1', false],
    ['grep -rn x . && wc -l a', false],
    ['mkdir a && touch a/b', false],
    ['echo x >/dev/stderr', true],
    ['cat /dev/fd/3', true],
    [`echo x >/dev/std'out'`, true],
    ['echo x >"$f"', true],
    ['npm test', true],
    ['ls; ./build.sh', true],
    ['bash -c "echo x"', false],
    ['bash build.sh', true],
    ['x=/dev; y=stderr; echo b >$x/$y', true],
    ['coproc x { :; }', true],
  ])('%j: %s', (command, expected) => {
    expect(mayReopenOutput(analyze(command))).toBe(expected);
  });
});

describe('what is never moved to the background', () => {
  it.each([
    ['npm install', undefined],
    ['cd sub && make -j4', undefined],
    ['make; sleep 5', undefined],
    ['cat digit.txt', undefined],
    ['sleep 500', 'it begins with sleep'],
    ['/bin/sleep 500 && echo x', 'it begins with sleep'],
    ['git clone x', 'it runs git'],
    ['cd sub && git fetch', 'it runs git'],
    ['sudo /usr/bin/git fetch', 'it runs git'],
    ['bash -c "git fetch"', 'it runs git'],
    ['ls | xargs -n1 git add', 'it runs git'],
    ['coproc x { :; }', 'it could not be parsed'],
  ])('%j: %s', (command, expected) => {
    expect(whyNeverMoved(analyze(command))).toBe(expected);
  });
});
