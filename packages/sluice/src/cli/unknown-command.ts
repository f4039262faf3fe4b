import { nearestName } from '@sluice/base';

/** The error for an unknown subcommand, with a suggestion. */
export function unknownCommand(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  const hint = near === undefined ? `the commands are ${names.join(', ')}` : `did you mean ${near}?`;
  return `unknown command ${JSON.stringify(name)}; ${hint}`;
}
