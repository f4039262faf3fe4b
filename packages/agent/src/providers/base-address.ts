import { safeAddress } from '../http/safe-address.ts';
import type { ModelFormat } from '../stream/model-format.ts';
import type { Chosen } from './model-choice.ts';

/** Address suffixes that the API paths already include. */
const OWN_VERSION: ReadonlyMap<ModelFormat, string> = new Map([
  ['anthropic', '/v1'],
  ['gemini', '/v1beta'],
]);

/** Normalizes a base address: with or without a trailing slash or version. `source` says where it was set. */
export function baseAddress(text: string, api: ModelFormat, source: string): Chosen<{ readonly url: URL }> {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const got = url === undefined ? 'this is not one' : `got ${JSON.stringify(safeAddress(url))}`;
    return {
      ok: false,
      message: `${source} must be an address that starts with http:// or https://; ${got}.`,
    };
  }
  url.hash = '';
  url.search = '';
  let path = url.pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  const version = OWN_VERSION.get(api);
  if (version !== undefined && path.endsWith(version)) path = path.slice(0, -version.length);
  if (version === undefined && path === '') path = '/v1';
  url.pathname = path;
  return { ok: true, url };
}
