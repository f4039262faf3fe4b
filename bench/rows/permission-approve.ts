import { analyzeCommand, type AnalysisContext } from '@sluice/shell';
import { readOnlyPrograms } from '../../packages/shell/src/tables/read-only-programs.ts';
import { readCorpus } from '../corpus/read-corpus.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Target } from '../support/table/target.ts';
import type { Row } from '../support/table/row.ts';
import { corpusRepository } from '../corpus/corpus-repository.ts';

const CONTEXT: AnalysisContext = {
  cwd: '/workspace/app',
  home: '/home/dev',
  repository: corpusRepository,
  isExported: (name) => name === name.toUpperCase(),
};

/** How much runs without a question, beside a list of harmless programs that is held against the first word. */
export const approveRow: Row = {
  name: 'approve',
  about: 'share of both corpora that runs without a question, against a look at the first word',
  async measure() {
    const benign = readCorpus('benign-commands');
    const effects = readCorpus('effect-commands');
    if (benign.length === 0 || effects.length === 0) return [failed('approve', 'a corpus is empty')];
    return [
      lineOf(`approved of ${benign.length} commands that only look, vs first word`, benign, { kind: 'none' }),
      lineOf(`approved of ${effects.length} commands with effects, vs first word`, effects, {
        kind: 'at-most',
        value: 0,
      }),
    ];
  },
};

function lineOf(name: string, commands: readonly string[], target: Target): Line {
  return {
    status: 'measured',
    name,
    unit: '%',
    ours: [share(commands, (command) => analyzeCommand(command, CONTEXT).isReadOnly)],
    baseline: [share(commands, isApprovedByFirstWord)],
    target,
  };
}

function isApprovedByFirstWord(command: string): boolean {
  return readOnlyPrograms.has(command.trimStart().split(/\s/, 1)[0] ?? '');
}

function share(commands: readonly string[], approves: (command: string) => boolean): number {
  return (100 * commands.filter(approves).length) / commands.length;
}
