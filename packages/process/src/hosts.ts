export { canonicalHost } from './sandbox/network/canonical-host.ts';
export { isPublicAddress } from './sandbox/network/is-public-address.ts';
