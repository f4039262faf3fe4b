/** Tags whose addresses end up in the Markdown. */
const TAG = /<(?:a|area|base|img)\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*>|<\/title\s*>/gi;
/** The beginning of such a tag, perhaps within quotes. */
const UNFINISHED =
  /^<(?:[a-z]*|\/[a-z]*\s*|(?:a|area|base|img)\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*(?:"[^"<]*|'[^'<]*)?)$/i;
/** Characters of a tag that is looked at again with each piece of the page. */
const MAX_TAG = 64 * 1024;
/** An attribute, or, without a value, its name. */
const ATTRIBUTE = /(=?[^\s>/=]+)(?:(\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
/** A path in which nothing needs to be resolved, encoded or replaced. Pages have thousands, and parsing each as a URL takes long. */
const PLAIN_PATH = /^\/?(?!\.)[\w\-~%](?:[\w\-~%&=;,+@?#]|\.(?![./?#]|$)|\/(?![./]))*$/;
/** Of an image: what is in its place. */
const ALT = /\salt\s*=\s*(?:"[^"]{1,1000}"|'[^']{1,1000}')/i;
const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|#|$)/i;

/**
 * Makes the addresses in HTML absolute, since the converter knows only the site: it would look for every relative one at
 * the top. Images within the page's text (`data:`) lose their address, and the title is set apart from what follows.
 * A tag that isn't complete waits for its end.
 */
export class AbsoluteLinks {
  #base: URL;
  /** Up to the last slash. */
  #directory: string;
  #hasBase = false;
  #waiting: string[] = [];

  constructor(page: URL) {
    this.#base = page;
    this.#directory = new URL('.', page).href;
  }

  add(html: string): string {
    if (this.#waiting.length > 0 && !/[<>]/.test(html)) {
      this.#waiting.push(html);
      return '';
    }
    const text = this.#waiting.join('') + html;
    const open = text.lastIndexOf('<');
    const rest = open === -1 ? '' : text.slice(open);
    const waits = UNFINISHED.test(rest) && (rest.length < MAX_TAG || !rest.includes('>'));
    this.#waiting = waits ? [rest] : [];
    return this.#replace(waits ? text.slice(0, open) : text);
  }

  end(): string {
    const rest = this.#waiting.join('');
    this.#waiting = [];
    return rest;
  }

  #replace(html: string): string {
    return html.replaceAll(TAG, (tag) => {
      if (tag.startsWith('</')) return `${tag}<p></p>`;
      if (tag.length > MAX_TAG) return shortImage(tag);
      const isBase = /^<base\s/i.test(tag);
      return tag.replaceAll(
        ATTRIBUTE,
        (all, name: string, equals: string | undefined, ...values: readonly (string | undefined)[]) => {
          if (equals === undefined || !/^(?:href|src)$/i.test(name)) return all;
          const value = (values.slice(0, 3).find((one) => one !== undefined) ?? '').trim();
          if (/^data:/i.test(value)) return `${name}${equals}""`;
          const address = ABSOLUTE.test(value) ? value : this.#resolve(value);
          if (isBase && !this.#hasBase) this.#setBase(address);
          return address === value ? all : `${name}${equals}"${address}"`;
        },
      );
    });
  }

  #setBase(address: string): void {
    const base = URL.parse(address);
    if (base === null || !/^https?:$/.test(base.protocol)) return;
    this.#base = base;
    this.#directory = new URL('.', base).href;
    this.#hasBase = true;
  }

  #resolve(value: string): string {
    if (PLAIN_PATH.test(value))
      return value.startsWith('/') ? this.#base.origin + value : this.#directory + value;
    return URL.parse(value, this.#base.href)?.href ?? value;
  }
}

/** No address is that long: the tag holds an image itself, or is to keep its reader busy. */
function shortImage(tag: string): string {
  return /^<img\s/i.test(tag) ? `<img${ALT.exec(tag)?.[0] ?? ''} src="">` : '';
}
