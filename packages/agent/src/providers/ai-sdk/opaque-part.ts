import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';

/** The content of an opaque block from an AI SDK model. */
type OpaquePart =
  /** A part that is sent back whole: reasoning, a provider-executed tool, or a custom part. */
  | { readonly type: 'part'; readonly part: JsonObject }
  /** Metadata that the provider requires with a text or call of the same message. */
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
