import { compileCommandPattern } from './compile-command-pattern.ts';
import { simpleCommandOf } from './literal-command.ts';

/**
 * Commands none of whose options runs another program, or writes outside the repository. Others are suggested as they were approved: with
 * more words, `make --eval`, `go test -exec` and `npm test --script-shell` run anything, and `mkdir` and `tsc --outFile` write anywhere.
 */
const HARMLESS: readonly (readonly string[])[] = ['git add', 'git commit', 'git stash push'].map((command) =>
  command.split(' '),
);

/**
 * `git commit *` for `git commit -m x`: the prefix that determines what a command does, as allow rules see it. Undefined for a command
 * that does something else with other words.
 */
export function suggestedPrefix(allowText: string): string | undefined {
  const command = simpleCommandOf(allowText);
  if (command === undefined || command.assignments.length > 0) return undefined;
  const words = command.words.map(({ literal }) => literal);
  const prefix = HARMLESS.find((one) => one.every((word, index) => words[index] === word));
  if (prefix === undefined) return undefined;
  const specifier = `${prefix.join(' ')} *`;
  const pattern = compileCommandPattern(specifier);
  return 'problem' in pattern || pattern.isBroad ? undefined : specifier;
}
