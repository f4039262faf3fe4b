/**
 * The `code` of the error from a proxy that refuses a tunnel; in its own file so that plain requests don't
 * load TLS.
 */
export const TUNNEL_REFUSED = 'TUNNEL_REFUSED';
