import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';

/** What an opaque block of an AI SDK model holds. */
export type OpaquePart =
  /** A part that goes back whole: reasoning, a tool that the provider runs itself, a part of its own kind. */
  | { readonly type: 'part'; readonly part: JsonObject }
  /** What a provider wants to see again with a text or a call of the same message. */
  | { readonly type: 'metadata'; readonly callId: string | undefined; readonly providerOptions: JsonObject };

export function opaqueBlock(part: OpaquePart): JsonObject {
  return part.type === 'part'
    ? { type: 'part', part: part.part }
    : {
        type: 'metadata',
        callId: part.callId,
        providerOptions: part.providerOptions,
      };
}

export function readOpaqueBlock(block: JsonObject): OpaquePart | undefined {
  const part = getOwn(block, 'part');
  if (getOwn(block, 'type') === 'part' && isJsonObject(part)) return { type: 'part', part };
  const callId = getOwn(block, 'callId');
  const providerOptions = getOwn(block, 'providerOptions');
  if (getOwn(block, 'type') !== 'metadata' || !isJsonObject(providerOptions)) return undefined;
  return { type: 'metadata', callId: typeof callId === 'string' ? callId : undefined, providerOptions };
}
