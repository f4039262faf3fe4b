const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** Without brackets and a dot at its end; an IPv4 address in an IPv6 address in its own form. The parser has done the rest. */
export function hostOf(url: URL): string {
  const bare = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const [, high = '', low = ''] = MAPPED.exec(bare) ?? [];
  if (high === '') return bare;
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join('.');
}
