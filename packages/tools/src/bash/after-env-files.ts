import type { HardenedCommand } from './harden-command.ts';
import { forgetSecrets, type SecretVariables } from './secret-variables.ts';

/** Shell text that takes back what a file of shell text before the command may have set, secrets and what it was judged with. */
export function afterEnvFiles(
  secrets: SecretVariables | undefined,
  { environment }: Pick<HardenedCommand, 'environment'>,
): string | undefined {
  const exports = Object.entries(environment).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}' || exit`,
  );
  const forgotten = secrets === undefined ? undefined : forgetSecrets(secrets);
  const steps = [...(forgotten === undefined ? [] : [forgotten]), ...exports];
  return steps.length === 0 ? undefined : steps.join('; ');
}
