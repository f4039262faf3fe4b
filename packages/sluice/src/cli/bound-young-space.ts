import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes at which the space for new objects grows no further. Less costs time. */
const ENOUGH_BYTES = 4 * 1024 * 1024;
/** A look takes as long as some events do. */
const EVENTS_PER_LOOK = 32;

/**
 * Keeps the memory of a long run from growing with its calls. V8 doubles its space for new objects again and again while
 * a program is busy, up to more than 100 MB, although a few MB serve as well. The returned function is to be called for each
 * event of the run. For programs only: what it sets holds for the whole process.
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
  };
}
