/** What a hook said; anything it left out is absent. */
export interface HookSaid {
  readonly decision?: 'allow' | 'ask' | 'deny' | 'defer';
  /** For its decision, for the stop that it requests, or for its failure. */
  readonly reason?: string;
  readonly changesInput?: boolean;
  readonly changesOutput?: boolean;
  readonly addsContext?: boolean;
  /** The loop is to end after this message. */
  readonly stops?: boolean;
  readonly allowsRetry?: boolean;
}
