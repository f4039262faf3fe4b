import { getOwn } from '@sluice/core';

/**
 * Adds to each result its place in the run, from 0, and how many messages of the person wait for their own. Other messages stay as they are.
 * @param waiting called with each result; undefined: no messages come in
 */
export function createResultNumbers(waiting: () => number | undefined): (message: object) => object {
  let count = 0;
  return (message) => {
    if (getOwn(message, 'type') !== 'result') return message;
    count += 1;
    return { ...message, result_index: count - 1, queued_turn_count: waiting() };
  };
}
