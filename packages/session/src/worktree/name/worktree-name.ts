import { randomBytes } from 'node:crypto';

const MAX_CHARACTERS = 64;

/** A name for a worktree when the person gave none. */
export function generatedWorktreeName(): string {
  return `session-${randomBytes(4).toString('hex')}`;
}

/** Why a text can't name a worktree and its branch; undefined: it can. Names are paths too: `fix/login` is one. */
export function worktreeNameProblem(name: string): string | undefined {
  if (name === '') return 'the name of a worktree is empty';
  if (name.length > MAX_CHARACTERS)
    return `the name of a worktree has at most ${MAX_CHARACTERS} characters; this one has ${name.length}`;
  const isValid = name.split('/').every((segment) => {
    // What git refuses in the name of a branch, and what a path takes for something else.
    return /^[A-Za-z0-9._-]+$/.test(segment) && !/^[.-]|\.\.|\.lock$|\.$/.test(segment) && segment !== '@';
  });
  return isValid
    ? undefined
    : `${JSON.stringify(name)} can't name a worktree: use letters, digits, ".", "_", "-" and "/"; no part may start with "." or "-" or end in "." or ".lock"`;
}
