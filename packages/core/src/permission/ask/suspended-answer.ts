/** A person's answer to a suspended call. */
export interface SuspendedAnswer {
  readonly behavior: 'allow' | 'deny';
  /** For the model. */
  readonly feedback?: string | undefined;
}
