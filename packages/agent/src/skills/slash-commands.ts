import type { ArgumentValues } from './command-arguments.ts';
import type { Expand, Expansion } from '../loop/expansion.ts';

/** What the user can type after a slash. */
export interface Command {
  /** Without the slash: `review`, `mcp__github__triage`. */
  readonly name: string;
  readonly description: string;
  /** As written in the file: `[pr] [focus]`. */
  readonly argumentHint: string | undefined;
  readonly origin: 'built-in' | 'managed' | 'user' | 'project' | 'mcp';
  /** Absolute. Undefined: it is in no file. */
  readonly path: string | undefined;
  readonly isSkill: boolean;
}

/** Slash commands, for every front end: `-p`, stream input, a terminal. */
export interface Commands {
  /** The commands that the user may type, by name. Rereads the files. Never rejects. */
  list(): Promise<readonly Command[]>;
  /** The same as the files were when they were last read. Reads nothing. */
  current(): readonly Command[];
  /**
   * Carries out one command. Never rejects.
   * @param values variables of the arguments, by name; an object stays one: with `CONFIG` an object, `--config=$CONFIG --name="test"`
   *   is the words `--config`, the object, `--name`, `test`. Where only a text can stand, it is JSON
   */
  run(name: string, args: string, signal: AbortSignal, values?: ArgumentValues): Promise<Expansion>;
  /** Expands the commands at the start of a message. Never rejects. */
  readonly expand: Expand;
}
