import { expect, it } from 'vitest';
import * as agent from '../src/index.ts';

it('exports this list and nothing else', () => {
  expect(Object.keys(agent).sort()).toEqual([
    'MODEL_FORMATS',
    'apiErrorText',
    'checkRequest',
    'countAnswers',
    'createAnthropicDecoder',
    'createBodyKeeper',
    'createConversation',
    'createLineSplitter',
    'createModelDecoder',
    'createRequestCheck',
    'createSseParser',
    'createStreamFeed',
    'createWireFormat',
    'decodeWhole',
    'failureOf',
    'feedProblem',
    'findSession',
    'forkSession',
    'latestSession',
    'listSessions',
    'newSession',
    'openProvider',
    'parseJson',
    'readConversation',
    'removeOldSessions',
    'removeSession',
    'repairRequest',
    'stateDirectory',
    'toFeed',
    'toolUseIdentity',
    'updateSession',
  ]);
});
