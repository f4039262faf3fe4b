/** What hooks say about a denial. */
export interface AfterDenial {
  /** For the model. */
  readonly texts: readonly string[];
  readonly stop: { readonly reason: string } | undefined;
}
