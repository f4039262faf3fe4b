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
