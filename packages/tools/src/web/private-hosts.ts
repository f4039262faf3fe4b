import { hostOf } from './host-of.ts';

/** `host`, or `host:port`; an IPv6 address with a port is in brackets. */
const ENTRY = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d+))?$/;

/** Whether a page is at one of these hosts, which need not be public. */
export function privateHosts(entries: readonly string[]): (url: URL) => boolean {
  const listed = entries.flatMap((entry) => {
    const text = entry.trim();
    const [, name, port] = ENTRY.exec(text) ?? [];
    const url = URL.parse(`http://${name ?? `[${text}]`}/`);
    return url === null ? [] : [{ host: hostOf(url), port }];
  });
  return (url) => {
    const used = url.port === '' ? (url.protocol === 'http:' ? '80' : '443') : url.port;
    return listed.some(({ host, port }) => host === hostOf(url) && (port ?? used) === used);
  };
}
