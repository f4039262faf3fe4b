import { isAbsolute } from 'node:path';
import type { Place } from './places.ts';
import type { TracedRun } from './run-traced.ts';
import { stringsIn, type SystemCall } from './trace-calls.ts';
import { OUTSIDE, PRIVATE, type World } from './world.ts';

/** What of a run goes against "only reads, nothing of the repository's, nothing outside the workspace". */
export function violationsOf(
  { command, calls, stdout, stderr }: TracedRun,
  world: World,
  place: Place,
): readonly string[] {
  // One of a kind tells enough.
  const found = [
    ...calls.flatMap((call) => executed(call)).slice(0, 1),
    ...calls.flatMap((call) => opened(call, world, place)).slice(0, 1),
    ...calls.flatMap((call) => changed(call, world)).slice(0, 1),
  ];
  const shown = [OUTSIDE, PRIVATE].filter((text) => `${stdout}${stderr}`.includes(text));
  const all = [...found, ...shown.map((text) => `shows ${text}`)];
  return [...new Set(all)].map((text) => `${command}: ${text}`);
}

const SHELL = /^(?:\/usr)?\/bin\/bash$/;
const GIT =
  /^(?:\/usr(?:\/local)?)?(?:\/bin\/git|\/lib(?:exec)?\/git-core\/git(?:-(?!remote-|submodule$)[a-z-]+)?)$/;
const CAT = /^(?:\/usr(?:\/local)?)?\/bin\/cat$/;

/** Attempts count too: that the program was missing here says nothing of the next machine. */
function executed({ name, args }: SystemCall): readonly string[] {
  if (name !== 'execve' && name !== 'execveat') return [];
  const [program = '', ...words] = stringsIn(args);
  const isExpected = SHELL.test(program) || GIT.test(program) || (CAT.test(program) && words.length === 1);
  return isExpected ? [] : [`executes ${[program, ...words.slice(1)].join(' ')}`];
}

/** What every program of the system opens. */
const SYSTEM =
  /^\/(?:usr\/(?:lib|lib32|lib64|share|libexec)(?:\/|$)|lib(?:64)?\/|etc\/(?:ld\.so\.\w+|gitconfig|passwd|nsswitch\.conf|localtime|locale\.alias|ssl\/openssl\.cnf)$|proc\/(?:self|\d+|sys|filesystems|meminfo|cpuinfo)(?:\/|$)|dev\/(?:null|tty|urandom)$|sys\/)/;

function opened(
  { name, args, opened: path, hasSucceeded }: SystemCall,
  world: World,
  place: Place,
): readonly string[] {
  if (!hasSucceeded || path === undefined || !/^(?:open|creat)/.test(name)) return [];
  const isWritten = /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(args) || name === 'creat';
  if (isWritten)
    return isIn(path, [world.run]) || /^\/dev\/(?:null|tty)$/.test(path) ? [] : [`writes ${path}`];
  const ofHome = [`${world.home}/.gitconfig`, `${world.home}/.config/git`];
  const isAllowed = SYSTEM.test(path) || isIn(path, [world.run, place.workspace, ...place.own, ...ofHome]);
  return isAllowed || !isAbsolute(path) ? [] : [`opens ${path}`];
}

/** Calls that change something other than the content of an open file, and those that reach other processes. */
function changed({ name, args, hasSucceeded, result }: SystemCall, { run }: World): readonly string[] {
  if (/^(?:exec|open|creat)/.test(name)) return [];
  if (name === 'connect' || name === 'bind') {
    return /nscd\/socket/.test(args) || /ENOENT/.test(result) ? [] : [`${name}(${args})`];
  }
  const paths = stringsIn(args);
  if (!hasSucceeded || (paths.length > 0 && paths.every((path) => isIn(path, [run])))) return [];
  return [`${name}(${args})`];
}

function isIn(path: string, directories: readonly string[]): boolean {
  return directories.some((directory) => path === directory || path.startsWith(`${directory}/`));
}
