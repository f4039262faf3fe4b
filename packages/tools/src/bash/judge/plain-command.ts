import type { Command, CommandAnalysis, Script, SimpleCommand, Word } from '@sluice/shell';

/** A command's text and syntax tree, as used for the permission decision. */
export type ParsedCommand = Pick<CommandAnalysis, 'source' | 'script'>;

/** The operator between two simple commands. */
type Connector = '&&' | '||' | '|' | ';';

interface PlainCommand {
  /** Quotes removed, variables as written, without redirections and leading assignments; never empty. */
  readonly words: readonly string[];
  /** Undefined for the first. */
  readonly after: Connector | undefined;
}

/**
 * The simple commands of a command that consists only of words, quotes, redirections and connectors. Undefined for anything else
 * (substitutions, here-documents, groups, jobs, compound commands). Used to explain exit codes.
 */
export function plainCommands({ source, script }: ParsedCommand): readonly PlainCommand[] | undefined {
  if (script === undefined) return undefined;
  const commands: PlainCommand[] = [];
  return addScript(commands, script, source) ? commands : undefined;
}

function addScript(commands: PlainCommand[], { items }: Script, text: string): boolean {
  return items.every(
    ({ command, isBackground }) =>
      !isBackground && add(commands, command, commands.length === 0 ? undefined : ';', text),
  );
}

function add(
  commands: PlainCommand[],
  command: Command,
  after: Connector | undefined,
  text: string,
): boolean {
  switch (command.type) {
    case 'simple':
      return addSimple(commands, command, after, text);
    case 'and-or':
      return add(commands, command.left, after, text) && add(commands, command.right, command.operator, text);
    case 'pipeline':
      if (command.isNegated || command.isTimed) return false;
      return command.commands.every((part, index) => add(commands, part, index === 0 ? after : '|', text));
    default:
      return false;
  }
}

function addSimple(
  commands: PlainCommand[],
  { words, redirections }: SimpleCommand,
  after: Connector | undefined,
  text: string,
): boolean {
  const isPlain =
    words.length > 0 &&
    words.every(isPlainWord) &&
    redirections.every(({ operator, target }) => !operator.startsWith('<<') && isPlainWord(target));
  if (isPlain) commands.push({ words: words.map((word) => textOf(word, text)), after });
  return isPlain;
}

function isPlainWord({ parts }: Word): boolean {
  return parts.every(({ type }) => type !== 'command-substitution' && type !== 'process-substitution');
}

function textOf({ literal, start, end }: Word, text: string): string {
  return literal ?? text.slice(start, end).replaceAll(/["']/g, '');
}
