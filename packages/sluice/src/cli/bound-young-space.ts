import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Maximum bytes of V8's space for new objects. Less costs time. */
const ENOUGH_BYTES = 4 * 1024 * 1024;
/** V8's default. */
const FACTOR = 2;
/** A check takes as long as some events do. */
const EVENTS_PER_LOOK = 32;

/**
 * Keeps the memory of a long run from growing with its calls. While a program is busy, V8 keeps doubling its space for new objects, up to
 * more than 100 MB, although a few MB work as well. Call the returned function for each event of the run. Only for programs: the setting
 * applies to the whole process.
 */
export function boundYoungSpace(): () => void {
  let events = 0;
  let isBound = false;
  return () => {
    if (isBound || (events += 1) % EVENTS_PER_LOOK !== 0) return;
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    if (young === undefined || young.space_size < ENOUGH_BYTES) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    isBound = true;
    // V8 rejects compiled code that was kept under other flags than those it is started with.
    process.prependListener('exit', () => setFlagsFromString(`--semi-space-growth-factor=${FACTOR}`));
  };
}
