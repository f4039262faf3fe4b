import { isLoopback } from '@sluice/base';

/** Where a server listens. */
export interface HttpAddress {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

type Parsed =
  | { readonly ok: true; readonly address: HttpAddress | undefined }
  | { readonly ok: false; readonly message: string };

export const HTTP_EXPECTED = 'a port, or HOST:PORT, such as 3901 or 127.0.0.1:3901';
const DEFAULT_HOST = '127.0.0.1';
const MAX_PORT = 65_535;

/** The value of `--http`. */
export function parseHttpAddress(text: string | undefined, allowsRemote: boolean): Parsed {
  if (text === undefined) {
    if (!allowsRemote) return { ok: true, address: undefined };
    return { ok: false, message: '--allow-remote needs --http: standard input is not remote' };
  }
  const [, bracketed, plain, digits = ''] = /^(?:\[([\da-f:.]+)\]:|([^:[\]]+):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = digits === '' ? Infinity : Number(digits);
  if (port > MAX_PORT)
    return { ok: false, message: `--http must be ${HTTP_EXPECTED}; got ${JSON.stringify(text)}` };
  const host = bracketed ?? plain ?? DEFAULT_HOST;
  if (!allowsRemote && !isLoopback(host)) {
    const message = `--http ${text}: other machines could call tools on this one. Add --allow-remote to allow that, or use ${DEFAULT_HOST}:${port}`;
    return { ok: false, message };
  }
  return { ok: true, address: { host, port } };
}
