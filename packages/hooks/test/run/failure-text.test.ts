import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureText } from '../../src/run/failure-text.ts';

const stored = {
  type: 'stored-text',
  path: '/results/1',
  bytes: 9_000_000,
  head: 'first line\n'.repeat(3000),
  tail: 'last line\n'.repeat(3000),
  prefix: 'Exit code 3\nStopped: sleep.',
} as const;

describe('what hooks are told of a failure', () => {
  it.each([
    ['what the model sees', 'Exit code 3\nhi\nerr', 'Exit code 3\nhi\nerr'],
    ['that it failed, where the tool shows only its work', 'hi', 'Exit code 3\nhi'],
    ['that it failed, where there is nothing else', '', 'Exit code 3'],
    [
      'of images that they are there',
      [{ type: 'text', text: 'Exit code 3' }, IMAGE()],
      'Exit code 3\n[image]',
    ],
  ] as const)('is %s', (_, content, text) => {
    expect(failureText('Exit code 3', content)).toBe(text);
  });

  it('is cut in the middle where it is long', () => {
    const text = failureText('Exit code 3', `Exit code 3\n${'a'.repeat(20_000)}end`);
    expect(text).toMatch(/^Exit code 3\na+\n\[\d+ characters left out\]\na+end$/);
    expect(text.length).toBeLessThanOrEqual(10_000);
  });

  it('is both ends of what went to a file, and where that is', () => {
    const text = failureText('Exit code 3', stored);
    expect(text).toMatch(/^Exit code 3\nStopped: sleep\.\nfirst line\n/);
    expect(text).toContain('[Not all of the 9000000 bytes are shown; the full output is in /results/1]');
    expect(text.endsWith('last line\n')).toBe(true);
    expect(text.length).toBeGreaterThan(9000);
  });

  it('property: begins with the failure, is bounded and well formed', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('\u{1d11e}'.repeat(9000)));
    const optional = fc.option(texts, { nil: undefined });
    const whole = fc.record({ head: texts, tail: optional, prefix: optional });
    fc.assert(
      fc.property(fc.oneof(texts, whole), (given) => {
        const content =
          typeof given === 'string'
            ? given
            : {
                ...{ type: 'stored-text' as const, path: '/p', bytes: 1, head: given.head },
                ...(given.tail !== undefined && { tail: given.tail }),
                ...(given.prefix !== undefined && { prefix: given.prefix }),
              };
        const text = failureText('Exit code 3', content);
        expect(text).toContain('Exit code 3');
        expect(text.length).toBeLessThanOrEqual(10_000);
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });
});

function IMAGE() {
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } } as const;
}
