import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { listPages } from '../list-pages.ts';
import { readListed, type ListedResource } from './listed-resource.ts';
import type { PeerAnswer, RequestOptions } from '../peer.ts';

/** The extension of the protocol whose servers may list directories, by `resources/directory/read`. */
const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills';
const DIRECTORY_TYPE = 'inode/directory';

export interface DirectoryServer {
  readonly name: string;
  readonly capabilities: JsonObject | undefined;
  request(
    method: string,
    params: JsonObject,
    options: RequestOptions & { readonly signal: AbortSignal },
  ): Promise<PeerAnswer>;
}

/**
 * The direct children of a directory resource. A server that can't list directories is asked for all its resources:
 * the children are then those whose URIs continue the directory's.
 */
export async function listDirectory(
  server: DirectoryServer,
  uri: string,
  options: RequestOptions & { readonly signal: AbortSignal },
): Promise<{ readonly children: readonly ListedResource[]; readonly problem: string | undefined }> {
  const canList = readsDirectories(server.capabilities);
  const { items, problem, isFailed } = canList
    ? await listPages(server, 'resources/directory/read', 'resources', options, { uri })
    : await listPages(server, 'resources/list', 'resources', options);
  if (isFailed) return { children: [], problem };
  const listed = items.filter(isJsonObject).flatMap((item) => readListed(server.name, item));
  return { children: canList ? listed : childrenOf(uri, listed, server.name), problem: undefined };
}

function readsDirectories(capabilities: JsonObject | undefined): boolean {
  const extensions = capabilities === undefined ? undefined : getOwn(capabilities, 'extensions');
  const skills = isJsonObject(extensions) ? getOwn(extensions, SKILLS_EXTENSION) : undefined;
  return isJsonObject(skills) && getOwn(skills, 'directoryRead') === true;
}

function childrenOf(uri: string, all: readonly ListedResource[], server: string): readonly ListedResource[] {
  const prefix = uri.endsWith('/') ? uri : `${uri}/`;
  const children = new Map<string, ListedResource>();
  for (const resource of all) {
    if (!resource.uri.startsWith(prefix)) continue;
    const rest = resource.uri.slice(prefix.length).replace(/\/$/, '');
    const [name = ''] = rest.split('/', 1);
    if (name === '') continue;
    // A resource below a directory that is not listed itself shows that the directory exists.
    if (name === rest) children.set(name, resource);
    else if (!children.has(name))
      children.set(name, { server, uri: `${prefix}${name}`, name, mimeType: DIRECTORY_TYPE });
  }
  return [...children.values()];
}
