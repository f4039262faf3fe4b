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
export { parseWords, type ParseWordsOptions } from './words/parse-words.ts';
export {
  isWordToken,
  type WordComment,
  type WordEntry,
  type WordGlob,
  type WordOperator,
  type WordToken,
} from './words/entry.ts';
export type { WordEnvironment, WordScalar } from './words/environment.ts';
export { BadSubstitution } from './words/bad-substitution.ts';
