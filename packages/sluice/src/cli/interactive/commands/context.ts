import { sanitize } from '@sluice/core';
import { contextParts } from '../../context-parts.ts';
import type { SlashCommand } from './slash-command.ts';

const BAR_CELLS = 24;
/** A shorter one shows nothing. */
const LEAST_BAR = 6;
/** Indent, gaps and percent. */
const COLUMN_CELLS = 2 + 2 + 2 + 5;
/** With the gap before the bar, and the last cell, which stays free. */
const OTHER_CELLS = COLUMN_CELLS + 2 + 1;

export const contextCommand: SlashCommand = {
  name: 'context',
  argumentHint: '',
  does: 'Show what fills the context window, by part',
  waits: false,
  async run(_args, { agent, columns, isPlain, print }) {
    const { parts, usedTokens, windowTokens, model } = await contextParts(agent);
    print(
      `${sanitize(model)}: ${count(usedTokens)} of ${count(windowTokens)} tokens (${percentText(usedTokens, windowTokens)} %)`,
    );
    const names = Math.max(...parts.map(({ name }) => name.length));
    const counts = Math.max(...parts.map(({ tokens }) => count(tokens).length));
    // Of no use in a row or two of cells.
    const room = columns - names - counts - OTHER_CELLS;
    const cells = room < LEAST_BAR ? 0 : Math.min(BAR_CELLS, room);
    for (const { name, tokens } of parts) {
      const percent = percentText(tokens, windowTokens);
      // In a narrow window, columns would be wrapped.
      if (isPlain || columns < names + counts + COLUMN_CELLS) {
        print(`  ${name}: ${count(tokens)}, ${percent} %`);
        continue;
      }
      const bar = '█'.repeat(Math.ceil((cells * tokens) / windowTokens));
      print(
        `  ${name.padEnd(names)}  ${count(tokens).padStart(counts)}  ${percent.padStart(3)} %  ${bar}`.trimEnd(),
      );
    }
    print(
      usedTokens === 0
        ? 'Nothing has been sent to the model yet.'
        : "The total is the model's count; the share of each part is estimated from its length.",
      'quiet',
    );
  },
};

const count = (tokens: number): string => tokens.toLocaleString('en');

function percentText(tokens: number, windowTokens: number): string {
  const percent = (100 * tokens) / windowTokens;
  return percent > 0 && percent < 1 ? '<1' : String(Math.round(percent));
}
