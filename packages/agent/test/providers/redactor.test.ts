import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/providers/redactor.ts';
import { withoutSecrets } from '../../src/providers/without-secrets.ts';

/** Few letters, so that secrets overlap each other and themselves. */
const anyWord = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', '"'), minLength, maxLength });
const anySecrets = fc.array(anyWord(8, 11), { minLength: 1, maxLength: 3 });

describe('a text that comes in pieces', () => {
  it('is shown as the whole is, wherever it is cut', () => {
    const anyPieces = (secrets: readonly string[]) =>
      fc.array(fc.oneof(anyWord(0, 9), fc.constantFrom(...secrets)), { maxLength: 8 });
    fc.assert(
      fc.property(
        anySecrets.chain((secrets) => fc.tuple(fc.constant(secrets), anyPieces(secrets))),
        fc.array(fc.nat(60), { maxLength: 6 }),
        ([secrets, pieces], cuts) => {
          const whole = pieces.join('');
          const redactor = createRedactor(secrets);
          const stream = redactor.pieces();
          let shown = '';
          let at = 0;
          for (const cut of [...cuts.toSorted((a, b) => a - b), whole.length]) {
            shown += stream.push(whole.slice(at, Math.max(at, cut)));
            at = Math.max(at, cut);
          }
          shown += stream.end();
          expect(shown).toBe(redactor.text(whole));
          for (const secret of secrets) expect(shown).not.toContain(secret);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['nothing that begins no secret', 'some word', ''],
    ['the beginning of a secret', 'some sec', 'sec'],
    ['the longest one', 'secretsecre', 'secre'],
    ['not a secret that is whole', 'secretly, you know', ''],
    ['a secret that may be a longer one', 'it is secretly-', 'secretly-'],
  ])('holds back %s', (_, text, held) => {
    expect(withoutSecrets(text, ['secretly-more', 'secretly'], false).held).toBe(held);
  });
});
