export type {
  Assignment,
  Command,
  OpaqueReason,
  ParsedCommand,
  Redirection,
  Script,
  ScriptItem,
  SimpleCommand,
  Spanned,
  Word,
  WordPart,
} from './tree.ts';
export { parseCommand } from './parse/parse-command.ts';
export * from './words/index.ts';
export type {
  AnalyzedCommand,
  GivenCode,
  AnalysisContext,
  CommandAnalysis,
  CommandHardening,
  FileEffect,
  ListedWords,
  LeavingOut,
  RuleTexts,
} from './effects/analysis.ts';
export type { GitSetting, Repository, RepositoryLess, RepositoryReport } from './tables/repository.ts';
export { settingsRefusal as gitSettingsRefusal } from './tables/read-only/git/repository-settings.ts';
export type { GlobEntry, GlobFiles } from './globs/glob-files.ts';
export { analyzeCommand } from './effects/analyze-command.ts';
export { canonicalCommandText } from './effects/item/canonical-command-text.ts';
export type { CommandPattern } from './rules/pattern.ts';
export { compileCommandPattern } from './rules/compile-command-pattern.ts';
export { commandLanguage } from './rules/command-language.ts';
export type { SuggestedRule } from './rules/suggested-rule.ts';
export { isGitCommand } from './tables/git-commands.ts';
export { startedPrograms } from './tables/started-programs.ts';
export { scriptFiles } from './effects/script/script-files.ts';
export type { Grant } from './tables/sluice/grant.ts';
export { storedGrant } from './tables/sluice/stored-grant.ts';
export { suggestCommandRules } from './rules/suggest-command-rules.ts';
