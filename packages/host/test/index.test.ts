import { expect, it } from 'vitest';
import * as host from '../src/index.ts';

it('exports these and nothing else', () => {
  expect(Object.keys(host).sort()).toEqual([
    'AGENTS_DIRECTORY',
    'ScriptHeap',
    'agentsIn',
    'createAjvValidator',
    'createFileStore',
    'createNodeFiles',
    'hasPreImage',
    'ioFailure',
    'journalHolder',
    'makeDirectory',
    'openJournal',
    'parseJournalLine',
    'parseWorkflow',
    'readJournal',
    'readPreImage',
    'readWholeJournal',
    'rewriteRepl',
  ]);
});
