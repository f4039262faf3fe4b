import { fileURLToPath } from 'node:url';
import { analyzeCommand, parseCommand, type AnalysisContext } from '@sluice/shell';
import { readCorpus } from '../corpus/read-corpus.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';
import { runChild } from '../support/run-child.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { corpusRepository } from '../corpus/corpus-repository.ts';

const CONTEXT: AnalysisContext = { cwd: '/workspace/app', home: '/home/dev', repository: corpusRepository };
const FIRST = fileURLToPath(new URL('../child/first-analysis.ts', import.meta.url));

/** Commands are timed a few at a time: a clock's tick is long beside one of them. */
const REPEATS = 20;

/** What it costs to understand a command, over the corpus of commands that agents issue. */
export const analysisRow: Row = {
  name: 'analysis',
  about: 'parse, and parse with analysis, of each command of the benign corpus; the first use',
  async measure({ isQuick }) {
    const commands = readCorpus('benign-commands');
    const runs = isQuick ? 3 : 11;
    const parsed = measureEach(commands, runs, (command) => parseCommand(command).kind !== 'opaque');
    const analyzed = measureEach(
      commands,
      runs,
      (command) => analyzeCommand(command, CONTEXT).commands.length > 0,
    );
    const firsts = await measureFirst(isQuick ? 3 : 15);
    return [
      ...linesOf('parse of a command', parsed),
      ...linesOf('parse and analysis of a command', analyzed),
      ...firsts,
    ];
  },
};

interface Each {
  readonly medians: readonly number[];
  readonly slow: readonly number[];
  readonly understood: number;
  readonly commands: number;
}

/** The time of every command in microseconds; of each run the median and the 95th percentile. */
function measureEach(commands: readonly string[], runs: number, work: (command: string) => boolean): Each {
  const medians = Array<number>();
  const slow = Array<number>();
  let understood = 0;
  for (let run = -1; run < runs; run += 1) {
    understood = 0;
    const times = commands.map((command) => {
      const startedAt = performance.now();
      let isUnderstood = false;
      for (let repeat = 0; repeat < REPEATS; repeat += 1) isUnderstood = work(command);
      if (isUnderstood) understood += 1;
      return ((performance.now() - startedAt) * 1000) / REPEATS;
    });
    // The first run warms up.
    if (run === -1) continue;
    times.sort((a, b) => a - b);
    medians.push(times[Math.floor(times.length / 2)] ?? Number.NaN);
    slow.push(times[Math.floor(times.length * 0.95)] ?? Number.NaN);
  }
  return { medians, slow, understood, commands: commands.length };
}

function linesOf(name: string, { medians, slow, understood, commands }: Each): readonly Line[] {
  if (understood < commands * 0.9)
    return [failed(name, `${understood} of ${commands} commands were understood`)];
  const shared = { status: 'measured', unit: 'µs', baseline: undefined, target: { kind: 'none' } } as const;
  return [
    { ...shared, name: `${name}, median`, ours: medians },
    { ...shared, name: `${name}, 95th percentile`, ours: slow },
  ];
}

/** In a new process, with the code loaded: the first command, which finds everything cold. */
async function measureFirst(runs: number): Promise<readonly Line[]> {
  using directory = temporaryDirectory();
  const ours = Array<number>();
  for (let run = 0; run < runs; run += 1) {
    const args = ['--conditions=sluice-source', FIRST];
    const { head } = await runChild(process.execPath, args, { cwd: directory.path });
    const ms = Number(head);
    if (!(ms > 0)) return [failed('the first analysis of a process', `it said ${JSON.stringify(head)}`)];
    ours.push(ms);
  }
  const name = 'the first analysis of a process';
  return [{ status: 'measured', name, unit: 'ms', ours, baseline: undefined, target: { kind: 'none' } }];
}
