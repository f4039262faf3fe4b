import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createToolIndex } from '@sluice/core';
import { countingSearch, recallAt5 } from '../../packages/core/test/pool/search/corpus/recall.ts';
import { toolCorpus } from '../../packages/core/test/pool/search/corpus/tool-corpus.ts';
import { TOOL_QUERIES } from '../../packages/core/test/pool/search/corpus/tool-queries.ts';
import { readLiveMcpBench, recombined, stepRecallAt5 } from '../support/live-mcp-bench.ts';
import type { Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';

const SIZES = [
  { size: 1000, atMostUs: 150, atLeastRecall: 85 },
  { size: 10_000, atMostUs: 1500, atLeastRecall: 80 },
] as const;
const MAX_INDEX_MS = 150;
const INDEX = fileURLToPath(new URL('../child/tool-index.ts', import.meta.url));
/** Of the steps of LiveMCPBench, whose data is not part of this repository. */
const LIVE_SIZES = [
  { size: 527, atLeastRecall: 70 },
  { size: 1000, atLeastRecall: 67 },
  { size: 10_000, atLeastRecall: 60 },
] as const;

/** How well and how fast deferred tools are found, beside a search that counts words. */
export const toolSearchRow: Row = {
  name: 'tool-search',
  about: 'finding deferred tools: recall at five of 60 queries, and time, against counting words',
  async measure({ isQuick }) {
    const runs = isQuick ? 2 : 7;
    const live = process.env['LIVEMCPBENCH'];
    const first = new Map<number, readonly number[]>();
    for (const { size } of SIZES) first.set(size, await firstIndexMs(size, runs));
    const lines = SIZES.flatMap(({ size, atMostUs, atLeastRecall }): readonly Line[] => {
      const tools = toolCorpus(size);
      const index = createToolIndex();
      index.update('all', tools);
      const counting = countingSearch(tools);
      const ours = (query: string) => index.search(query, 5);
      const name = size.toLocaleString('en-US');
      return [
        {
          status: 'measured',
          name: `right among five of ${name} tools, vs counting`,
          unit: '%',
          ours: [recallAt5(ours)],
          baseline: [recallAt5(counting)],
          target: { kind: 'at-least', value: atLeastRecall },
        },
        {
          status: 'measured',
          name: `one search of ${name} tools, vs counting`,
          unit: 'µs',
          ours: times(runs, () => perQuery(ours)),
          baseline: times(runs, () => perQuery(counting)),
          target: { kind: 'at-most', value: atMostUs },
        },
        {
          status: 'measured',
          name: `the first index of a process, ${name} tools`,
          unit: 'ms',
          ours: first.get(size) ?? [],
          baseline: undefined,
          target: { kind: 'at-most', value: MAX_INDEX_MS },
        },
      ];
    });
    return live === undefined ? lines : [...lines, ...liveRecall(live)];
  },
};

function liveRecall(directory: string): readonly Line[] {
  const { tools, steps } = readLiveMcpBench(directory);
  return LIVE_SIZES.map(({ size, atLeastRecall }) => {
    const all = recombined(tools, size);
    const index = createToolIndex();
    index.update('all', all);
    return {
      status: 'measured',
      name: `${steps.length} steps of LiveMCPBench, ${size.toLocaleString('en-US')} tools, vs counting`,
      unit: '%',
      ours: [stepRecallAt5(steps, (query) => index.search(query, 5))],
      baseline: [stepRecallAt5(steps, countingSearch(all))],
      target: { kind: 'at-least', value: atLeastRecall },
    };
  });
}

function times(runs: number, measure: () => number): readonly number[] {
  measure();
  return Array.from({ length: runs }, measure);
}

function perQuery(search: (query: string) => unknown): number {
  const startedAt = performance.now();
  for (const [query] of TOOL_QUERIES) search(query);
  return ((performance.now() - startedAt) * 1000) / TOOL_QUERIES.length;
}

/** Each in a process of its own, whose code is cold. */
async function firstIndexMs(size: number, runs: number): Promise<readonly number[]> {
  const ms: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--conditions=sluice-source',
      INDEX,
      `${size}`,
    ]);
    ms.push(Number(stdout));
  }
  return ms;
}
