import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, inject } from 'vitest';
import type { LoadAdapter } from '../../packages/sluice/test/adapters/sdks/sdk.ts';
import { describeEverySDK, type Library } from '../../packages/sluice/test/adapters/sdks/suite.ts';
import { linkSDKs } from './sdk-packages.ts';

let library: Library | undefined;

beforeAll(async () => {
  linkSDKs();
  // As a program in that directory finds them.
  const { resolve } = createRequire(join(inject('packedDirectory'), 'app/package.json'));
  const load: LoadAdapter = (name) => import(resolve(`sluice/${name}`));
  library = { ...(await import(resolve('sluice'))), load };
});

describeEverySDK(() => {
  if (library === undefined) throw new Error('unreachable');
  return library;
});
