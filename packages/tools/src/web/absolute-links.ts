/** Tags whose addresses end up in the Markdown. */
const TAG = /<(?:a|area|base|img)\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*>|<\/title\s*>/gi;
const ADDRESS = /(\s(?:href|src)\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|#|$)/i;

/**
 * Makes the addresses in HTML absolute, since the converter knows only the site: it would look for every relative one at
 * the top. Images within the page's text (`data:`) lose their address, and the title is set apart from what follows.
 * A tag that isn't complete waits for its end.
 */
export class AbsoluteLinks {
  #base: string;
  #hasBase = false;
  #waiting: string[] = [];

  constructor(page: string) {
    this.#base = page;
  }

  add(html: string): string {
    if (this.#waiting.length > 0 && !/[<>]/.test(html)) {
      this.#waiting.push(html);
      return '';
    }
    const text = this.#waiting.join('') + html;
    const open = text.lastIndexOf('<');
    const isWhole = open === -1 || text.includes('>', open);
    this.#waiting = isWhole ? [] : [text.slice(open)];
    return this.#replace(isWhole ? text : text.slice(0, open));
  }

  end(): string {
    const rest = this.#waiting.join('');
    this.#waiting = [];
    return rest;
  }

  #replace(html: string): string {
    return html.replaceAll(TAG, (tag) => {
      if (tag.startsWith('</')) return `${tag}<p></p>`;
      const isBase = /^<base\s/i.test(tag);
      return tag.replace(ADDRESS, (all, before: string, ...values: readonly (string | undefined)[]) => {
        const value = (values.slice(0, 3).find((one) => one !== undefined) ?? '').trim();
        if (/^data:/i.test(value)) return `${before}""`;
        const address = ABSOLUTE.test(value) ? value : this.#resolve(value);
        if (isBase && !this.#hasBase) this.#setBase(address);
        return address === value ? all : `${before}"${address}"`;
      });
    });
  }

  #setBase(address: string): void {
    if (!/^https?:/i.test(address)) return;
    this.#base = address;
    this.#hasBase = true;
  }

  #resolve(value: string): string {
    return URL.parse(value, this.#base)?.href ?? value;
  }
}
