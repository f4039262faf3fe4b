import { probeSandbox } from '@sluice/process';
import { problemText, sandboxSettings, type LoadedSettings, type SandboxSettings } from '@sluice/settings';

export interface LocalSandbox {
  readonly policy: SandboxSettings;
  /** Absolute path of bubblewrap; undefined: where it usually is. */
  readonly program: string | undefined;
  readonly notices: readonly string[];
}

/** What the settings say of the sandbox; where they want one, whether it can be had is tried at once. */
export async function openSandbox(loaded: LoadedSettings): Promise<LocalSandbox> {
  const policy = sandboxSettings(loaded);
  const { isEnabled, failsIfUnavailable, program } = policy;
  const notices = policy.problems.map(problemText);
  const support = isEnabled ? await probeSandbox(program) : undefined;
  if (support === undefined || support.isAvailable) return { policy, program, notices };
  const withoutIt = { ...policy, autoAllows: false };
  const consequence = failsIfUnavailable
    ? 'No command runs, as sandbox.failIfUnavailable says.'
    : 'Commands run without one.';
  const notice = `The settings ask for a sandbox, and there is none. ${support.reason} ${consequence}`;
  return { policy: withoutIt, program, notices: [...notices, notice] };
}
