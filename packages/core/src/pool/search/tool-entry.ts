/** What tool search knows about a tool. */
export interface ToolEntry {
  readonly name: string;
  readonly searchHint: string | undefined;
  /** The server that offers it; undefined if none does. */
  readonly server: string | undefined;
  readonly description: string;
  /** Names of its input fields. */
  readonly parameters: readonly string[];
}
