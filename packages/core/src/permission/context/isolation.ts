/** Keeps an agent in a checkout of its own: it may read the main checkout, but change nothing and run nothing there. */
export interface Isolation {
  /** Absolute and real: the main checkout. */
  readonly mainRoot: string;
  /** Absolute and real: the agent's own checkout, maybe inside the other. */
  readonly path: string;
  /** Where git keeps the data of `path`, outside of it. Undefined: inside. */
  readonly repository: { readonly gitDirectory: string; readonly commonDirectory: string } | undefined;
}
