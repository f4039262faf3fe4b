import { readFileSync } from 'node:fs';

/**
 * Prints each test that failed, or that passed only at the second try, with the start of its message, then
 * `N passed, N failed, N skipped` as the last line: the counts of the runner's own reports, added. Sets the exit status:
 * that of the test commands, or 1 when nothing passed, when a report is missing, or when a test was skipped with CI=true. Arguments: the file of a report and the status of its command, one pair for each run.
 */
interface TestFile {
  readonly name: string;
  readonly message: string;
  readonly status: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly TestFile[];
}

interface Run {
  readonly path: string;
  readonly report: Report | undefined;
  readonly status: number;
}

function readReport(path: string): Report | undefined {
  try {
    const report: Report = JSON.parse(readFileSync(path, 'utf8'));
    return report;
  } catch {
    return undefined;
  }
}

/** Tests that failed and passed when they ran once more, with the first failure. */
function retriedIn(file: TestFile): string[] {
  return file.assertionResults
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(
      ({ fullName, failureMessages }) =>
        `PASSED AT THE SECOND TRY ${file.name} > ${fullName}\n${failureMessages[0]}`,
    );
}

const MAX_MESSAGE_CHARACTERS = 2_000;

/** What failed in a file: its tests, or the file itself when it could not be loaded. */
function failuresOf(file: TestFile): string[] {
  const failed = file.assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0 && file.status === 'failed') return [`FAILED ${file.name}\n${file.message}`];
  return failed.map(
    ({ fullName, failureMessages }) => `FAILED ${file.name} > ${fullName}\n${failureMessages.join('\n')}`,
  );
}

const words = process.argv.slice(2);
const runs: Run[] = [];
for (let at = 0; at < words.length; at += 2) {
  const [path = '', status = '1'] = words.slice(at, at + 2);
  runs.push({ path, report: readReport(path), status: Number(status) });
}

const sum = (count: (report: Report) => number): number =>
  runs.reduce((total, { report }) => total + (report === undefined ? 0 : count(report)), 0);
const passed = sum((report) => report.numPassedTests);
const failed = sum((report) => report.numFailedTests);
const skipped = sum((report) => report.numPendingTests + report.numTodoTests);
const isSkippingAllowed = process.env['CI'] !== 'true' || skipped === 0;
const missing = runs.filter(({ report }) => report === undefined);
for (const { report } of runs) {
  for (const failure of report?.testResults.flatMap((file) => [...retriedIn(file), ...failuresOf(file)]) ??
    []) {
    console.error(failure.slice(0, MAX_MESSAGE_CHARACTERS));
  }
}
if (!isSkippingAllowed) console.error(`${skipped} tests were skipped, which CI does not allow.`);
for (const { path } of missing) console.error(`No test report at ${path}: the tests did not run.`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
const isGood = passed > 0 && failed === 0 && missing.length === 0 && isSkippingAllowed;
const status = runs.find((run) => run.status !== 0)?.status ?? 0;
process.exitCode = isGood ? status : 1;
