import { parseArgs } from 'node:util';
import type { AnalysisContext, CommandAnalysis } from '../../packages/shell/src/effects/analysis.ts';
import { analyzeCommand } from '../../packages/shell/src/effects/analyze-command.ts';
import { readOnlyPrograms } from '../../packages/shell/src/tables/read-only-programs.ts';
import { readCorpus } from './read-corpus.ts';
import { corpusRepository } from './corpus-repository.ts';

const CONTEXT: AnalysisContext = {
  cwd: '/workspace/app',
  home: '/home/dev',
  repository: corpusRepository,
  isExported: (name) => name === name.toUpperCase(),
};

const { values } = parseArgs({ options: { list: { type: 'boolean' } } });
const benign = readCorpus('benign-commands');
const effects = readCorpus('effect-commands');

/** What a list of harmless programs says of the first word of a line. */
const isApprovedByFirstWord = (command: string) =>
  readOnlyPrograms.has(command.trimStart().split(/\s/, 1)[0] ?? '');
const isApproved = (command: string) => analyzeCommand(command, CONTEXT).isReadOnly;

for (const [name, approves] of [
  ['sluice', isApproved],
  ['first word', isApprovedByFirstWord],
] as const) {
  console.log(
    `${name.padEnd(12)}runs ${share(benign, approves)} benign, ${share(effects, approves)} with effects`,
  );
}

if (values.list === true) {
  for (const command of benign) {
    const analysis = analyzeCommand(command, CONTEXT);
    if (!analysis.isReadOnly) console.log(`${JSON.stringify(command)}\n    ${reasonOf(analysis)}`);
  }
}

function share(commands: readonly string[], approves: (command: string) => boolean): string {
  const count = commands.filter(approves).length;
  return `${count} of ${commands.length} (${((100 * count) / commands.length).toFixed(1)} %)`;
}

function reasonOf({ opaque, commands }: CommandAnalysis): string {
  if (opaque !== undefined) return `not understood: ${opaque.message}`;
  const reasons = commands.filter(({ isReadOnly }) => !isReadOnly);
  return reasons.map(({ source, why }) => `${source}: ${why}`).join('\n    ');
}
