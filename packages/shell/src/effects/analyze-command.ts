import { visitScript } from './state/visit.ts';
import { parseCommand } from '../parse/parse-command.ts';
import type { Script } from '../tree.ts';
import type { AnalyzedCommand, AnalysisContext, CommandAnalysis } from './analysis.ts';
import { mayPrintSandboxVariables } from '../tables/sandbox-variables.ts';
import { behindLinks } from './path/behind-links.ts';
import { withFreshPlaces } from './path/fresh-place.ts';
import { withBuildsElsewhere } from './script/builds-elsewhere.ts';
import type { AnalyzedLine } from './script/analyzed-line.ts';
import { withCommandsInScripts } from './script/commands-in-scripts.ts';
import { homesSetBy, MAX_HOMES } from './script/other-homes.ts';
import { touchedByVariables } from './script/touched-by-variables.ts';
import { withCommandsOfDryRun } from './script/commands-of-dry-run.ts';
import { bindingsOf } from './state/bindings.ts';
import { activationOf } from './state/activation-of.ts';
import { factsOf } from './state/facts.ts';
import { scriptVariables } from './state/script-variables.ts';
import { inPlace } from './state/state.ts';
import type { Shell, Walk } from './state/walk.ts';
import { walkScript } from './command/walk-script.ts';
import { textsWrittenTo, type FileTexts } from './state/written-texts.ts';

/** Characters of commands inside arguments, all together: more are not written by people. */
const BUDGET = 60_000;

/** Characters of values that variables put into words, all together: each assignment may double one. */
const EXPANSION_BUDGET = 1_000_000;

const TOO_MANY_HOMES = {
  reason: 'too-long',
  message: `it sets HOME to more than ${MAX_HOMES} values`,
  at: 0,
} as const;

/**
 * What a command line does, as far as its text tells: each command of it, what rules see of it, the files that it
 * touches, and whether it only reads. Pure but for `context.repository`; never throws; time is linear in the length.
 */
export function analyzeCommand(source: string, context: AnalysisContext): CommandAnalysis {
  const homes = new Set<string | undefined>();
  const analysis = analyzeFrom(source, context, homes);
  if (homes.size === 0 || analysis.opaque !== undefined) return analysis;
  const presumed = [...analysis.presumed];
  const seen = new Set([context.home]);
  for (const home of homes) {
    if (seen.has(home)) continue;
    if (seen.size > MAX_HOMES) return opaqueAnalysis(source, analysis.script, TOO_MANY_HOMES);
    seen.add(home);
    const found = analyzeFrom(
      source,
      { ...context, home, isHomeSet: true, globFiles: undefined, repository: undefined },
      homes,
    );
    presumed.push(...found.commands, ...found.inScripts, ...found.presumed, ...found.ofVariables);
  }
  return { ...analysis, presumed };
}

/** @param homes gets what the line, and what it runs, sets HOME to */
function analyzeFrom(
  source: string,
  context: AnalysisContext,
  homes: Set<string | undefined>,
): CommandAnalysis {
  const analyze = (text: string, inner: AnalysisContext): AnalyzedLine => {
    const line = analyzeLine(text, inner);
    for (const home of line.homes) homes.add(home);
    return line;
  };
  const analysis = withCommandsInScripts(analyze(source, context), context, analyze);
  return withBuildsElsewhere(withCommandsOfDryRun(analysis, context, analyze), context);
}

function analyzeLine(source: string, context: AnalysisContext): AnalyzedLine {
  const parsed = parseCommand(source);
  if (parsed.kind === 'opaque') {
    const { reason, message, at } = parsed;
    const analysis = opaqueAnalysis(source, undefined, { reason, message, at });
    return { analysis, textsWrittenTo: () => undefined, placesWritten: [], homes: [] };
  }
  const walk = walkLine(source, parsed.script, context);
  // What a command makes before a pattern is looked up may match it too, and may be a link to anything.
  const isCertain = walk.expansions.size === 0 || context.looksUpAnyway === true || keepsNames(walk);
  const used = isCertain
    ? walk
    : walkLine(source, parsed.script, { ...context, globFiles: undefined }, context.globFiles);
  const analysis =
    used.opaque === undefined
      ? conclude(used, source, parsed.script)
      : opaqueAnalysis(source, parsed.script, used.opaque);
  const known = new Map<string, FileTexts | undefined>();
  const ofVariables = touchedByVariables(used.given, context, (text, inner) => commandsOf(text, inner));
  return {
    analysis: { ...analysis, ofVariables },
    homes: homesSetBy(used),
    placesWritten: [...used.written, ...used.copies].map(({ path }) => path),
    textsWrittenTo(path) {
      if (!known.has(path)) known.set(path, textsWrittenTo(used, path));
      return known.get(path);
    },
  };
}

/** Those of a text that may be a command line. */
function commandsOf(text: string, context: AnalysisContext): readonly AnalyzedCommand[] {
  const parsed = parseCommand(text);
  return parsed.kind === 'opaque' ? [] : walkLine(text, parsed.script, context).commands;
}

function walkLine(source: string, script: Script, context: AnalysisContext, names = context.globFiles): Walk {
  const walk: Walk = {
    source,
    context,
    commands: [],
    environment: new Map(),
    insertions: new Map(),
    prefixes: new Set(),
    transfers: [],
    copies: [],
    written: [],
    given: [],
    wholeLineOnly: new Set(),
    repositories: new Map(),
    repository: undefined,
    repositoryLess: new Set(),
    emptied: new Set(),
    fresh: new Set(),
    isGitMoved: false,
    mayRepeat: false,
    activation: undefined,
    names,
    optionWords: new Map(),
    expansions: new Map(),
    valueLookups: new Set(),
    changesDirectory: false,
    reportsOnMachine: mayPrintSandboxVariables(source),
    opaque: undefined,
    budget: BUDGET,
    expansionBudget: EXPANSION_BUDGET,
    run: walkScript,
  };
  const activation = activationOf(script, context);
  const facts = factsOf(script, scriptVariables(context), false, activation);
  walk.mayRepeat = facts.mayRepeat;
  walk.activation = activation;
  const bindings = [bindingsOf(script, source)];
  const shell: Shell = {
    walk,
    source,
    facts,
    bindings,
    distrust: facts.distrust,
    doubt: facts.doubt,
    span: undefined,
    via: [],
  };
  const start = inPlace(
    {
      places: undefined,
      pushed: undefined,
      previous: undefined,
      variables: new Map(),
      guesses: new Map(),
      matches: new Map(),
      latest: new Map(),
      plain: new Set(),
      parameters: undefined,
      input: undefined,
      defined: new Map(),
      isSubshell: false,
    },
    context.cwd,
  );
  // A shell begins with nothing pushed.
  walkScript(shell, script, { ...start, pushed: [] });
  return walk;
}

/** Nothing that the line does puts a link, or a file of another place, where a pattern looks. */
function keepsNames({ commands, transfers, mayRepeat }: Walk): boolean {
  const keeps = ({ readsItself, isFileEdit, argv }: AnalyzedCommand): boolean =>
    readsItself || isFileEdit || argv.length === 0 || /^(?:cd|pushd|popd)$/u.test(argv[0] ?? '');
  // What is alone, and runs once, looks at names before it does anything.
  const isAlone = commands.length === 1 && !mayRepeat;
  return isAlone || (transfers.length === 0 && commands.every(keeps));
}

function conclude(walk: Walk, source: string, script: Script): CommandAnalysis {
  const commands = withoutValueLookups(walk, script);
  const found = withFreshPlaces(
    behindLinks(commands, walk.transfers, walk.copies),
    walk.fresh,
    walk.context.temporary,
  );
  const isReadOnly = found.every((command) => command.isReadOnly);
  return {
    source,
    script,
    opaque: undefined,
    inScripts: [],
    presumed: [],
    ofVariables: [],
    commands: isReadOnly ? found : besideOthers(walk, found),
    isReadOnly,
    changesDirectory: walk.changesDirectory,
    expandsPatterns: [...walk.expansions.values()].some((one) => one !== 'unknown'),
    hardening: hardeningOf(mayCreateRepository(found) ? withoutAbsence(walk) : walk),
    reportsOnMachine: walk.reportsOnMachine,
  };
}

/**
 * Where nothing in a line is meant as a pattern, patterns are switched off, and then a value is none. A line that does more
 * than read runs as it was written.
 */
function withoutValueLookups(walk: Walk, script: Script): readonly AnalyzedCommand[] {
  const { commands, valueLookups, insertions } = walk;
  const isDue = valueLookups.size > 0 && commands.every(({ isReadOnly }) => isReadOnly);
  if (!isDue || hasPatterns(script)) return commands;
  insertions.set(0, `set -f; ${insertions.get(0) ?? ''}`);
  return commands.map((command) => {
    const files = command.files.filter((file) => !valueLookups.has(file));
    return files.length === command.files.length ? command : { ...command, files };
  });
}

/** Commands in a line that does more than read. */
function besideOthers(
  { wholeLineOnly, repositoryLess }: Walk,
  commands: readonly AnalyzedCommand[],
): readonly AnalyzedCommand[] {
  const mayCreate = mayCreateRepository(commands);
  return commands.map((command) => {
    const why = wholeLineOnly.has(command)
      ? 'what it needs to be safe can not be given to it alone'
      : mayCreate && repositoryLess.has(command)
        ? 'git finds no repository here, and another command of the line may create one whose settings start programs'
        : undefined;
    return why === undefined ? command : { ...command, isReadOnly: false, readsItself: false, why };
  });
}

function mayCreateRepository(commands: readonly AnalyzedCommand[]): boolean {
  return commands.some(({ readsItself }) => !readsItself);
}

/** With these, git finds no repository where there was none. */
const KEEPS_OUT = new Set(['GIT_DIR', 'GIT_CEILING_DIRECTORIES', 'GIT_TEST_ASSUME_DIFFERENT_OWNER']);

/** Without what keeps git from a repository that the line itself may create: `git init && git status`. */
function withoutAbsence({ repositoryLess, environment, ...walk }: Walk): Walk {
  const kept = [...environment].filter(([name]) => repositoryLess.size === 0 || !KEEPS_OUT.has(name));
  return { ...walk, repositoryLess, environment: new Map(kept) };
}

function hardeningOf({ environment, insertions, prefixes, repository }: Walk): CommandAnalysis['hardening'] {
  if (environment.size === 0 && insertions.size === 0) return undefined;
  return {
    environment: Object.fromEntries(environment),
    repository,
    insertions: [...insertions]
      .toSorted(([left], [right]) => left - right)
      .map(([at, text]) => ({ at, text })),
    prefixes: [...prefixes].toSorted((left, right) => left - right),
  };
}

function opaqueAnalysis(
  source: string,
  script: Script | undefined,
  opaque: CommandAnalysis['opaque'],
): CommandAnalysis {
  return {
    source,
    script,
    opaque,
    commands: [],
    inScripts: [],
    presumed: [],
    ofVariables: [],
    isReadOnly: false,
    changesDirectory: true,
    expandsPatterns: false,
    hardening: undefined,
    reportsOnMachine: false,
  };
}

/** Whether a script may want the shell to expand a pattern of its own, wherever it stands. */
function hasPatterns(script: Script): boolean {
  let isFound = false;
  visitScript(script, {
    command: () => {},
    part: (part) => {
      isFound ||= part.type === 'glob' || (part.type === 'braces' && /[*?[]/u.test(part.source));
    },
  });
  return isFound;
}
