import { getHeapSpaceStatistics } from 'node:v8';
import { boundYoungSpace } from '../../src/cli/bound-young-space.ts';

/** Makes objects of which many live for a while, and prints how large the space for new ones has become, in bytes. */
const onEvent = process.argv[2] === 'bound' ? boundYoungSpace() : () => {};
const KEPT = 20_000;
const kept: object[] = [];
for (let made = 0; made < 1_000_000; made += 1) {
  kept[made % KEPT] = { made, list: [made] };
  if (made % 100 === 0) onEvent();
}
console.log(getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size);
