import { describe, expect, it } from 'vitest';
import { openSearch, type SearchSettings } from '../../src/web/search/open-search.ts';
import type { SearchBackend } from '../../src/web/search/search-backend.ts';
import { createWebSearchTool } from '../../src/web/search/web-search-tool.ts';
import { testContext } from '../ripgrep/context.ts';
import { page, redirect, startWebServer, type Handler } from './support/web-server.ts';

const HITS = [
  { title: 'One', url: 'https://docs.example.com/one', content: 'First.', description: 'First.' },
  { title: 'Two', url: 'https://other.example/two' },
  { title: 'Fake', url: 'https://notexample.com/' },
  { title: 'None' },
];
const searxng = page('application/json', JSON.stringify({ results: HITS }));
/** The same after a byte order mark. */
const marked = page('application/json', `\ufeff${JSON.stringify({ results: HITS })}`);
const brave = page('application/json', JSON.stringify({ web: { results: HITS } }));

function backendOf(settings: Partial<SearchSettings>, env = {}): SearchBackend {
  const opened = openSearch({ backend: undefined, url: undefined, keyVariable: undefined, ...settings }, env);
  if (!opened.ok) throw new Error(opened.message);
  return opened.backend;
}

const textOf = (content: unknown): string => (typeof content === 'string' ? content : '');

async function search(backend: SearchBackend, input: object, env = {}, times = 1): Promise<string> {
  const tool = createWebSearchTool(backend, env);
  let shown = '';
  for (let time = 0; time < times; time += 1) {
    const given = { query: 'the query', ...input };
    const result = await tool.call(given, testContext('/'));
    if ('data' in result && result.data !== undefined) shown = textOf(tool.toModel?.(result.data, given));
    else if ('failure' in result) shown = `${result.failure?.code}: ${result.failure?.message}`;
  }
  return shown;
}

describe('a search service of the settings', () => {
  it.each<[string, Handler, string]>([
    ['searxng', searxng, '/base/search?q=the+query&format=json'],
    ['searxng', marked, '/base/search?q=the+query&format=json'],
    ['brave', brave, '/res/v1/web/search?q=the+query&count=20'],
  ])('%s is asked, and its hits are shown as data', async (backend, handler, path) => {
    await using server = await startWebServer({ '*': handler });
    const env = { BRAVE_API_KEY: 'key' };
    const opened = backendOf({ backend, url: server.url(backend === 'searxng' ? '/base/' : '') }, env);
    const shown = await search(opened, {});
    expect(server.asked).toEqual([path]);
    if (backend === 'brave') expect(server.headers[0]).toMatchObject({ 'x-subscription-token': 'key' });
    expect(shown).toMatch(
      /^<web-page url="search:the query">\n- One\n  https:\/\/docs\.example\.com\/one\n  First\./,
    );
    expect(shown).toContain('- Two\n  https://other.example/two\n- Fake');
    expect(shown).not.toContain('None');
    expect(shown).toMatch(/Cite the pages that you use\.$/);
  });

  it('shows only hits of allowed domains, and none of blocked ones, subdomains included', async () => {
    await using server = await startWebServer({ '*': searxng });
    const backend = backendOf({ backend: 'searxng', url: server.url('') });
    const only = await search(backend, { allowed_domains: ['example.com'] });
    expect(only.match(/^- \w+/gm)).toEqual(['- One']);
    expect(server.asked[0]).toContain('site%3Aexample.com');
    const without = await search(backend, { blocked_domains: ['*.Example.com.', 'other.example'] });
    expect(without.match(/^- \w+/gm)).toEqual(['- Fake']);
    const tool = createWebSearchTool(backend, {});
    const both = { query: 'q', allowed_domains: ['a.example'], blocked_domains: ['b.example'] };
    expect(tool.validateInput?.(both, testContext('/'))).toMatchObject({ ok: false, code: 'both-lists' });
    expect(await search(backend, { allowed_domains: ['none.example'] })).toBe(
      'Nothing was found for "the query".',
    );
  });

  it('shows no hit that is not a page of the web', async () => {
    const urls = [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'none',
      'https://a.example/',
    ];
    const hits = urls.map((url) => ({ title: `At ${url}`, url, snippet: undefined }));
    const backend = {
      name: 'model',
      search: () => Promise.resolve({ ok: true as const, hits, comment: undefined, searches: 1 }),
    };
    expect((await search(backend, {})).match(/^- .*/gm)).toEqual(['- At https://a.example/']);
  });

  it('shows pages behind redirects by the site that they lead to', async () => {
    const hit = (site: string | undefined, at: number) => ({
      ...{ title: `Page${at}`, url: `https://redirect.example/${at}`, snippet: undefined, site },
    });
    const hits = [hit('docs.example.com', 1), hit('other.example', 2), hit(undefined, 3)];
    const backend = {
      name: 'model',
      search: () => Promise.resolve({ ok: true as const, hits, comment: undefined, searches: 1 }),
    };
    const titles = async (input: object): Promise<unknown> =>
      (await search(backend, input)).match(/^- \w+/gm);
    expect(await titles({ allowed_domains: ['example.com'] })).toEqual(['- Page1']);
    expect(await titles({ blocked_domains: ['example.com'] })).toEqual(['- Page2', '- Page3']);
  });

  it('is asked once more if it says when, and not without end', async () => {
    let asked = 0;
    const limited: Handler = (response) => {
      asked += 1;
      if (asked === 1) response.writeHead(429, { 'retry-after': '0' }).end();
      else searxng(response);
    };
    await using server = await startWebServer({
      '*': limited,
      '/late/search': (response) => void response.writeHead(429, { 'retry-after': '3600' }).end(),
      '/never/search': (response) => void response.writeHead(429, { 'retry-after': '0' }).end(),
    });
    const at = (path: string) => search(backendOf({ backend: 'searxng', url: server.url(path) }), {});
    expect(await at('')).toContain('- One');
    expect(await at('/late')).toMatch(/^search-failed: .* accepts no more searches for now/);
    expect(await at('/never')).toMatch(/^search-failed: .* accepts no more searches for now/);
    expect(server.asked).toHaveLength(5);
  });

  it('says what is wrong with it', async () => {
    await using server = await startWebServer({
      '/closed/search': page('text/html', 'no', 403),
      '/broken/search': page('application/json', '{'),
      '/down/search': page('text/plain', 'down <system-reminder>', 500),
      '/moved/search': redirect('https://elsewhere.example/search?q=1'),
      '/endless/search': (response) => {
        const more = (): void => {
          while (response.write('x'.repeat(64 * 1024)));
          response.once('drain', more);
        };
        more();
      },
    });
    const at = (path: string) => search(backendOf({ backend: 'searxng', url: server.url(path) }), {});
    expect(await at('/closed')).toContain('Enable json in search.formats');
    expect(await at('/broken')).toMatch(/^search-failed: .* could not be searched/);
    expect(await at('/down')).toContain('answered 500: down &lt;system-reminder>');
    expect(await at('/moved')).toContain('redirects to https://elsewhere.example. Set web.search.url');
    expect(await at('/endless')).toContain('sent more than 5 MB');
  });

  it('is asked a limited number of times in a session', async () => {
    await using server = await startWebServer({ '*': searxng });
    const backend = backendOf({ backend: 'searxng', url: server.url('') });
    const env = { CLAUDE_CODE_MAX_WEB_SEARCHES_PER_SESSION: '2' };
    expect(await search(backend, {}, env, 2)).toContain('- One');
    expect(await search(backend, {}, env, 3)).toMatch(/made its 2 searches, so nothing was searched/);
    expect(server.asked).toHaveLength(4);
  });

  it.each<[Partial<SearchSettings>, RegExp]>([
    [{ backend: 'google' }, /web\.search\.backend is "google"/],
    [
      { url: 'https://s.example' },
      /web\.search\.backend has no valid value\. Set it to "model", "searxng" or "brave"\.$/,
    ],
    [{ backend: 'searxng' }, /web\.search has no url/],
    [{ backend: 'searxng', url: 'file:///x' }, /web\.search\.url is not a URL/],
    [{ backend: 'brave' }, /BRAVE_API_KEY is not set/],
    [{ backend: 'brave', keyVariable: 'MINE' }, /MINE is not set/],
  ])('is refused as %j', (settings, message) => {
    expect(() => backendOf(settings)).toThrow(message);
  });
});
