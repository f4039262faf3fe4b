import TurndownService from 'turndown';

const LEFT_OUT = ['nav', 'footer', 'aside', 'script', 'style', 'noscript', 'template', 'svg', 'iframe'];
const FORMS = ['select', 'textarea', 'head', 'title'];

/** The main part of a page as turndown converts it, without what WebFetch leaves out on purpose. */
export function byTurndown(html: string): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  // Turndown itself has no rule for tables.
  service.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content) =>
      `| ${content
        .trim()
        .replaceAll(/\s*\n\s*/g, ' ')
        .replaceAll('|', String.raw`\|`)} `,
  });
  service.addRule('row', { filter: ['tr'], replacement: (content) => `\n${content.trim()} |\n` });
  service.addRule('left out', { filter: [...LEFT_OUT, ...FORMS], replacement: () => '' });
  service.addRule('hidden', {
    filter: (node) =>
      node.hasAttribute('hidden') ||
      node.getAttribute('aria-hidden') === 'true' ||
      node.getAttribute('role') === 'search' ||
      // A link that no one can see.
      (node.nodeName === 'A' && node.textContent.trim() === '' && node.querySelector('img') === null),
    replacement: () => '',
  });
  const main = /<main[\s>][\s\S]*<\/main>/i.exec(html)?.[0] ?? html;
  // It makes a fence only of a `code` in a `pre`.
  return service.turndown(
    main.replaceAll(/<pre>\n?(?!<code)([\s\S]*?)<\/pre>/g, '<pre><code>$1</code></pre>'),
  );
}

/** What any Markdown of a page holds, whatever signs it is written with. */
export interface MarkdownFacts {
  /** Letters and digits, in order. */
  readonly text: string;
  /** Absolute addresses of links and images, each once. */
  readonly addresses: readonly string[];
  readonly headings: readonly string[];
  readonly code: readonly string[];
  /** Letters and digits of each cell, by row. */
  readonly rows: readonly (readonly string[])[];
}

const ADDRESS = /\]\((<[^>]*>|(?:\\.|\((?:\\.|[^()\s])*\)|[^()\s\\])*)(?:\s+"(?:\\.|[^"\\])*")?\)/g;

export function markdownFacts(markdown: string, base: string): MarkdownFacts {
  const lines = markdown.split('\n');
  const addresses = [...markdown.matchAll(ADDRESS)]
    .map(([, address = '']) => address.replaceAll(/^<|>$/g, '').replaceAll(/\\(.)/g, '$1'))
    // WebFetch drops images that are in the page itself.
    .filter((address) => address !== '' && !address.startsWith('data:'))
    .map((address) => new URL(address, base).href);
  return {
    text: letters(
      markdown
        .replaceAll(/^(`{3,})\w*$/gm, '')
        .replaceAll(/^\s*\d+\. /gm, '')
        .replaceAll(/<\/?[a-z]+>/g, ''),
    ),
    addresses: [...new Set(addresses)].toSorted(),
    headings: lines.flatMap((line) => {
      const found = /^(#{1,6}) (.*)$/.exec(line);
      return found === null ? [] : [`${found[1]} ${letters(found[2] ?? '')}`];
    }),
    code: [...markdown.matchAll(/^(`{3,})[^\n]*\n([\s\S]*?)\n\1$/gm)].map(([, , code = '']) =>
      code.trimEnd(),
    ),
    rows: lines
      .filter((line) => /^\|(?! ---)/.test(line))
      .map((line) =>
        line
          .slice(1, -1)
          .split(/(?<!\\)\|/)
          .map(letters),
      ),
  };
}

function letters(markdown: string): string {
  return (markdown.replaceAll(ADDRESS, ']').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join('');
}
