/** Directories that a plugin's files and programs can name. Absolute. */
export interface PluginDirectories {
  /** The plugin itself: `CLAUDE_PLUGIN_ROOT`. */
  readonly root: string;
  /** What the plugin keeps from one session to the next, wherever it is loaded from: `CLAUDE_PLUGIN_DATA`. */
  readonly data: string;
}

/** The variables that a plugin's programs get. */
export function pluginVariables({ root, data }: PluginDirectories) {
  return { CLAUDE_PLUGIN_ROOT: root, CLAUDE_PLUGIN_DATA: data };
}

/** Replaces `${CLAUDE_PLUGIN_ROOT}` and `${CLAUDE_PLUGIN_DATA}` in a text. Undefined: it belongs to no plugin. */
export function fillPluginDirectories(text: string, plugin: PluginDirectories | undefined): string {
  if (plugin === undefined) return text;
  return Object.entries(pluginVariables(plugin)).reduce(
    (filled, [name, directory]) => filled.replaceAll(`\${${name}}`, () => directory),
    text,
  );
}
