import { presentItems } from '@sluice/base';
import type { PlannedCommand } from './plan-command.ts';
import { forgetSecrets, type SecretVariables } from '../settings/secret-variables.ts';

/** Options may follow operands. */
const USUAL_OPTIONS = 'unset POSIXLY_CORRECT';

const USUAL_PATTERNS =
  'unset GLOBIGNORE; shopt -u dotglob nocaseglob nullglob failglob extglob globstar 2>/dev/null';

/**
 * Shell text that undoes what a sourced file may have set: secrets, the variables that the analysis relied on, and what patterns match.
 */
export function afterEnvFiles(
  secrets: SecretVariables | undefined,
  {
    environment,
    expandsPatterns,
    leftOut,
  }: Pick<PlannedCommand, 'environment' | 'expandsPatterns' | 'leftOut'>,
): string | undefined {
  const exports = Object.entries(environment).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}' || exit`,
  );
  const forgotten = secrets === undefined ? undefined : forgetSecrets(secrets);
  const steps = presentItems([
    forgotten,
    ...exports,
    expandsPatterns ? USUAL_PATTERNS : undefined,
    leftOut.length > 0 ? USUAL_OPTIONS : undefined,
  ]);
  return steps.length === 0 ? undefined : steps.join('; ');
}
