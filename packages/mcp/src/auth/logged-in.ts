/** How a login ended. */
export type LoggedIn =
  | { readonly ok: true }
  /** `reason`: a sentence for the user. */
  | { readonly ok: false; readonly reason: string };
