/** The `code` of the error of a proxy that opens no tunnel; apart, so that plain requests need not load TLS. */
export const TUNNEL_REFUSED = 'TUNNEL_REFUSED';
