/** What a shell command does, without running it. An entry of its own: it is a quarter of the time in which `sluice` loads. */
export type { AnalysisContext, CommandAnalysis, ParsedCommand, WordToken } from '@sluice/shell';
export {
  analyzeCommand,
  commandLanguage,
  parseCommand,
  parseWords,
  suggestCommandRules,
} from '@sluice/shell';
