import { readOnlyPrograms } from '../tables/read-only-programs.ts';
import { versionRows } from '../tables/read-only/versions.ts';
import { moduleOptions } from './broad-programs.ts';
import { compileCommandPattern } from './compile-command-pattern.ts';
import { exactOnlyCommands } from './exact-only-commands.ts';
import { simpleCommandOf } from './literal-command.ts';
import { fileName, programName } from '../effects/script/program-name.ts';
import { subCommandGroups } from './sub-command-groups.ts';

/** No quotes, no stars, no options. */
const PLAIN_WORD = /^[\w./@+:][\w./@+:-]*$/u;

/** Modules of Python that check and test what is there. */
const MODULES = new Set(['pytest', 'unittest', 'mypy', 'ruff', 'black', 'isort', 'flake8', 'pylint']);

/**
 * `git commit *` for `git commit -m x`: the prefix that determines what a command does, as allow rules see it.
 * Undefined if there is none, or if it would cover dangerous arguments.
 */
export function suggestedPrefix(allowText: string): string | undefined {
  const command = simpleCommandOf(allowText);
  if (command === undefined || command.assignments.length > 0) return undefined;
  const prefix = meaningfulWords(command.words.map(({ literal }) => literal));
  if (prefix === undefined) return undefined;
  const specifier = `${prefix.join(' ')} *`;
  const pattern = compileCommandPattern(specifier);
  return 'problem' in pattern || pattern.isBroad ? undefined : specifier;
}

function meaningfulWords(words: readonly (string | undefined)[]): readonly string[] | undefined {
  const prefix: string[] = [];
  for (const word of words) {
    if (word === undefined || !PLAIN_WORD.test(word)) break;
    prefix.push(word);
    const [program = '', ...rest] = prefix;
    const names = [fileName(program), programName(program)];
    const known = names.map((name) => [name, ...rest].join(' '));
    if (known.some((one) => exactOnlyCommands.has(one))) return undefined;
    if (known.some((one) => subCommandGroups.has(one))) continue;
    if (names.some((name) => mostlyLooks(name, rest))) return undefined;
    return moduleWords(words) ?? prefix;
  }
  return undefined;
}

/** `python -m pytest`, which the program alone would leave open. */
function moduleWords(words: readonly (string | undefined)[]): string[] | undefined {
  const [name, option, module] = words;
  if (name === undefined || option === undefined || module === undefined) return undefined;
  return moduleOptions.has(`${programName(name)} ${option}`) && MODULES.has(module)
    ? [name, option, module]
    : undefined;
}

const askedForVersion = new Set(versionRows.map(({ name }) => name));

/**
 * A command that often only looks has been approved because of what it was given this time: that is the one thing that
 * a rule about its beginning would not say.
 */
function mostlyLooks(program: string, rest: readonly string[]): boolean {
  if (askedForVersion.has(program)) return false;
  let row = readOnlyPrograms.get(program);
  for (const word of rest) {
    row = row !== undefined && 'subcommands' in row ? row.subcommands?.get(word) : undefined;
  }
  return row !== undefined;
}
