export type { CommandLineSettings, SettingsOptions, SettingsPlace } from './place/options.ts';
export type { FileAbove } from './place/settings-above.ts';
export { settingsAbove } from './place/settings-above.ts';
export { managedDirectories } from './place/config-directories.ts';
export type { SettingsLayer } from './read/read-layer.ts';
export type { SettingsProblem, SettingsProblemCode } from './problem.ts';
export { problemText } from './problem.ts';
export type {
  LoadedLayer,
  LoadedSettings,
  SettingsReading,
  SettingValue,
  TracedValue,
} from './load-settings.ts';
export { loadSettings, readSettings } from './load-settings.ts';
export type { ModeWish } from './permission/read-mode.ts';
export { parseMode } from './permission/parse-mode.ts';
export type { Withheld } from './permission/withheld.ts';
export type { StartMode, StartModeOptions } from './start-mode.ts';
export { startMode } from './start-mode.ts';
export { permissionChange, permissionStart } from './permission-start.ts';
export { isTrusted } from './trust/is-trusted.ts';
export { forgetTrust } from './trust/forget-trust.ts';
export { trustDirectory } from './trust/trust-directory.ts';
export type { WithheldSetting } from './trust/withheld-settings.ts';
export { withheldSettings } from './trust/withheld-settings.ts';
export type { SaveFailure, SaveResult } from './save/save-result.ts';
export { saveUpdate } from './save/save-update.ts';
export { removeSavedRule } from './save/remove-saved-rule.ts';
export type { SettingsWatch } from './watch/watch-settings.ts';
export { watchSettings } from './watch/watch-settings.ts';
export type { JudgedPart } from './schema/judged-part.ts';
export { changedAtStart } from './schema/changed-at-start.ts';
export { judgeSetting } from './schema/judge-setting.ts';
export type { EffectiveSetting } from './schema/setting.ts';
export { setting } from './schema/setting.ts';
export type { Merge, SettingKey, Untrusted, Use } from './schema/setting-key.ts';
export { SETTING_GROUPS, SETTING_KEYS, settingKey } from './schema/setting-keys.ts';
export type { Shape } from './schema/shape.ts';
export { shapeText } from './schema/shape-text.ts';
export { valueText } from './schema/value-text.ts';
export type { CommandEnvironment } from './environment/command-environment.ts';
export { commandEnvironment } from './environment/command-environment.ts';
export type { SandboxSettings } from './sandbox/sandbox-settings.ts';
export { sandboxSettings } from './sandbox/sandbox-settings.ts';
export type { CommandSecrets, MaskedFile } from './sandbox/secrets/command-secrets.ts';
export type { MaskedText } from './sandbox/secrets/mask-text.ts';
export { commandSecrets } from './sandbox/secrets/command-secrets.ts';
export { withheldSandboxProblems } from './sandbox/withheld-problems.ts';
export { configDirectories } from './place/config-directories.ts';
export { gitHookDirectories } from './place/git-hook-directories.ts';
export { limitProblems } from './limit-problems.ts';
export { nearName } from './permission/near-name.ts';
export type { TextPosition } from './read/line-index.ts';
export { createLineIndex } from './read/line-index.ts';
export type { JsonPlaces } from './read/scan-json.ts';
export { jsonPointer, scanJson } from './read/scan-json.ts';
export type { FileChange } from './watch/look-at-file.ts';
export type { FileWatch, FileWatchOptions } from './watch/watch-files.ts';
export { watchFiles } from './watch/watch-files.ts';
