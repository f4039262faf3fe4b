import { createInterface } from 'node:readline';
import { isJsonObject, type JsonObject } from '@sluice/core';
import type { Cli } from './cli.ts';

/** The JSON lines of a program that runs, one after the other. */
export interface Lines {
  /** The next line of this type; lines of other types before it are passed over. */
  next(type: string): Promise<JsonObject>;
}

export function linesFrom(child: Cli): Lines {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async next(type) {
      for (;;) {
        const step = await lines.next();
        if (step.done === true) throw new Error(`the output ended before a line of type ${type}`);
        const value: unknown = JSON.parse(step.value);
        if (isJsonObject(value) && value['type'] === type) return value;
      }
    },
  };
}
