import { expect, test } from 'vitest';
import { readCorpus } from '../../../../bench/corpus/read-corpus.ts';
import { analyzeCommand } from '../../src/effects/analyze-command.ts';
import type { AnalysisContext } from '../../src/effects/analysis.ts';
import { quietRepository } from '../effects/quiet-repository.ts';
import { sampleOf } from '../../../../test/support/sample.ts';

const CONTEXT: AnalysisContext = { cwd: '/workspace/app', home: '/home/dev', repository: quietRepository };
const isReadOnly = (command: string) => analyzeCommand(command, CONTEXT).isReadOnly;

test('no command with effects is read-only', () => {
  expect(readCorpus('effect-commands').filter(isReadOnly)).toEqual([]);
});

const PLACES: readonly (readonly [string, (command: string) => string])[] = [
  ['after a command that looks', (command) => `ls\n${command}`],
  ['before one', (command) => `{\n${command}\n}\nls`],
  ['where it may not be reached', (command) => `false && {\n${command}\n}`],
  ['in a subshell', (command) => `(\n${command}\n)`],
  ['in a condition', (command) => `if [ -f a ]; then\n${command}\nfi`],
  ['in a loop', (command) => `for i in 1 2; do\n${command}\ndone`],
  ['in a substitution', (command) => `echo "$(\n${command}\n)"`],
  ['in a process substitution', (command) => `cat <(\n${command}\n)`],
  ['in a pipe', (command) => `{\n${command}\n} | cat`],
  ['in the background', (command) => `{\n${command}\n} &`],
  ['behind a comment', (command) => `# ls\n${command}`],
  ['in a directory of its own', (command) => `cd src &&\n${command}`],
];

test.each(PLACES)('nor is it %s', (_, place) => {
  const commands = sampleOf(
    readCorpus('effect-commands'),
    PLACES.findIndex(([, one]) => one === place),
  );
  expect(commands.map(place).filter(isReadOnly)).toEqual([]);
});

test('nine of ten commands that look are read-only', () => {
  const benign = readCorpus('benign-commands');
  expect(benign.length).toBeGreaterThanOrEqual(600);
  expect(benign.filter(isReadOnly).length / benign.length).toBeGreaterThan(0.9);
});

test('a command that is too long to look at is not read-only', () => {
  expect(isReadOnly(`echo ${'a'.repeat(9_990)}`)).toBe(true);
  expect(isReadOnly(`echo ${'a'.repeat(10_001)}`)).toBe(false);
});
