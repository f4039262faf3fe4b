import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exchangeTables } from '../../../../src/sandbox/network/tls/exchange-tables.ts';
import { replaceAll } from '../../../../src/sandbox/network/tls/replace-bytes.ts';
import { spellings } from '../../../../src/sandbox/network/tls/spellings.ts';

const KEY = 'EMI/K7+aB=c d~e*f';

describe('what a host may say a value as', () => {
  it.each([
    ['as it is', KEY],
    ['in JSON whose slashes are escaped', String.raw`EMI\/K7+aB=c d~e*f`],
    ['percent-encoded', 'EMI%2FK7%2BaB%3Dc%20d~e%2Af'],
    ['percent-encoded in small letters', 'EMI%2fK7%2baB%3dc%20d~e%2af'],
    ['as a path', 'EMI/K7%2BaB%3Dc%20d~e%2Af'],
    ['as JavaScript writes a component', 'EMI%2FK7%2BaB%3Dc%20d~e*f'],
    ['in a form as RFC 3986 has it', 'EMI%2FK7%2BaB%3Dc+d~e%2Af'],
    ['in a form as browsers write it', 'EMI%2FK7%2BaB%3Dc+d%7Ee*f'],
    ['in a form as PHP writes it', 'EMI%2fK7%2baB%3dc+d%7ee%2af'],
    ['with all that a query may have', 'EMI/K7+aB=c%20d~e*f'],
    ['with all that a query may have but the plus', 'EMI/K7%2BaB=c%20d~e*f'],
  ])('%s', (_title, said) => {
    const { back } = exchangeTables([{ standIn: 'stand-in-of-16-ch', value: KEY, hosts: [] }]);
    expect(replaceAll(back, Buffer.from(`<${said}>`)).toString()).toBe('<stand-in-of-16-ch>');
  });

  it('are the ways in which it is read again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (given) => {
        const text = given.toWellFormed();
        const all = spellings(text);
        expect(new Set(all).size).toBe(all.length);
        expect(all).toEqual(
          expect.arrayContaining([
            encodeURIComponent(text),
            new URLSearchParams({ a: text }).toString().slice(2),
            JSON.stringify(text).slice(1, -1),
          ]),
        );
      }),
    );
  });

  it('do not grow out of hand', () => {
    const value = '/+'.repeat(8192);
    const { back } = exchangeTables([{ standIn: 'stand-in-of-16-ch', value, hosts: [] }]);
    expect(back.replacements.length).toBeLessThanOrEqual(20);
    const said = Buffer.from(`${encodeURIComponent(value).toLowerCase()}!`);
    expect(replaceAll(back, said).toString()).toBe('stand-in-of-16-ch!');
  });
});
