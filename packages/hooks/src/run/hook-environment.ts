import { present, type PluginDirectories } from '@sluice/base';

interface HookSession {
  /** The directory in which the session started. */
  readonly projectRoot: string;
  readonly sessionId: string;
  /** How much the model thinks. Undefined: as it does by itself. */
  readonly effort: string | undefined;
  /** Of the plugin that the hook belongs to. */
  readonly plugin: PluginDirectories | undefined;
}

/** The environment of a hook's program: this process's, plus where and in which session it runs. */
export function hookEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  { projectRoot, sessionId, effort, plugin }: HookSession,
  /** Where it may leave shell text for later commands. */
  environmentFile: string | undefined,
): Record<string, string | undefined> {
  // A hook's own telemetry must not end up in that of its session.
  const inherited = Object.entries(env).filter(([name]) => !name.startsWith('OTEL_'));
  return {
    ...Object.fromEntries(inherited),
    SLUICE_PROJECT_DIR: projectRoot,
    CLAUDE_PROJECT_DIR: projectRoot,
    SLUICE_SESSION_ID: sessionId,
    CLAUDE_CODE_SESSION_ID: sessionId,
    CLAUDECODE: '1',
    CLAUDE_CODE_CHILD_SESSION: '1',
    ...present({ CLAUDE_EFFORT: effort }),
    ...present({ CLAUDE_PLUGIN_ROOT: plugin?.root, CLAUDE_PLUGIN_DATA: plugin?.data }),
    ...present({ SLUICE_ENV_FILE: environmentFile, CLAUDE_ENV_FILE: environmentFile }),
  };
}

/** In exec form, no shell expands variables: `${SLUICE_PROJECT_DIR}` and `${CLAUDE_PROJECT_DIR}` are replaced by name. */
export function fillPlaceholders(text: string, projectRoot: string): string {
  return text.replaceAll(/\$\{(?:SLUICE|CLAUDE)_PROJECT_DIR\}/g, () => projectRoot);
}
