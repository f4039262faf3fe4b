/** The most tokens that a request may use, roughly. */
export interface RequestTokens {
  readonly input: number;
  readonly output: number;
}
