import { present } from '@sluice/base';
import { getOwn, type JsonObject } from '@sluice/core';
import { cleanText } from '../definitions/clean-text.ts';

const MAX_TEXT_BYTES = 2_048;
const MAX_URI_BYTES = 65_536;

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
    return typeof value === 'string' ? cleanText(value, MAX_TEXT_BYTES) : undefined;
  };
  // It is sent back as it is: one with hidden characters could not be typed or checked.
  const uri = getOwn(item, 'uri');
  if (typeof uri !== 'string' || uri !== cleanText(uri, MAX_URI_BYTES)) return [];
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
