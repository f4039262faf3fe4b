import { getOwn } from '@sluice/core';

/**
 * The id and name of a `tool_use` block. The id is undefined unless it is a nonempty string: no result could
 * be paired with it. A missing name becomes empty, which is an unknown tool whose call still gets its result.
 */
export function toolUseIdentity(block: object): { readonly id: string | undefined; readonly name: string } {
  const id = getOwn(block, 'id');
  const name = getOwn(block, 'name');
  return {
    id: typeof id === 'string' && id !== '' ? id : undefined,
    name: typeof name === 'string' ? name : '',
  };
}
