import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { classifyArguments } from '../../../src/tables/classify-arguments.ts';
import { readOnlyPrograms } from '../../../src/tables/read-only-programs.ts';
import { canRun } from '../can-run.ts';
import { hasBubblewrap } from '../sandbox.ts';
import { snapshotOf } from '../snapshot-of.ts';
import { makeFixtures } from './fixtures.ts';
import { pairsOf } from './pairs-of.ts';
import { random, Sample } from './sample.ts';
import { tableRows, type TableRow } from './table-rows.ts';
import { PATH, runTraced, type TracedCommand } from './traced-run.ts';
import { unwantedCalls } from './unwanted-calls.ts';

const runs = Number(process.env['SLUICE_RUNS'] ?? 200);
/** All of them wherever the full suite runs; fewer for who asks for few. */
const COUNT = runs < 200 ? runs * 2 : 20_000;
/** A busy machine runs a hundred commands in some seconds. */
const LIMIT_MS = 3_600_000;
const seed = Number(process.env['SLUICE_SEED'] ?? Date.now() % 1_000_000);
/** Run under one strace, and compared together: a difference is then looked for in halves. */
const BATCH = 200;
const next = random(seed);
const canTrace = canRun('strace', ['-o', '/dev/null', 'true']) && hasBubblewrap;

/** Options with which a program doesn't end by itself. */
const WAITING: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    tail: /^-[a-z]*[fF]|^--(?:fol|ret)/,
    free: /^-[a-z]*[sc]|^--(?:se|co)/,
    dmesg: /^-[a-zA-Z]*[wW]|^--follow/,
    journalctl: /^-[a-z]*f|^--follow/,
    lsof: /^-[a-zA-Z]*r/,
    shuf: /^-[a-z]*r|^--rep/,
    docker: /^-[a-z]*f$|^--follow/,
  }),
);

/** Programs that take a tenth of a second and more. */
const SLOW = new Set('locale lsof systemctl docker lsusb psql'.split(' '));

/** Those that no package of Debian holds, or a large one. */
const NOT_EXPECTED = new Set(
  'fd docker go deno bun node nodejs python python2 ruby php gcc g++ cc c++ clang clang++ cmake ninja make psql systemctl journalctl'.split(
    ' ',
  ),
);

const BUILT_INS = new Set(
  'type command : umask ulimit dirs jobs hash wait trap times alias declare typeset shopt history'.split(' '),
);

interface Runnable extends TracedCommand {
  readonly path: string;
  readonly reportsOnMachine: boolean;
}

function pathOf(name: string): string | undefined {
  return PATH.split(':')
    .map((directory) => join(directory, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** What runs a command of that name: the shell itself for what is built into it. */
function programOf(name: string): string | undefined {
  return pathOf(BUILT_INS.has(name) ? 'bash' : name);
}

/** What is run of a row: the pairs that are read-only, of those that are wanted. */
function* runnableOf(
  { row, lead }: TableRow,
  path: string,
  isWanted: (areModes: boolean) => boolean,
): Generator<Runnable> {
  const [name = ''] = lead;
  const isWaiting = WAITING.get(name);
  for (const { argv } of pairsOf(row, lead, isWanted)) {
    if (isWaiting !== undefined && argv.some((word) => isWaiting.test(word))) continue;
    const verdict = classifyArguments(argv);
    if (verdict.kind !== 'read-only') continue;
    const { hardening, reportsOnMachine } = verdict;
    const words = [...argv];
    for (const { at, words: inserted } of hardening?.insertions ?? []) words.splice(at, 0, ...inserted);
    yield {
      words: BUILT_INS.has(name) ? [path, '-c', '"$@"', 'bash', ...words] : [path, ...words.slice(1)],
      environment: hardening?.environment ?? {},
      path,
      reportsOnMachine,
    };
  }
}

interface Outcome {
  /** What they did besides reading, by command. */
  readonly found: readonly string[];
  /** Those that did not end in time. */
  readonly late: readonly string[];
  /** How many ended well: of the others, most report a usage error. */
  readonly useful: number;
}

function runAll(commands: readonly Runnable[]): Outcome {
  const found: string[] = [];
  const late: string[] = [];
  let useful = 0;
  let fixtures = makeFixtures();
  let before = snapshotOf(fixtures.root);
  onTestFinished(() => fixtures.remove());
  const waiting: (readonly Runnable[])[] = [];
  for (let start = 0; start < commands.length; start += BATCH)
    waiting.push(commands.slice(start, start + BATCH));
  for (let batch = waiting.pop(); batch !== undefined; batch = waiting.pop()) {
    const results = runTraced(fixtures.root, batch);
    const isChanged = snapshotOf(fixtures.root) !== before;
    const bad = results.map(({ calls }, index) => {
      const command = batch[index];
      return command === undefined ? [] : unwantedCalls(command.path, calls, command.reportsOnMachine);
    });
    for (const [index, calls] of bad.entries()) {
      if (calls.length > 0) found.push(`${batch[index]?.words.join(' ')}\n  ${calls.join('\n  ')}`);
    }
    late.push(
      ...batch.filter((_, index) => results[index]?.code === undefined).map(({ words }) => words.join(' ')),
    );
    useful += results.filter(({ code }) => code === 0).length;
    if (!isChanged) continue;
    fixtures.remove();
    fixtures = makeFixtures();
    before = snapshotOf(fixtures.root);
    if (bad.some((calls) => calls.length > 0)) continue;
    // Nothing was seen of it but its effect.
    const half = Math.ceil(batch.length / 2);
    if (half < batch.length) waiting.push(batch.slice(0, half), batch.slice(half));
    else found.push(`${batch[0]?.words.join(' ')}\n  changed its surroundings`);
  }
  return { found, late, useful };
}

const missing = [...new Set(tableRows.map(({ lead: [name = ''] }) => name))].filter(
  (name) => programOf(name) === undefined,
);

it.runIf(process.env['CI'] === 'true')(
  'where all is installed, only programs of no package are missing',
  () => {
    expect([...missing, ...(pathOf('strace') === undefined ? ['strace'] : [])]).toEqual(
      missing.filter((name) => NOT_EXPECTED.has(name)),
    );
  },
);

it.skipIf(!canTrace)(
  'pairs of options that are judged read-only write nothing, reach no one and start nothing',
  { timeout: LIMIT_MS },
  () => {
    const samples = new Map<string, Sample<Runnable>>();
    const ofModes = new Sample<Runnable>(COUNT / 4, next);
    const each = Math.ceil((COUNT * 3) / readOnlyPrograms.size);
    for (const one of tableRows) {
      const [name = ''] = one.lead;
      const path = programOf(name);
      if (path === undefined) continue;
      for (const runnable of runnableOf(one, path, (areModes) => areModes)) ofModes.offer(runnable);
      const size = SLOW.has(name) ? Math.ceil(each / 20) : each;
      const sample = samples.get(name) ?? new Sample(size, next);
      samples.set(name, sample);
      const share = size / one.row.options.length ** 2;
      for (const runnable of runnableOf(one, path, () => next() < share)) sample.offer(runnable);
    }
    const lists = [...samples.values()].map((sample) => sample.taken());
    const chosen = [...ofModes.taken(), ...evenly(lists, COUNT - ofModes.taken().length)].map(mostlyPlain);
    const { late, useful, found } = runAll(chosen);
    process.stdout.write(
      `${chosen.length} commands with pairs of options ran (seed ${seed}), of ${samples.size} programs; ` +
        `${useful} exited with 0, did not end in time: ${late.join(', ') || 'none'}; not installed: ${missing.join(' ')}\n`,
    );
    expect(found).toEqual([]);
  },
);

/** Three of four are spared the two dozen files of a locale that a program opens, which take a quarter of the time. */
function mostlyPlain(one: Runnable, index: number): Runnable {
  return index % 4 === 0 ? one : { ...one, environment: { LANG: 'C', ...one.environment } };
}

/** As many of each list as there are of the others, until there are enough. */
function evenly<Item>(lists: readonly (readonly Item[])[], count: number): Item[] {
  const chosen: Item[] = [];
  const longest = Math.max(...lists.map((list) => list.length));
  for (let place = 0; place < longest && chosen.length < count; place += 1) {
    chosen.push(...lists.flatMap((list) => list.slice(place, place + 1)));
  }
  return chosen.slice(0, count);
}
