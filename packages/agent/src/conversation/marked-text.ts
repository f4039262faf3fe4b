/** The engine marks what follows a message's results in the same way. */
export { markedText, type Speaker } from '@sluice/core';
