/** What tool search knows of a tool. */
export interface ToolEntry {
  readonly name: string;
  readonly searchHint: string | undefined;
  /** The server that offers it; undefined: none does. */
  readonly server: string | undefined;
  readonly description: string;
  /** Names of the fields of its input. */
  readonly parameters: readonly string[];
}
