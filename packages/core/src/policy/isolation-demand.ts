import type { CallActions, CommandAction, FileAction } from '../permission/action.ts';
import { isInside } from '../permission/paths/is-inside.ts';
import type { Isolation } from '../permission/context/isolation.ts';
import type { PathSpellings } from '../permission/compiled-rules.ts';
import { denied, type Verdict } from '../permission/verdict.ts';
import { codeRefusal, namesMainCheckout, onlyReads } from './isolated-code.ts';
import type { Judge } from './judge.ts';

/** What an isolated agent must not do to files. `path` undefined: not known. */
export function fileIsolation(
  { snapshot: { isolation }, files }: Judge,
  { access, isTree, within }: FileAction,
  path: PathSpellings | undefined,
): Verdict | undefined {
  if (isolation === undefined || access === 'read' || access === 'list') return undefined;
  if (path === undefined) {
    const isOwn = within !== undefined && isInside(files.identify(within, '/').realPath, isolation.path);
    return isOwn ? undefined : refused(isolation, 'which file it writes is unknown');
  }
  const reached = [path.lexical, path.real].find(
    (each) =>
      isForeign(isolation, each) || ((isTree || access === 'remove') && isInside(isolation.mainRoot, each)),
  );
  return reached === undefined ? undefined : refused(isolation, `it changes ${reached} in the main checkout`);
}

/** What an isolated agent must not run. A script that it runs is only judged by what is certain. */
export function commandIsolation(
  { snapshot: { isolation }, files }: Judge,
  { cwd, places: possible = [], isReadOnly, isUnknown, isInScript, code, reaches = [] }: CommandAction,
): Verdict | undefined {
  if (isolation === undefined) return undefined;
  const places = cwd === undefined ? possible : [cwd];
  const place = places.find((one) =>
    [one, files.identify(one, '/').realPath].some((each) => isForeign(isolation, each)),
  );
  if (place !== undefined) return refused(isolation, `it runs in the main checkout (${place})`);
  const foreign = reaches.find(
    (path) =>
      path !== undefined &&
      [path, files.identify(path, cwd ?? '/').realPath].some((each) => isForeign(isolation, each)),
  );
  if (foreign !== undefined)
    return refused(isolation, `it names ${foreign}, which leads into the main checkout`);
  if (isInScript === true) return undefined;
  if (reaches.includes(undefined)) return refused(isolation, 'it is unknown which repository it works on');
  if (isReadOnly) return undefined;
  if (places.length === 0)
    return refused(isolation, 'it is unknown which directory it runs in: use cd DIRECTORY && …');
  for (const one of code === undefined ? [] : places) {
    const why = code === undefined ? undefined : codeRefusal(code, { isolation, files, cwd: one });
    if (why !== undefined) return refused(isolation, why);
  }
  return isUnknown === true ? refused(isolation, 'what it runs is unknown') : undefined;
}

/**
 * What an isolated agent's line must not name, in whatever language: a here-document, a script that it writes and runs, a variable before a
 * program. What only reads, and what edits files and is judged by these, may name anything.
 */
export function lineIsolation(
  { snapshot: { isolation } }: Judge,
  { line, actions }: CallActions,
): Verdict | undefined {
  if (isolation === undefined || line === undefined || !namesMainCheckout(line, isolation)) return undefined;
  const commands = actions
    .filter((action) => action.type === 'command')
    .filter((one) => one.isInScript !== true);
  const isJudged = (one: CommandAction): boolean => one.isReadOnly || one.isFileEdit || isMessage(one);
  if (commands.every(isJudged)) return undefined;
  let rest = line;
  for (const command of commands) {
    if (isJudged(command) && !isText(command)) rest = withoutSource(rest, command.source);
    for (const text of readingCode(command, isolation)) rest = rest.replace(text, '');
  }
  if (!namesMainCheckout(rest, isolation)) return undefined;
  return refused(isolation, `it names the main checkout, ${isolation.mainRoot}`);
}

/** A command whose output another one gets, and one that others write a part of, stays. */
function withoutSource(line: string, source: string): string {
  const at = line.indexOf(source);
  if (at === -1 || /\$\(|`|[<>]\(/u.test(source)) return line;
  const before = line.slice(0, at).trimEnd();
  const after = line.slice(at + source.length).trimStart();
  const isPassedOn = /(?:\$\(|`|<\()$/u.test(before) || (after.startsWith('|') && !after.startsWith('||'));
  return isPassedOn ? line : line.slice(0, at) + line.slice(at + source.length);
}

/** Code that looks at the main checkout. */
function readingCode({ code }: CommandAction, isolation: Isolation): readonly string[] {
  if (code === undefined || !onlyReads(code, isolation)) return [];
  // Without a call it is not code, but what a program gets to work on.
  const isCode = (text: string): boolean => text.replaceAll(isolation.mainRoot, '').includes('(');
  return code.texts.filter((text) => isCode(text) && namesMainCheckout(text, isolation));
}

/** What it prints may be what another command runs. */
function isText({ exact, redirections }: CommandAction): boolean {
  return /^(?:echo|printf|yes)\b/u.test(exact) || redirections.some(({ access }) => access === 'write');
}

/** It records what its words say. */
function isMessage({ exact }: CommandAction): boolean {
  return /^git (?:commit|tag|notes|add) /u.test(exact);
}

/** A call that is not understood may write anywhere. */
export function opaqueIsolation({ snapshot: { isolation } }: Judge, message: string): Verdict | undefined {
  return isolation === undefined ? undefined : refused(isolation, `it is not fully understood: ${message}`);
}

function isForeign({ mainRoot, path }: Isolation, given: string): boolean {
  return isInside(given, mainRoot) && !isInside(given, path);
}

function refused({ path }: Isolation, why: string): Verdict {
  return denied({ kind: 'isolation', why, path });
}
