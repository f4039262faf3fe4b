/** Variables that commands must not see. Which ones: `sandbox/secrets/command-secrets.ts` of `@sluice/settings`. */
export interface SecretVariables {
  /** Removed from commands. */
  readonly hiddenVariables: readonly string[];
  /** By name: the text that commands get instead. */
  readonly maskedVariables: ReadonlyMap<string, { readonly text: string }>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** An environment as commands should get it. */
export function withoutSecrets(env: Environment, secrets: SecretVariables | undefined): Environment {
  if (secrets === undefined) return env;
  const hidden = new Set(secrets.hiddenVariables);
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      hidden.has(name) ? [] : [[name, secrets.maskedVariables.get(name)?.text ?? value]],
    ),
  );
}

/** Valid shell variable names. */
const SHELL_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Shell text that removes secrets again which a sourced file may have set; exits if it can't (`readonly`). Undefined if there are none.
 */
export function forgetSecrets({ hiddenVariables, maskedVariables }: SecretVariables): string | undefined {
  const hidden = hiddenVariables.filter((name) => SHELL_NAME.test(name));
  const masked = [...maskedVariables].filter(([name]) => SHELL_NAME.test(name));
  const steps = [
    ...(hidden.length === 0 ? [] : [`unset -v ${hidden.join(' ')} || exit`]),
    ...masked.map(([name, { text }]) => `export ${name}='${text.replaceAll("'", `'\\''`)}' || exit`),
  ];
  return steps.length === 0 ? undefined : steps.join('; ');
}
