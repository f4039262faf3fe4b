import { quickOr } from './quick.ts';

/** `npm test` cuts at every 23rd place, which meets each kind of place; `npm run test:all` at all of them. */
const STEP = quickOr(23, 1);

/** Where a test cuts what has so many bytes: from 0 to all of them. */
export function cutsOf({ length }: { readonly length: number }): readonly number[] {
  const cuts: number[] = [];
  for (let cut = 0; cut < length; cut += STEP) cuts.push(cut);
  return [...cuts, length];
}
