import { programName } from './program-name.ts';
import type { AnalyzedCommand, AnalysisContext, CommandAnalysis } from '../analysis.ts';
import { absolutePath } from './absolute-path.ts';
import type { AnalyzedLine } from './analyzed-line.ts';
import { interpreterLine, isShellScript } from './interpreter-line.ts';
import { searchPlaces } from '../path/search-places.ts';
import { isUnderstoodRecipe, mayBeRecipe, recipesOf } from './changed-recipes.ts';
import { directoriesOfProject, isReadableRecipe, scriptsRunBy } from './texts-of-project.ts';
import { withNamesLookedUp } from './with-names-looked-up.ts';

const SHELLS = new Set('sh bash dash zsh ksh source .'.split(' '));

/** Scripts that run scripts, and so on. */
const MAX_SCRIPTS = 10;

/** Characters of scripts that a line writes which are looked at. */
const MAX_WRITTEN = 60_000;

/** The same of recipes that are there. */
const MAX_OF_PROJECT = 30_000;

/**
 * Adds the commands of the shell scripts that a line runs, and of those that these run. A script may be a file as it is, or
 * what the line writes to it: before or after it runs, since a line may do things again.
 */
export function withCommandsInScripts(
  line: AnalyzedLine,
  context: AnalysisContext,
  analyze: (source: string, context: AnalysisContext) => AnalyzedLine,
): CommandAnalysis {
  const { analysis } = line;
  const { readText } = context;
  if (readText === undefined) return analysis;
  const inScripts: AnalyzedCommand[] = [];
  const ofVariables = [...analysis.ofVariables];
  const uncertain = new Set<AnalyzedCommand>();
  const seen = new Set<string>();
  const lines = [line];
  let left = MAX_WRITTEN;
  let ofProject = MAX_OF_PROJECT;
  const followed = new Set<string>();
  let started = 0;
  const open = [...analysis.commands];
  for (const command of open) {
    if (mayRunChanged(command, open, lines, context)) uncertain.add(command);
    for (const { script, cwd, isWritten } of scriptsOfProject(command, lines, open, context)) {
      const key = `${cwd ?? ''}\0${script}`;
      if (!isWritten && (followed.has(key) || ofProject < script.length)) continue;
      followed.add(key);
      if (isWritten) left -= script.length;
      else ofProject -= script.length;
      if (left < 0) break;
      const inner = { ...innerContext(context, command), cwd };
      const line = analyze(script, inner);
      const { analysis: found } = line;
      ofVariables.push(...found.ofVariables);
      const isOpen = found.opaque !== undefined || found.commands.some(({ isUnknown }) => isUnknown);
      if (isOpen && isWritten) uncertain.add(command);
      inScripts.push(...withNamesLookedUp(analyze, script, inner, context.globFiles, line));
      if (!isWritten) open.push(...found.commands);
    }
    for (const path of scriptsOf(command, lines)) {
      const written = lines.flatMap(({ textsWrittenTo }) => textsWrittenTo(path) ?? []);
      const isProgram = isProgramOf(command, path, lines);
      const mayBeBinary = isProgram && !isText(path.startsWith('/') ? readText(path) : undefined);
      if (written.some(({ isKnown, isCopied }) => !isKnown && !(mayBeBinary && isCopied)))
        uncertain.add(command);
      const inner = innerContext(context, command);
      const inFile = path.startsWith('/') ? readText(path) : undefined;
      const texts = [...(inFile === undefined ? [] : [inFile]), ...written.flatMap((one) => one.texts)];
      if (isProgram && started < MAX_SCRIPTS)
        for (const text of texts) {
          const script = interpreterLine(text, path, command.unwrapped.slice(1));
          if (script === undefined) continue;
          started += 1;
          const found = analyze(script, inner);
          inScripts.push(...found.analysis.commands);
          ofVariables.push(...found.analysis.ofVariables);
          open.push(...found.analysis.commands);
        }
      if (seen.has(path) || seen.size >= MAX_SCRIPTS) continue;
      seen.add(path);
      for (const text of texts) {
        if (text.includes('\0') || (isProgram && !isShellScript(text))) continue;
        if (text !== inFile) left -= text.length;
        if (left < 0) {
          uncertain.add(command);
          break;
        }
        const found = analyze(text, inner);
        // A shell runs what comes before a part that can't be read.
        const { opaque, commands: itsCommands } = found.analysis;
        const isOpen = opaque !== undefined || itsCommands.some(({ isUnknown }) => isUnknown);
        if (isOpen && text !== inFile) uncertain.add(command);
        lines.push(found);
        inScripts.push(...withNamesLookedUp(analyze, text, inner, context.globFiles, found));
        ofVariables.push(...found.analysis.ofVariables);
        open.push(...itsCommands);
      }
    }
  }
  const mark = (command: AnalyzedCommand): AnalyzedCommand =>
    uncertain.has(command) ? { ...command, isUncertain: true } : command;
  return { ...analysis, commands: analysis.commands.map(mark), ofVariables, inScripts: inScripts.map(mark) };
}

function innerContext(context: AnalysisContext, { cwd }: AnalyzedCommand): AnalysisContext {
  return { ...context, cwd, globFiles: undefined, repository: undefined };
}

interface ScriptOfProject {
  readonly script: string;
  readonly cwd: string | undefined;
  /** The line itself writes it. */
  readonly isWritten: boolean;
}

/** What a Makefile or its like has run that the line writes, or that is there. */
function scriptsOfProject(
  command: AnalyzedCommand,
  lines: readonly AnalyzedLine[],
  all: readonly AnalyzedCommand[],
  context: AnalysisContext,
): readonly ScriptOfProject[] {
  const { unwrapped, cwd } = command;
  const { readText } = context;
  return recipesOf(command, exactTexts(all), context).flatMap(({ path, isPattern, directory }) => {
    if (path === undefined || isPattern || !isReadableRecipe(path, unwrapped)) return [];
    const written = lines.flatMap(({ textsWrittenTo }) => textsWrittenTo(path)?.texts ?? []);
    const inFile = path.startsWith('/') ? readText?.(path) : undefined;
    const scripts = [
      ...written.map((text) => ({ text, isWritten: true })),
      ...(inFile === undefined ? [] : [{ text: inFile, isWritten: false }]),
    ];
    return scripts.flatMap(({ text, isWritten }) =>
      scriptsRunBy(path, text, unwrapped).flatMap((script) =>
        (directory === undefined ? directoriesOfProject(path, cwd) : [directory]).map((place) => ({
          script: script ?? '${_}',
          cwd: place,
          isWritten,
        })),
      ),
    );
  });
}

/** Whether the line writes to a recipe that the command follows what can't be followed here. */
function mayRunChanged(
  command: AnalyzedCommand,
  all: readonly AnalyzedCommand[],
  lines: readonly AnalyzedLine[],
  context: AnalysisContext,
): boolean {
  const places = lines.flatMap(({ placesWritten }) => placesWritten);
  if (places.length === 0 && recipesOf(command, [], context).length === 0) return false;
  return recipesOf(command, exactTexts(all), context).some((recipe) => {
    const { path, isPattern } = recipe;
    if (path === undefined) return true;
    if (isPattern) return places.some((place) => mayBeRecipe(recipe, place));
    const written = lines.flatMap(({ textsWrittenTo }) => textsWrittenTo(path) ?? []);
    return written.some((one) => !isUnderstoodRecipe(path, one, command.unwrapped));
  });
}

const exactTexts = (all: readonly AnalyzedCommand[]): readonly string[] =>
  all.map(({ texts }) => texts.exact);

/** As far as it can be read at all. */
function isText(content: string | undefined): boolean {
  return content !== undefined && !content.includes('\0');
}

function isProgramOf(command: AnalyzedCommand, path: string, lines: readonly AnalyzedLine[]): boolean {
  return programsOf(command, lines).some((program) => placeOf(program, command.cwd).includes(path));
}

/** The program itself, where a path or a search path of the line says where it is, and that which git calls for a sub-command. */
function programsOf(
  { unwrapped: [program, ...words], cwd }: AnalyzedCommand,
  lines: readonly AnalyzedLine[],
): readonly string[] {
  if (program === undefined) return [];
  const isGit = programName(program) === 'git';
  const own = program.includes('/') ? [program] : [];
  const subcommand = words.find(
    (word) => word !== undefined && /^[\w-]+$/u.test(word) && !word.startsWith('-'),
  );
  if (isGit && subcommand === undefined) return own;
  const name = isGit ? `git-${subcommand}` : program;
  const places = words.flatMap((word) => /^--exec-path=(.+)$/u.exec(word ?? '')?.[1] ?? []);
  return [
    ...own,
    ...(isGit ? places.map((place) => `${place}/${name}`) : []),
    ...(name.includes('/') ? [] : lines.flatMap(({ analysis }) => searchPlaces(analysis.source, name, cwd))),
  ];
}

function scriptsOf(command: AnalyzedCommand, lines: readonly AnalyzedLine[]): readonly string[] {
  const { unwrapped, cwd, redirections, texts } = command;
  const [program, ...words] = unwrapped;
  const started = /(?:^|\s)BASH_ENV=(\S+)/u.exec(texts.exact)?.[1];
  const paths = [...(started === undefined ? [] : [started]), ...programsOf(command, lines)];
  if (program === undefined || !SHELLS.has(programName(program)))
    return paths.flatMap((path) => placeOf(path, cwd));
  const options = leadingOptions(words);
  if (options.some((word) => word === undefined || /^-[a-z]*c/u.test(word)) || runsNothing(options))
    return paths.flatMap((path) => placeOf(path, cwd));
  paths.push(
    ...words
      .filter((word) => word !== undefined && !word.startsWith('-'))
      .slice(0, 2)
      .map(String),
  );
  const inputs = redirections.flatMap(({ access, path }) =>
    access === 'read' && path !== undefined ? [path] : [],
  );
  return [...paths.flatMap((path) => placeOf(path, cwd)), ...inputs];
}

/** The words before the script: `bash s.sh -c` runs the script. */
function leadingOptions(words: readonly (string | undefined)[]): readonly (string | undefined)[] {
  const start = words.findIndex(
    (word, index) =>
      word !== undefined && !/^[-+]./u.test(word) && !/^[-+][a-z]*[oO]$/u.test(words[index - 1] ?? ''),
  );
  return start === -1 ? words : words.slice(0, start);
}

/** `bash -n s.sh` only looks for errors. */
function runsNothing(options: readonly (string | undefined)[]): boolean {
  return (
    options.some((word) => /^-[a-z]*n/u.test(word ?? '')) && !options.some((word) => word?.startsWith('+'))
  );
}

/** Relative where the directory is not known: then it is a script only if the line writes one of that name. */
function placeOf(path: string, cwd: string | undefined): readonly string[] {
  return cwd === undefined && absolutePath(path, '/').length > 0 ? [path] : absolutePath(path, cwd);
}

/** Without a first line that names another program, the shell runs it itself. */
