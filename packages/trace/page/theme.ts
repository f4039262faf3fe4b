export type Theme = 'light' | 'dark';

/** The colors of the timeline, from the page's style. */
export class Colors {
  readonly #style: CSSStyleDeclaration;
  readonly #known = new Map<string, string>();

  constructor() {
    this.#style = getComputedStyle(document.documentElement);
  }

  get(name: string): string {
    const known = this.#known.get(name) ?? this.#style.getPropertyValue(`--${name}`).trim();
    this.#known.set(name, known);
    return known;
  }
}

/** The system's theme until the reader chooses one. */
export class ThemeSwitch {
  readonly #system = matchMedia('(prefers-color-scheme: dark)');
  readonly #onChange: () => void;
  #chosen: Theme | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.#system.addEventListener('change', onChange);
  }

  get theme(): Theme {
    return this.#chosen ?? (this.#system.matches ? 'dark' : 'light');
  }

  toggle(): void {
    this.#chosen = this.theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = this.#chosen;
    this.#onChange();
  }
}
