import { getOwn } from '@sluice/core';

/**
 * The id and name of a `tool_use` block. An id that is not a text of at least one character is undefined: no result
 * could be paired with it. A missing name is the empty one, an unknown tool whose call still gets its result.
 */
export function toolUseIdentity(block: object): { readonly id: string | undefined; readonly name: string } {
  const id = getOwn(block, 'id');
  const name = getOwn(block, 'name');
  return {
    id: typeof id === 'string' && id !== '' ? id : undefined,
    name: typeof name === 'string' ? name : '',
  };
}
