/** How a session's tools are offered to MCP clients. */
export interface ServeOptions {
  /** Undefined: over standard input and output. */
  readonly http?: { readonly host: string; readonly port: number } | undefined;
  /** Names of the tools to offer; undefined: all. */
  readonly tools?: readonly string[] | undefined;
}
