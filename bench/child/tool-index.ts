/** Prints the milliseconds of the first index of a process. Its argument: the number of tools. */
import { argv } from 'node:process';
import { createToolIndex } from '@sluice/core';
import { toolCorpus } from '../../packages/core/test/pool/search/corpus/tool-corpus.ts';

const tools = toolCorpus(Number(argv[2]));
const startedAt = performance.now();
const index = createToolIndex();
index.update('all', tools);
index.search('anything', 5);
console.log(performance.now() - startedAt);
