import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AbsoluteLinks } from '../../src/web/absolute-links.ts';

const PAGE = new URL('https://site.example/a/b/page.html?x=1');

/** @param others attributes before the address */
function linkOf(value: string, others = ''): string | undefined {
  const links = new AbsoluteLinks(PAGE);
  const html = links.add(`<a ${others}href="${value}">x</a>`) + links.end();
  const start = `<a ${others}`;
  return html.startsWith(start) ? /^href="([^"]*)">x<\/a>$/.exec(html.slice(start.length))?.[1] : undefined;
}

/** None of them is an address, whatever they look like. */
const OTHERS = [
  '',
  'title="set href=x first" ',
  'title=\'src="x" href = y\' ',
  'title="a" ',
  'title="a"',
  'data-href="x" ',
  'title=href=x ',
  'href-x=y download ',
  'title=" href=" ',
  'alt = src ',
];

const piece = fc.constantFrom(
  'a',
  'B9',
  '.',
  '..',
  '/',
  '//',
  '?',
  '#',
  '&amp;',
  '%20',
  '%',
  '-',
  '~',
  '@',
  ';',
  '=',
  ',',
  '+',
  '.html',
  ' ',
  'é',
  ':',
  '\\',
  '_',
);

it('whatever the value is, the address is the one that a browser takes', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.constantFrom(...OTHERS), (pieces, others) => {
      const value = pieces.join('');
      const isKept = /^(?:[a-z][a-z0-9+.-]*:|#|$)/i.test(value.trim());
      const expected = isKept ? value : (URL.parse(value.trim(), PAGE.href)?.href ?? value);
      expect([value, others, linkOf(value, others)]).toEqual([value, others, expected]);
    }),
  );
});

it('however a page is cut into pieces, it has the same links', () => {
  const html =
    '<title>T</title><base href="/v2/"><a class=x href=\'one.html\'>1</a><img alt="a > b" src="i.png"><a href=two>2</a> 3 < 4 <a\nhref="/three">3</a><a href="';
  const whole = new AbsoluteLinks(PAGE);
  const expected = whole.add(html) + whole.end();
  expect(expected).toContain('<a class=x href="https://site.example/v2/one.html">');
  expect(expected).toContain('src="https://site.example/v2/i.png"');
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 30 }), (sizes) => {
      const links = new AbsoluteLinks(PAGE);
      let out = '';
      for (let at = 0, turn = 0; at < html.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        out += links.add(html.slice(at, at + size));
        at += size;
      }
      expect(out + links.end()).toBe(expected);
    }),
  );
});

it.each([
  ['an image within it', `<img src="data:${'A'.repeat(100_000)}" alt="A cat">`, '<img alt="A cat" src="">'],
  ['an image without words', `<img src="data:${'A'.repeat(100_000)}">`, '<img src="">'],
  ['an address without end', `<a href="/${'x'.repeat(100_000)}">`, ''],
  ['any number of attributes', `<a ${'a="b" '.repeat(20_000)}href="/x">`, ''],
])('a tag with %s holds nothing up', (_, tag, expected) => {
  const links = new AbsoluteLinks(PAGE);
  const html = `<p>${tag}words</a></p>`;
  let out = '';
  for (let at = 0; at < html.length; at += 16_384) out += links.add(html.slice(at, at + 16_384));
  expect(out + links.end()).toBe(`<p>${expected}words</a></p>`);
});
