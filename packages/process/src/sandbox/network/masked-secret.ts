/** A value that a command must not know, and what it has instead. */
export interface MaskedSecret {
  /** What the command has: 16 or more printable ASCII characters, found nowhere else. */
  readonly standIn: string;
  /** Never empty. Shown to nobody. */
  readonly value: string;
  /** Where the value may go, as entries of `HostList.allowed`. None: nowhere. */
  readonly hosts: readonly string[];
}
