const ROOT = '${CLAUDE_PLUGIN_ROOT}';

/** The text of a plugin's file with the plugin's directory where the file names it. Undefined: it belongs to no plugin. */
export function withPluginRoot(text: string, directory: string | undefined): string {
  return directory === undefined ? text : text.replaceAll(ROOT, () => directory);
}
