import type { LoadedSettings } from '../loaded-settings.ts';
import { problemText } from '../problem.ts';
import { judgeSetting } from '../schema/judge-setting.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface CommandEnvironment {
  /** `base`, plus the variables from the settings. */
  readonly env: Environment;
  /** The variables that an untrusted repository would set, one user-facing line each. */
  readonly notices: readonly string[];
  /** A notice about a variable, prefixed with its place when a settings file sets it. */
  placed(variable: string, text: string): string;
}

/**
 * The variables of commands, of hooks, and of tools that are configured by variables: `env` from the settings over the environment of the
 * process. Sluice itself ignores them: it decides where its files are before it reads any settings.
 */
export function commandEnvironment(
  loaded: Pick<LoadedSettings, 'layers' | 'problems' | 'trustRoot'>,
  base: Environment,
): CommandEnvironment {
  const parts = judgeSetting(loaded, 'env');
  const counting = parts.filter(({ status, steps }) => status === 'counts' && steps.length > 0);
  if (parts.length === 0) return { env: base, notices: [], placed: (_variable, text) => text };
  const set = new Map(counting.map((part) => [String(part.steps[0]), part]));
  const values = [...set].map(([name, { value }]) => [name, String(value)]);
  return {
    env: { ...base, ...Object.fromEntries(values) },
    notices: heldBack(loaded, parts),
    placed(variable, text) {
      const origin = set.get(variable);
      return origin === undefined ? text : problemText({ ...origin, message: text });
    },
  };
}

const MAX_NAMES = 5;

function heldBack(
  { layers, trustRoot }: Pick<LoadedSettings, 'layers' | 'trustRoot'>,
  parts: ReturnType<typeof judgeSetting>,
): readonly string[] {
  const untrusted = new Set(
    layers.filter((layer) => !layer.isStale && !layer.isFromTrustedRoot()).map(({ file }) => file),
  );
  const held = parts.filter(
    ({ status, steps, file }) => status === 'ignored' && steps.length > 0 && untrusted.has(file),
  );
  return [...Map.groupBy(held, ({ file }) => file)].map(([file, those]) => {
    const names = those.slice(0, MAX_NAMES).map(({ steps }) => String(steps[0]).slice(0, 80));
    const more = those.length > MAX_NAMES ? ` and ${those.length - MAX_NAMES} more` : '';
    return (
      `Not used: ${names.join(', ')}${more} under "env" in ${file ?? 'the command line'}, because ` +
      `${JSON.stringify(trustRoot)} is not trusted. To use it, trust it: sluice rules trust.`
    );
  });
}
