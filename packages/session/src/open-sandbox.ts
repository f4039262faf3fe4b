import { authorityProblem, probeSandbox } from '@sluice/process';
import {
  commandSecrets,
  problemText,
  sandboxSettings,
  type CommandSecrets,
  type LoadedSettings,
  type SandboxSettings,
} from '@sluice/settings';

export interface LocalSandbox {
  readonly policy: SandboxSettings;
  /** What commands don't get to know, in a sandbox or not. */
  readonly secrets: CommandSecrets;
  /** Absolute path of bubblewrap; undefined: where it usually is. */
  readonly program: string | undefined;
  readonly notices: readonly string[];
}

/**
 * What the settings say of the sandbox; where they want one, whether it can be had is tried at once.
 *
 * @param env what commands would get if there were no secrets
 */
export async function openSandbox(
  loaded: LoadedSettings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<LocalSandbox> {
  const secrets = commandSecrets(loaded, env);
  const policy = sandboxSettings(loaded, secrets);
  const { isEnabled, failsIfUnavailable, program } = policy;
  const unvouched = isEnabled ? await authorityProblem(policy.network) : undefined;
  const notices = [
    ...[...policy.problems, ...secrets.problems].map(problemText),
    ...(unvouched === undefined
      ? []
      : [`${unvouched} Until then commands reach no host that a masked value goes to.`]),
  ];
  const support = isEnabled ? await probeSandbox(program) : undefined;
  if (support === undefined || support.isAvailable) return { policy, secrets, program, notices };
  const withoutIt = { ...policy, autoAllows: false };
  const consequence = failsIfUnavailable
    ? 'No command runs, as sandbox.failIfUnavailable says.'
    : 'Commands run without one.';
  const notice = `The settings ask for a sandbox, and there is none. ${support.reason} ${consequence}`;
  return { policy: withoutIt, secrets, program, notices: [...notices, notice] };
}
