import { nearestName } from '@sluice/base';

/** What is wrong with a subcommand that there is not, and which one was probably meant. */
export function unknownCommand(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  const hint = near === undefined ? `the commands are ${names.join(', ')}` : `did you mean ${near}?`;
  return `unknown command ${JSON.stringify(name)}; ${hint}`;
}
