/** What a sandbox has refused, as far as the command's own words and the profile together prove it. */
export type SandboxDenial =
  | {
      readonly type: 'write';
      /** Absolute. It exists or could be made, and only the profile stands against it. */
      readonly path: string;
    }
  | NetworkDenial
  | { readonly type: 'unix-socket'; readonly path: string };

/** From a proxy both are known; else the host where the command has named it in its output. */
export interface NetworkDenial {
  readonly type: 'network';
  readonly host?: string;
  readonly port?: number;
}
