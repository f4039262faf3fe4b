import type { LookUp } from '../web/address-guard.ts';

/** What the tool `RemoteTrigger` needs from its session. */
export interface TriggerPort {
  /** The setting `triggers` as it is now, unchecked. */
  readonly entries: () => Readonly<Record<string, unknown>>;
  /** Writes an entry to the user's own settings. Never rejects. `message`: why nothing was saved. */
  readonly save: (
    id: string,
    entry: object,
  ) => Promise<{ readonly ok: true } | { readonly ok: false; readonly message: string }>;
  /** Absolute: where runs are recorded. */
  readonly logPath: string;
  /** Proxies, and the variables that hold secrets. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Hosts that need not be public: `host` or `host:port`. */
  readonly allowPrivate: readonly string[];
  /** Milliseconds since the Unix epoch. Default: the system's clock. */
  readonly now?: () => number;
  /** Default: the system's. */
  readonly lookUp?: LookUp;
}
