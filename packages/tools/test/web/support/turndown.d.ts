/** The little of turndown that the oracle uses; the package has no types. */
declare module 'turndown' {
  interface Element {
    readonly nodeName: string;
    readonly textContent: string;
    hasAttribute(name: string): boolean;
    getAttribute(name: string): string | null;
    querySelector(selector: string): Element | null;
  }
  interface Rule {
    readonly filter: readonly string[] | ((node: Element) => boolean);
    readonly replacement: (content: string) => string;
  }
  export default class TurndownService {
    constructor(options: Readonly<Record<string, string>>);
    addRule(name: string, rule: Rule): this;
    turndown(html: string): string;
  }
}
