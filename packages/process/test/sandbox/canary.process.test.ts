import { describe, expect, it } from 'vitest';
import { probeSandbox } from '../../src/index.ts';

describe('the probe', () => {
  it.each([
    ['/no/such/bwrap', 'could not be started'],
    ['/bin/false', 'could not be started'],
    ['/bin/true', 'could not create a sandbox'],
  ])('says why there is no sandbox with %s', async (program, reason) => {
    expect(await probeSandbox(program)).toMatchObject({
      isAvailable: false,
      reason: expect.stringContaining(reason),
    });
  });

  it('asks once', () => {
    expect(probeSandbox()).toBe(probeSandbox());
  });
});
