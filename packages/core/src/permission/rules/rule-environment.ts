import type { Files } from '../../ports/files.ts';
import type { CommandLanguage } from '../language.ts';

/** What the meaning of rules depends on besides their text. */
export interface RuleEnvironment {
  /** Absolute: where relative path patterns start. */
  readonly root: string;
  /** Absolute; undefined: rules with `~` match nothing. */
  readonly home: string | undefined;
  readonly files: Files;
  /** How the brackets of command rules are read, by the tool's name. */
  readonly languages: ReadonlyMap<string, CommandLanguage>;
  /** Names of the tools there are; without them no name is called unknown. */
  readonly knownTools?: readonly string[];
}
