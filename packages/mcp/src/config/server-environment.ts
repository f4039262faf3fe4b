import type { McpScope } from '../server-status.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a server that came with a repository gets of the environment, beside what its entry names. */
const HARMLESS =
  /^(?:HOME|PATH|SHELL|TERM|USER|LOGNAME|LANG|LC_.*|TMPDIR|SLUICE_MCP_GATEWAYS|(?:https?|all|no|ftp)_proxy|(?:HTTPS?|ALL|NO|FTP)_PROXY)$/;

export interface ServerEnvironmentOptions {
  readonly scope: McpScope;
  /** The variables of commands. */
  readonly env: Environment;
  /** The variables of the entry, which win. */
  readonly own: Readonly<Record<string, string>>;
  /** Names of variables that hold credentials, and that no server inherits. */
  readonly credentials: ReadonlySet<string>;
  readonly projectRoot: string;
}

/** The environment of a stdio server. */
export function serverEnvironment({
  scope,
  env,
  own,
  credentials,
  projectRoot,
}: ServerEnvironmentOptions): Environment {
  const isForeign = scope === 'project' || scope === 'plugin';
  const isListOnly = isForeign || isOn(env['CLAUDE_CODE_MCP_ALLOWLIST_ENV']);
  const inherited = Object.entries(env).filter(
    ([name]) => !credentials.has(name) && (!isListOnly || HARMLESS.test(name)),
  );
  return {
    ...Object.fromEntries(inherited),
    SLUICE_PROJECT_DIR: projectRoot,
    CLAUDE_PROJECT_DIR: projectRoot,
    ...own,
  };
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value.toLowerCase());
}
