/** The keys of `permissions`. */
export const PERMISSION_KEYS = [
  'allow',
  'ask',
  'deny',
  'additionalDirectories',
  'defaultMode',
  'disableBypassPermissionsMode',
  'disableAutoMode',
  'denyInsteadOfPrompting',
  'tests',
  'blockReadsOutsideWorkingDirectories',
  'blockWritesOutsideWorkingDirectories',
  'blockReadsExemptPaths',
  'workingDirectoriesAsGiven',
  'workingDirectoriesExclude',
] as const;

/** Words that people write for a permission key and that are spelled too differently to be found by likeness. */
export const PERMISSION_SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['allowed', 'allow'],
  ['allowlist', 'allow'],
  ['allowedtools', 'allow'],
  ['whitelist', 'allow'],
  ['denied', 'deny'],
  ['denylist', 'deny'],
  ['disallow', 'deny'],
  ['disallowed', 'deny'],
  ['disallowedtools', 'deny'],
  ['forbid', 'deny'],
  ['block', 'deny'],
  ['blacklist', 'deny'],
  ['confirm', 'ask'],
  ['prompt', 'ask'],
  ['mode', 'defaultMode'],
  ['permissionmode', 'defaultMode'],
  ['directories', 'additionalDirectories'],
  ['additionaldirs', 'additionalDirectories'],
  ['adddir', 'additionalDirectories'],
]);

/** Top-level keys of this layer; any other is kept and tolerated, and told of only when it is nearly one of these. */
export const TOP_LEVEL_KEYS = [
  '$schema',
  'permissions',
  'hooks',
  'disableAllHooks',
  'allowManagedHooksOnly',
  'allowManagedMcpServersOnly',
  'allowManagedPermissionRulesOnly',
  'allowedHttpHookUrls',
  'httpHookAllowedEnvVars',
  'allowedMcpServers',
  'deniedMcpServers',
  'managedMcpServers',
  'enableAllProjectMcpServers',
  'enabledMcpjsonServers',
  'disabledMcpjsonServers',
  'askUserQuestionTimeout',
  'autoMode',
  'bashOutputMaxChars',
  'cleanupPeriodDays',
  'defaultShell',
  'dialogExpiry',
  'disableSkillShellExecution',
  'env',
  'fileCheckpointingEnabled',
  'ignorePatterns',
  'model',
  'effortLevel',
  'outputStyle',
  'plansDirectory',
  'respectGitignore',
  'sandbox',
  'skipDangerousModePermissionPrompt',
  'skipWebFetchPreflight',
  'useAutoModeDuringPlan',
  'worktree',
] as const;

/** What a repository must not set, for it would loosen what the person chose. A dot goes one level down. */
export const NOT_FROM_REPOSITORY: ReadonlySet<string> = new Set([
  'autoMode',
  'useAutoModeDuringPlan',
  'skipDangerousModePermissionPrompt',
  'sandbox.network.strictAllowlist',
  'sandbox.filesystem.disabled',
  'sandbox.ripgrep',
]);

/** What only a policy sets. */
export const MANAGED_ONLY: ReadonlySet<string> = new Set([
  'allowManagedHooksOnly',
  'allowManagedMcpServersOnly',
  'allowManagedPermissionRulesOnly',
  'sandbox.filesystem.allowManagedReadPathsOnly',
  'sandbox.network.allowManagedDomainsOnly',
]);
