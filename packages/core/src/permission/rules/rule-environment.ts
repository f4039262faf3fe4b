import type { Files } from '../../ports/files.ts';
import type { CommandLanguage } from '../command-language.ts';

/** What the meaning of rules depends on besides their text. */
export interface RuleEnvironment {
  /** Absolute: base of relative path patterns. */
  readonly root: string;
  /** Absolute; undefined: rules with `~` match nothing. */
  readonly home: string | undefined;
  readonly files: Files;
  /** How the brackets of command rules are parsed, by the tool's name. */
  readonly languages: ReadonlyMap<string, CommandLanguage>;
  /** Names of the available tools; without them no name is reported as unknown. */
  readonly knownTools?: readonly string[];
}
