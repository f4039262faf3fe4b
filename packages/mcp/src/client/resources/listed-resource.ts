import { present } from '@sluice/base';
import { getOwn, type JsonObject } from '@sluice/core';

/** One resource of a server. */
export interface ListedResource {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** Reads one item of a list; nothing if it has no URI. */
export function readListed(server: string, item: JsonObject): readonly ListedResource[] {
  const text = (key: string): string | undefined => {
    const value = getOwn(item, key);
    return typeof value === 'string' ? value : undefined;
  };
  const uri = text('uri');
  if (uri === undefined) return [];
  const [description, mimeType] = [text('description'), text('mimeType')];
  return [
    {
      server,
      uri,
      name: text('title') ?? text('name') ?? uri,
      ...present({ description, mimeType }),
    },
  ];
}
