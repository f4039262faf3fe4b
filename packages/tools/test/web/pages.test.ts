import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fetching } from './support/fetching.ts';
import { readHtml, wordsOf } from './support/read-html.ts';
import { byTurndown, markdownFacts } from './support/turndown-oracle.ts';
import { page, startWebServer } from './support/web-server.ts';

const PAGES = join(import.meta.dirname, 'pages');
const SITE = 'https://site.example';

/** The Markdown of a page, as if it had come from a site, without the tags around it. */
async function markdownOf(html: string | Uint8Array, path: string): Promise<string> {
  await using server = await startWebServer({ '*': page('text/html', html) });
  const { fetch } = fetching({ allowPrivate: [server.host] });
  const text = await fetch(server.url(path));
  return text
    .replace(/^<web-page [^>]*>\n/, '')
    .replace(/\n<\/web-page>[\s\S]*$/, '\n')
    .replaceAll(`http://${server.host}`, SITE);
}

/** Markdown without its signs, the addresses of links, and the title above the text. */
function plainWords(markdown: string): readonly string[] {
  const signs = markdown
    .replaceAll(/\]\((?:<[^>]*>|[^()\s]*)(?: "[^"]*")?\)/g, '] ')
    .replaceAll(/<\/?[a-z]+>/g, ' ')
    .replaceAll(/^(`{3,})\w+$/gm, '$1')
    .replaceAll(/^\s*\d+\. /gm, ' ');
  return wordsOf(signs);
}

const htmlOf = (name: string): string =>
  new TextDecoder(name === 'legacy.html' ? 'latin1' : 'utf8').decode(bytesOf(name));
const bytesOf = (name: string): Buffer => readFileSync(join(PAGES, name));
const names = readdirSync(PAGES).filter((name) => name.endsWith('.html'));

it('there are twelve pages, each with its Markdown', () => {
  expect(names).toHaveLength(12);
  expect(names.filter((name) => !existsSync(join(PAGES, name.replace('.html', '.md'))))).toEqual([]);
});

it.each(names)('%s is the Markdown that we expect', async (name) => {
  const path = `/wiki/pages/${name}`;
  const bytes = bytesOf(name);
  const markdown = await markdownOf(bytes, path);
  expect(markdown).toBe(readFileSync(join(PAGES, name.replace('.html', '.md')), 'utf8'));

  // What our own reader finds in the page is in the Markdown, and nothing else.
  const facts = readHtml(htmlOf(name), SITE + path);
  const [title = ''] = markdown.split('\n', 1);
  const text = markdown.slice(title.length);
  expect(plainWords(text)).toEqual(facts.words);
  const isLinked = (url: string): boolean =>
    [`](${url})`, `](${url} "`, `](<${url}>)`].some((form) => text.includes(form));
  expect(facts.links.filter((link) => !isLinked(link))).toEqual([]);
  const lines = text.split('\n');
  const rows = lines
    .filter((line) => /^\|(?! ---)/.test(line))
    .map((line) => line.slice(1, -1).split(/(?<!\\)\|/));
  expect(rows.map((cells) => cells.map((cell) => plainWords(cell).join(' ')))).toEqual(facts.rows);
  for (const code of facts.code) expect(text).toContain(code.trimEnd());
  const headings = lines.flatMap((line) => {
    const found = /^(#{1,6}) (.*)$/.exec(line);
    return found === null ? [] : [`${found[1]?.length} ${plainWords(found[2] ?? '').join(' ')}`];
  });
  expect(headings).toEqual(facts.headings);
});

it.each(names)('%s has the text, links, headings, code, and tables that turndown finds', (name) => {
  const html = htmlOf(name);
  const base = /<base href="([^"]*)"/i.exec(html)?.[1] ?? `${SITE}/wiki/pages/${name}`;
  const markdown = readFileSync(join(PAGES, name.replace('.html', '.md')), 'utf8');
  const [title = ''] = markdown.split('\n', 1);
  const facts = markdownFacts(byTurndown(html), base);
  // Scripts make that one in the browser.
  expect(facts.text === '').toBe(name === 'app.html');
  expect(markdownFacts(markdown.slice(title.length), base)).toEqual(facts);
});

it('a page of thousands of paragraphs and tags that are cut by its pieces keeps each word and each link', async () => {
  const paragraph = (at: number): string =>
    `<p>Paragraph <b>${at}</b> of ${'many '.repeat(at % 7)}<a class="x" title="a > b" href="p/${at}.html?a=1&amp;b=2">link ${at}</a>.</p>`;
  const count = 600;
  const html = `<!doctype html><head><title>Big</title></head><main>${Array.from({ length: count }, (_, at) => paragraph(at)).join('')}</main>`;
  const markdown = await markdownOf(html, '/big/index.html');
  const facts = readHtml(html, `${SITE}/big/index.html`);
  expect(facts.links).toHaveLength(count);
  expect(plainWords(markdown.slice('Big'.length))).toEqual(facts.words);
  for (const link of facts.links) expect(markdown.includes(`](${link} `)).toBe(true);
});
