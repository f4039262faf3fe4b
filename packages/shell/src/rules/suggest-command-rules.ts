import type { AnalyzedCommand, CommandAnalysis } from '../effects/analysis.ts';
import { classifyArguments } from '../tables/classify-arguments.ts';
import { compileCommandPattern } from './compile-command-pattern.ts';
import { directoryRule } from './directory-rule.ts';
import { literalWords } from './literal-command.ts';
import type { CommandPattern } from './pattern.ts';
import { escapePattern } from './pattern-words.ts';
import { suggestedPrefix } from './suggested-prefix.ts';
import { runsItsInput } from './runs-its-input.ts';
import type { SuggestedRule } from './suggested-rule.ts';

/** More doesn't fit in a question to the user. */
const MAX_LENGTH = 200;

/** Controls, line ends, characters that are drawn as nothing, and blanks that only look like the ASCII space. */
const HIDDEN = /[[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]--[ ]]/v;

/** A rule is only suggested if its text shows everything it covers; the permission prompt is stricter still. */
function canBeShown(text: string): boolean {
  return text.length <= MAX_LENGTH && !HIDDEN.test(text);
}

/** More rules than this are not read before they are saved. */
const MAX_RULES = 5;

/**
 * The rules that an approved command line could save, one per subcommand that needed approval; none for one that no
 * rule can express, and none at all if there would be more than five. Each matches its own command.
 */
export function suggestCommandRules(analysis: CommandAnalysis): readonly SuggestedRule[] {
  if (analysis.opaque !== undefined || analysis.commands.some(isBeyondRules)) return [];
  const rules = new Map<string, SuggestedRule>();
  for (const command of analysis.commands) {
    const text = ruleFor(command, analysis);
    if (text === undefined || !canBeShown(text) || rules.has(text)) continue;
    rules.set(text, { text, covers: command.source });
  }
  return rules.size > MAX_RULES ? [] : [...rules.values()];
}

function ruleFor(command: AnalyzedCommand, analysis: CommandAnalysis): string | undefined {
  if (command.isNested) return undefined;
  if (command.argv[0] === undefined) return undefined;
  if (command.argv[0] === 'cd') return directoryRule(command, analysis.commands[0]?.cwd);
  if (command.isReadOnly || onlyWrites(command)) return undefined;
  const specifier = [prefixOf(command), exactOf(command)].find(
    (one) => one !== undefined && covers(one, command, analysis.commands),
  );
  return specifier === undefined ? undefined : `Bash(${specifier})`;
}

/** Whatever is saved, the line is asked about again: its name is not known, or something else speaks against it. */
function isBeyondRules({ argv, isNested, caution }: AnalyzedCommand): boolean {
  return caution !== undefined || (!isNested && argv.length > 0 && argv[0] === undefined);
}

function prefixOf({ texts }: AnalyzedCommand): string | undefined {
  return texts.allow === undefined ? undefined : suggestedPrefix(texts.allow);
}

function exactOf({ texts }: AnalyzedCommand): string | undefined {
  const words = literalWords(texts.exact);
  return words === undefined || runsItsInput(words) ? undefined : escapePattern(texts.exact);
}

/** What was asked about is where its output goes, which no rule about commands covers. */
function onlyWrites({ argv, redirections }: AnalyzedCommand): boolean {
  const writes = redirections.some(({ access }) => access === 'write');
  return writes && classifyArguments(argv).kind === 'read-only';
}

/** The rule can be written, and matches this command but nothing that another one runs within. */
function covers(specifier: string, command: AnalyzedCommand, all: readonly AnalyzedCommand[]): boolean {
  if (specifier.trim() !== specifier || specifier === '*') return false;
  const pattern = compileCommandPattern(specifier);
  if ('problem' in pattern || !isAllowedBy(pattern, command)) return false;
  return all.every((other) => !isWithinAnother(other, command) || !touches(pattern, other));
}

/** What a command runs itself has its place. */
function isWithinAnother(nested: AnalyzedCommand, command: AnalyzedCommand): boolean {
  return nested.isNested && (nested.start !== command.start || nested.end !== command.end);
}

/** As allow rules are compared. */
function isAllowedBy(pattern: CommandPattern, { texts }: AnalyzedCommand): boolean {
  if (pattern.exact !== undefined) return pattern.matches(texts.exact);
  return texts.allow !== undefined && pattern.matches(texts.allow);
}

function touches(pattern: CommandPattern, { texts }: AnalyzedCommand): boolean {
  return [texts.exact, texts.allow, ...texts.deny].some(
    (text) => text !== undefined && pattern.matches(text),
  );
}
