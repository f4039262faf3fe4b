/** What a page holds, by a reader of our own that shares nothing with the converter. */
export interface HtmlFacts {
  /** Words of the text, in order: letters and digits. */
  readonly words: readonly string[];
  /** Absolute addresses of links. */
  readonly links: readonly string[];
  /** Words of each row, by cell. */
  readonly rows: readonly (readonly string[])[];
  /** What stands in `pre`, as it is. */
  readonly code: readonly string[];
  /** `## Text`. */
  readonly headings: readonly string[];
}

const LEFT_OUT = /^(?:nav|footer|aside|script|style|noscript|template|svg|iframe|select|textarea)$/;
const VOID = /^(?:img|br|hr|input|meta|link|base)$/;
const TAG = /<!--[\s\S]*?-->|<!doctype[^>]*>|<(\/?)([a-z][a-z0-9]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', middot: '·', mdash: '—', ndash: '–', copy: '©' },
  ...{ ldquo: '“', rdquo: '”', raquo: '»', frac12: '½' },
};

/** Only the part in `main`, if there is one. */
export function readHtml(html: string, url: string): HtmlFacts {
  const main = /<main[\s>][\s\S]*<\/main>/i.exec(html)?.[0] ?? html.replace(/^[\s\S]*<\/title\s*>/i, '');
  const base = /<base href="([^"]*)"/i.exec(html)?.[1] ?? url;
  const hidden: string[] = [];
  const [links, rows, code, headings]: [string[], string[][], string[], string[]] = [[], [], [], []];
  let text = '';
  const begun = new Map<string, number>();
  let at = 0;
  const add = (raw: string): void => {
    if (hidden.length === 0) text += decoded(raw);
  };
  let cell: number | undefined;
  // Its end tag may be missing.
  const endCell = (): void => {
    if (cell !== undefined) rows.at(-1)?.push(wordsOf(text.slice(cell)).join(' '));
    cell = undefined;
  };
  for (const match of main.matchAll(TAG)) {
    const [whole, slash, name, attributes = ''] = match;
    add(main.slice(at, match.index));
    at = match.index + whole.length;
    if (name === undefined) continue;
    const tag = name.toLowerCase();
    if (hidden.length > 0) {
      if (slash === '/' && tag === hidden.at(-1)) hidden.pop();
      else if (slash === '' && tag === hidden.at(-1)) hidden.push(tag);
      continue;
    }
    const isHidden = /\shidden\b|aria-hidden="true"|role="search"/.test(attributes);
    if (slash === '' && (LEFT_OUT.test(tag) || (isHidden && !VOID.test(tag)))) hidden.push(tag);
    else if (slash === '') {
      const value = attribute(attributes, tag === 'img' ? 'alt' : 'href');
      if (tag === 'a' && value !== undefined) links.push(new URL(decoded(value), base).href);
      if (tag === 'img') text += ` ${decoded(value ?? '')} `;
      if (/^(?:td|th|tr)$/.test(tag)) endCell();
      if (tag === 'tr') rows.push([]);
      if (tag === 'td' || tag === 'th') cell = text.length;
      if (!/^(?:a|b|i|em|strong|code|span|del|kbd|small|font)$/.test(tag)) text += ' ';
      begun.set(tag, text.length);
    } else {
      const inside = text.slice(begun.get(tag) ?? text.length);
      if (/^(?:td|th|tr|table)$/.test(tag)) endCell();
      if (tag === 'pre') code.push(inside);
      if (/^h[1-6]$/.test(tag)) headings.push(`${tag.slice(1)} ${wordsOf(inside).join(' ')}`);
      if (/^(?:p|div|td|th|li|tr|h[1-6]|dt|dd|button|summary)$/.test(tag)) text += ' ';
    }
  }
  add(main.slice(at));
  return { words: wordsOf(text), links, rows, code, headings };
}

/** Signs of Markdown within a word don't end it. */
export function wordsOf(text: string): readonly string[] {
  return text.replaceAll(/[*~`\\]+/g, '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function attribute(text: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(text);
  return match?.slice(1).find((one) => one !== undefined);
}

function decoded(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z0-9]+));?/gi, (all, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal === undefined ? (ENTITIES[name] ?? all) : String.fromCodePoint(Number(decimal));
  });
}
