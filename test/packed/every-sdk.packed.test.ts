import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, inject } from 'vitest';
import type { LoadAdapter } from '../../packages/sluice/test/adapters/sdks/sdk.ts';
import { describeEverySDK, type Library } from '../../packages/sluice/test/adapters/sdks/suite.ts';
import { linkSDKs } from './sdk-packages.ts';

let library: Library | undefined;

beforeAll(async () => {
  linkSDKs();
  // As a program in that directory finds them: this one looks for sources first, which no package has.
  const at = join(inject('packedDirectory'), 'app/node_modules/sluice');
  const { exports } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
  const load: LoadAdapter = (name) => import(join(at, exports[`./${name}`].default));
  library = { ...(await import(join(at, exports['.'].default))), load };
});

describeEverySDK(() => {
  if (library === undefined) throw new Error('unreachable');
  return library;
});
