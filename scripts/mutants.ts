/**
 * Breaks the program on purpose, one named mutant after the other, in copies of the workspace, and fails if a breakage
 * turns no test red.
 *
 * npm run mutants -- [NAME…] [--part I/N] [--jobs N] [--list] [--docs]
 *
 * `--part 2/5` runs the second of five parts: all take hours on a slow machine.
 * `--list` names all and checks that each still fits the sources; `--docs` writes docs/mutants.md. Neither runs a test.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { outOfDate } from './mutants/apply.ts';
import { endLeftovers } from './mutants/end-leftovers.ts';
import { MUTANTS } from './mutants/list.ts';
import type { Mutant } from './mutants/mutant.ts';
import { isKilled, runMutants, type Verdict } from './mutants/run-mutants.ts';
import { killRunning } from './mutants/run-tests.ts';
import { renderTable } from './mutants/table.ts';
import { copyWorkspace, type WorkspaceCopy } from './mutants/workspace-copy.ts';

const root = resolve(import.meta.dirname, '..');
const document = join(root, 'docs/mutants.md');

function chosen(names: readonly string[]): readonly Mutant[] {
  const unknown = names.filter((name) => !MUTANTS.some((mutant) => mutant.name === name));
  if (unknown.length > 0) fail(2, `No such mutant: ${unknown.join(', ')}. \`--list\` names all.`);
  return names.length === 0 ? MUTANTS : MUTANTS.filter(({ name }) => names.includes(name));
}

/** Mutants of one test file stay together. */
function partOf(mutants: readonly Mutant[], given: string): readonly Mutant[] {
  const [part = 0, parts = 0] = given.split('/').map(Number);
  if (!(Number.isSafeInteger(part) && Number.isSafeInteger(parts) && part >= 1 && part <= parts))
    fail(2, `--part takes a part and the number of parts, such as 2/5; got ${given}.`);
  const files = [...new Set(mutants.map(({ test }) => test))];
  return mutants.filter(({ test }) => files.indexOf(test) % parts === part - 1);
}

function jobCount(given: string): number {
  const jobs = Number(given);
  if (!Number.isSafeInteger(jobs) || jobs < 1) fail(2, `--jobs takes a positive whole number; got ${given}.`);
  return jobs;
}

function checkList(mutants: readonly Mutant[]): void {
  const names = MUTANTS.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) fail(1, `Two mutants have one name: ${twice.join(', ')}.`);
  const problems = problemsIn(mutants, root);
  if (problems.length > 0) fail(1, problems.join('\n'));
}

function problemsIn(mutants: readonly Mutant[], directory: string): string[] {
  return mutants.flatMap((mutant) => {
    const problem = outOfDate(mutant, directory);
    return problem === undefined ? [] : [`${mutant.name} is OUT OF DATE: ${problem}.`];
  });
}

function checkDocument(): void {
  let written: string | undefined;
  try {
    written = readFileSync(document, 'utf8');
  } catch {
    written = undefined;
  }
  if (written !== renderTable(MUTANTS))
    fail(1, 'docs/mutants.md is OUT OF DATE: run `npm run mutants -- --docs`.');
}

function fail(status: number, message: string): never {
  console.error(message);
  process.exit(status);
}

function tell(verdict: Verdict): void {
  const { mutant, end, seconds } = verdict;
  const how = isKilled(verdict) ? 'killed  ' : 'SURVIVED';
  const why = !verdict.isGreenUnbroken
    ? `${mutant.test} is not green on unbroken sources: ${JSON.stringify(end)}`
    : end.status === 'failed'
      ? end.title
      : end.status === 'hung'
        ? 'by hanging'
        : end.status === 'passed'
          ? `all ${end.tests} tests of ${mutant.test} are green`
          : `its tests did not run:\n${end.output}`;
  console.log(`${how} ${seconds.toFixed(1).padStart(5)} s  ${mutant.name}: ${why}`);
}

async function runAll(mutants: readonly Mutant[], jobs: number): Promise<number> {
  const copies: WorkspaceCopy[] = [];
  const dispose = (): void => {
    killRunning();
    for (const copy of copies.splice(0)) {
      endLeftovers(copy.root);
      copy.dispose();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      dispose();
      process.exit(130);
    });
  }
  try {
    while (copies.length < jobs) copies.push(copyWorkspace(root));
    // Someone may be at work on the sources while they are copied.
    const problems = copies.flatMap((copy) => problemsIn(mutants, copy.root));
    if (problems.length > 0) {
      console.error(problems.join('\n'));
      return 1;
    }
    const verdicts = await runMutants(mutants, copies, tell);
    const survivors = verdicts.filter((verdict) => !isKilled(verdict));
    console.log(`${verdicts.length - survivors.length} of ${verdicts.length} mutants killed`);
    for (const { mutant } of survivors) console.log(`SURVIVED ${mutant.name}`);
    return survivors.length === 0 ? 0 : 1;
  } finally {
    dispose();
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', default: '1/1' },
    jobs: { type: 'string', default: '2' },
    list: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
  },
});
const mutants = partOf(chosen(positionals), values.part);
const jobs = jobCount(values.jobs);
checkList(mutants);
if (values.docs) writeFileSync(document, renderTable(MUTANTS));
checkDocument();
if (values.list) {
  for (const { name, promise, breaks } of mutants) console.log(`${name} (promise ${promise}): ${breaks}`);
} else if (!values.docs) process.exitCode = await runAll(mutants, jobs);
