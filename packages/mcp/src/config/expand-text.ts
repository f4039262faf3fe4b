/** `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `${workspaceFolder}` and `{env:NAME}`. */
const PLACEHOLDER = /\$\{([^{}]*)\}|\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;
const NAME = /^(?:env:)?([A-Za-z_][A-Za-z0-9_]*)$/;
const WITH_DEFAULT = /^([A-Za-z_][A-Za-z0-9_]*):-([\s\S]*)$/;

export interface ExpansionContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What `${workspaceFolder}` is: absolute. */
  readonly projectRoot: string;
}

/** Expands variables in a text; calls `problem` with a sentence for each that can't be expanded. */
export function expandText(
  text: string,
  { env, projectRoot }: ExpansionContext,
  problem: (sentence: string) => void,
): string {
  return text.replaceAll(
    PLACEHOLDER,
    (whole: string, inside: string | undefined, bare: string | undefined) => {
      const [, name = bare] = NAME.exec(inside ?? '') ?? [];
      if (inside === 'workspaceFolder') return projectRoot;
      const [, defaulted, fallback = ''] = WITH_DEFAULT.exec(inside ?? '') ?? [];
      if (defaulted !== undefined) return valueOf(env, defaulted) || fallback;
      if (name === undefined) {
        problem(`${whole} is not supported: write \${NAME} for the environment variable NAME.`);
        return whole;
      }
      const value = valueOf(env, name);
      if (value === undefined)
        problem(`The environment variable ${name} is not set: set it, or write \${${name}:-default}.`);
      return value ?? whole;
    },
  );
}

function valueOf(env: ExpansionContext['env'], name: string): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}
