/** Rights that a command gives to agents, which a person must decide about. */
export interface Grant {
  /** Continues "it would": `trust the settings of this repository`. */
  readonly what: string;
  /** It starts a session in this permission mode, and gives no other right. Default: what it gives is another right. */
  readonly mode?: string;
  /** It changes files of settings. Default: it only starts a session. */
  readonly isStored?: true;
}
