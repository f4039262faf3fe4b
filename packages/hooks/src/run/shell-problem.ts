import { execFile } from 'node:child_process';
import { lstatSync } from 'node:fs';

const MAX_MS = 5000;
const MAX_CHARS = 300;

/** Finds out what keeps bash from reading a file as shell text, once per state of the file; undefined: nothing does. */
export function shellProblems(): (path: string) => Promise<string | undefined> {
  const known = new Map<string, { readonly state: string; readonly problem: Promise<string | undefined> }>();
  return (path) => {
    const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    const state = `${found?.mtimeNs} ${found?.size}`;
    const before = known.get(path);
    if (before?.state === state) return before.problem;
    const problem = shellProblem(path);
    known.set(path, { state, problem });
    return problem;
  };
}

/** Runs nothing in the file. Without bash, there is no way to tell. */
function shellProblem(path: string): Promise<string | undefined> {
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  return new Promise((resolve) => {
    execFile('bash', ['-n', path], { env, timeout: MAX_MS }, (error, _stdout, stderr) => {
      const isOfFile = error !== null && typeof error.code === 'number' && stderr !== '';
      const [line = ''] = stderr.split('\n', 1);
      resolve(isOfFile ? line.replace(`${path}: `, '').slice(0, MAX_CHARS).toWellFormed() : undefined);
    });
  });
}
