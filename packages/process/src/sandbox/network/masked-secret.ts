/** A secret that commands see only as a placeholder. */
export interface MaskedSecret {
  /** What the command sees: 16 or more printable ASCII characters that occur nowhere else. */
  readonly standIn: string;
  /** Never empty, and never shown. */
  readonly value: string;
  /** Hosts that may receive the value, as entries of `HostList.allowed`. Empty: none. */
  readonly hosts: readonly string[];
}
