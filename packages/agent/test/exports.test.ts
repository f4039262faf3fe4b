import { expect, it } from 'vitest';
import * as agent from '../src/index.ts';

it('exports this list and nothing else', () => {
  expect(Object.keys(agent).sort()).toEqual([
    'MODEL_FORMATS',
    'apiErrorText',
    'checkRequest',
    'createAnthropicDecoder',
    'createBodyKeeper',
    'createConversation',
    'createLineSplitter',
    'createModelDecoder',
    'createRequestCheck',
    'createSseParser',
    'createWireFormat',
    'decodeWhole',
    'failureOf',
    'feedProblem',
    'parseJson',
    'readConversation',
    'repairRequest',
    'toFeed',
    'toolUseIdentity',
  ]);
});
