import { authorityProblem, probeSandbox } from '@sluice/process';
import {
  commandSecrets,
  problemText,
  sandboxSettings,
  type CommandSecrets,
  type LoadedSettings,
  type SandboxSettings,
} from '@sluice/settings';

interface LocalSandbox {
  readonly policy: SandboxSettings;
  /** What is hidden from commands, with or without a sandbox. */
  readonly secrets: CommandSecrets;
  /** Absolute path of bubblewrap; undefined: the usual location. */
  readonly program: string | undefined;
  readonly notices: readonly string[];
}

/**
 * The sandbox that the settings ask for; checks right away whether it is available.
 * @param env what commands would get without secrets removed
 * @param isRehearsal no command will run: the sandbox is not tried
 */
export async function openSandbox(
  loaded: LoadedSettings,
  env: Readonly<Record<string, string | undefined>>,
  isRehearsal = false,
): Promise<LocalSandbox> {
  const secrets = commandSecrets(loaded, env);
  const policy = sandboxSettings(loaded, secrets);
  const { failsIfUnavailable, program } = policy;
  const isEnabled = policy.isEnabled && !isRehearsal;
  const authorityError = isEnabled ? await authorityProblem(policy.network) : undefined;
  const notices = [
    ...[...policy.problems, ...secrets.problems].map(problemText),
    ...(authorityError === undefined
      ? []
      : [`${authorityError} Until then commands can't reach hosts that receive masked values.`]),
  ];
  const support = isEnabled ? await probeSandbox(program) : undefined;
  if (support === undefined || support.isAvailable) return { policy, secrets, program, notices };
  const withoutIt = { ...policy, autoAllows: false };
  const consequence = failsIfUnavailable
    ? 'Commands are not run, because sandbox.failIfUnavailable is set.'
    : 'Commands run without one.';
  const notice = `The settings require a sandbox, but none is available. ${support.reason} ${consequence}`;
  return { policy: withoutIt, secrets, program, notices: [...notices, notice] };
}
