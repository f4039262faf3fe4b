/** What hooks say of a refusal. */
export interface AfterDenial {
  /** For the model. */
  readonly texts: readonly string[];
  readonly stop: { readonly reason: string } | undefined;
}
