/**
 * Runs scripts of the workspace side by side, waits for all of them, and fails if one does. Each argument is what follows `npm run`.
 *
 * node scripts/side-by-side.ts check 'build -- --types-checked'
 */
import { spawn } from 'node:child_process';

async function run(script: string): Promise<string | undefined> {
  const child = spawn('npm', ['run', ...script.split(' ')], { stdio: 'inherit' });
  const status = await new Promise<number | string | null>((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code, signal) => done(code ?? signal));
  });
  return status === 0 ? undefined : `npm run ${script} ended with ${String(status)}`;
}

const problems = await Promise.all(process.argv.slice(2).map((script) => run(script)));
for (const problem of problems) {
  if (problem === undefined) continue;
  console.error(problem);
  process.exitCode = 1;
}
