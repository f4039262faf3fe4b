/** What a hook has said; what it left out is absent. */
export interface HookSaid {
  readonly decision?: 'allow' | 'ask' | 'deny' | 'defer';
  /** Of its decision, of the stop that it wants, or of its failure. */
  readonly reason?: string;
  readonly changesInput?: boolean;
  readonly changesOutput?: boolean;
  readonly addsContext?: boolean;
  /** The loop is to end after this message. */
  readonly stops?: boolean;
  readonly allowsRetry?: boolean;
}
