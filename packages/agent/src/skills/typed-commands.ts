/** The commands at the start of a message. */
interface TypedCommands {
  /** Without the slash, in order. */
  readonly names: readonly string[];
  /** Everything after the last of them. */
  readonly args: string;
}

const MAX_STACKED = 6;
const COMMAND = /^\/([A-Za-z0-9][\w:.-]*)(?=\s|$)/;

/**
 * The slash commands at the start of a message. Several may follow each other; they share the arguments. Undefined: the
 * message starts with something else. `isKnown` distinguishes a second command from an argument that looks like one.
 */
export function typedCommands(text: string, isKnown: (name: string) => boolean): TypedCommands | undefined {
  let rest = text.trimStart();
  const names: string[] = [];
  while (names.length < MAX_STACKED) {
    const name = COMMAND.exec(rest)?.[1];
    if (name === undefined || (names.length > 0 && !isKnown(name))) break;
    names.push(name);
    rest = rest.slice(name.length + 1).trimStart();
  }
  return names.length === 0 ? undefined : { names, args: rest.trimEnd() };
}
