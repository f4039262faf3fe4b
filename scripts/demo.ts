/**
 * The README's first run: a copy of the example's broken project, the recorded stream of a model that fixes it, and
 * `sluice exec` doing the work. Ends with the project's own test, whose exit status is this program's.
 *
 * node scripts/demo.ts [--project DIR] [--keep]
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseCommandLine } from '../packages/sluice/src/cli/parse-command-line.ts';

const root = resolve(import.meta.dirname, '..');
const line = parseCommandLine(
  process.argv.slice(2),
  { project: { type: 'string' }, keep: { type: 'boolean' } },
  { project: 'a directory' },
);
if (!line.ok) usageError(line.message);
const { values, positionals } = line.parsed;
if (positionals.length > 0) usageError(`takes no file; got ${JSON.stringify(positionals[0])}`);
const project = resolve(values.project ?? join(root, 'examples/fix-the-bug/project'));
const stream = join(root, 'examples/fix-the-bug/session.sse');
const sluice = join(root, 'packages/sluice/bin/sluice.js');

function usageError(message: string): never {
  console.error(`demo: ${message}\n\nUsage: npm run demo -- [--project DIR] [--keep]`);
  process.exit(2);
}

function run(command: string, args: readonly string[], cwd: string, stdio: 'inherit' | 'ignore'): number {
  const { status, error } = spawnSync(command, args, { cwd, stdio });
  if (error !== undefined) console.error(`${command} could not be started: ${error.message}`);
  return status ?? 1;
}

function runTests(cwd: string, stdio: 'inherit' | 'ignore'): boolean {
  return run(process.execPath, ['--test'], cwd, stdio) === 0;
}

if (
  !existsSync(join(root, 'packages/sluice/dist/cli.js')) &&
  run('npm', ['run', '--silent', 'build'], root, 'inherit') !== 0
) {
  process.exit(1);
}
const scratch = mkdtempSync(join(tmpdir(), 'sluice-demo-'));
const copy = join(scratch, 'project');
cpSync(project, copy, { recursive: true });
console.log(`A broken project is in ${copy}; its test ${runTests(copy, 'ignore') ? 'passes' : 'fails'}.`);
console.log('A recorded model stream asks for tool calls; sluice exec carries them out:\n');
const options = ['--cwd', copy, '--permission-mode', 'bypassPermissions', '--output-format', 'text'];
const status = run(process.execPath, [sluice, 'exec', ...options, stream], root, 'inherit');
const isMended = status === 0 && runTests(copy, 'ignore');
console.log(`\nThe project's test ${isMended ? 'passes now' : 'still fails'}.`);
if (values.keep === true) console.log(`The project was kept in ${copy}.`);
else rmSync(scratch, { recursive: true, force: true });
process.exitCode = isMended ? 0 : 1;
