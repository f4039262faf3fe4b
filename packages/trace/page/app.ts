import type { TraceData, TraceItem } from '../src/data/trace-data.ts';
import { Detail } from './detail.ts';
import { button, el } from './dom.ts';
import { FACETS, waitedMs } from './facets.ts';
import { countText, dollars, durationText, plural } from './format.ts';
import { List } from './list.ts';
import { Model, type Row } from './model.ts';
import { ThemeSwitch } from './theme.ts';
import { Timeline } from './timeline.ts';
import { outcomeText } from './tone.ts';

/** The page: one model, the views of it, and what the reader has chosen. */
export class App {
  #model: Model;
  readonly #timeline: Timeline;
  readonly #list: List;
  readonly #detail: Detail;
  readonly #theme: ThemeSwitch;
  readonly #search = el('input', {
    type: 'search',
    class: 'search',
    placeholder: 'Search calls, results, rules…  /',
    'aria-label': 'Search',
    spellcheck: 'false',
  });
  readonly #found = el('span', { class: 'found', role: 'status' });
  readonly #facts = el('div', { class: 'session' });
  readonly #facets = el('div', { class: 'facets', role: 'group', 'aria-label': 'Show' });
  readonly #tip = el('div', { class: 'tip', hidden: '' });
  readonly #state = el('span', { class: 'state' });
  #facet = 0;
  #query = '';
  #selected: string | undefined;
  readonly #collapsed = new Set<string>();

  constructor(data: TraceData) {
    this.#model = new Model(data);
    this.#timeline = new Timeline(this.#model, {
      onSelect: (id) => this.#select(id),
      onHover: (item, x, y) => this.#showTip(item, x, y),
    });
    this.#list = new List(this.#model, {
      onSelect: (id) => this.#select(id),
      onToggle: (id) => this.#toggle(id),
    });
    this.#detail = new Detail((id) => this.#select(id));
    this.#theme = new ThemeSwitch(() => this.#timeline.setTheme());
    this.#build();
    this.#refresh();
    this.#detail.show(this.#model, undefined);
    this.#listen();
  }

  /** The session has gone on. */
  update(data: TraceData): void {
    const isFollowing = this.#list.isAtEnd;
    this.#model = new Model(data);
    this.#timeline.setModel(this.#model);
    this.#refresh();
    const row = this.#rowOf(this.#selected);
    if (row !== undefined) this.#detail.show(this.#model, row);
    if (isFollowing) this.#list.scrollToEnd();
  }

  setState(text: string): void {
    this.#state.textContent = text;
    this.#state.dataset['state'] = text;
  }

  #build(): void {
    const tools = el(
      'div',
      { class: 'tools' },
      this.#state,
      button('−', 'tool', () => this.#timeline.zoom(1 / 1.6), 'Zoom out (−)'),
      button('+', 'tool', () => this.#timeline.zoom(1.6), 'Zoom in (+)'),
      button('Fit', 'tool', () => this.#timeline.fit(), 'Show the whole session (0)'),
      button('Idle', 'tool idle', () => this.#toggleGaps(), 'Show idle time, or shorten it (g)'),
      button('◐', 'tool theme', () => this.#theme.toggle(), 'Light or dark (t)'),
    );
    document.body.append(
      el(
        'header',
        { class: 'top' },
        this.#facts,
        el(
          'div',
          { class: 'bar' },
          el('div', { class: 'finder' }, this.#search, this.#found),
          this.#facets,
          tools,
        ),
      ),
      el(
        'main',
        {},
        el('div', { class: 'left' }, this.#timeline.element, this.#list.element),
        this.#detail.element,
      ),
      this.#tip,
    );
    this.#list.element.focus();
  }

  #refresh(): void {
    this.#showFacts();
    this.#showFacets();
    this.#filter();
  }

  #showFacts(): void {
    const { data, calls } = this.#model;
    const turns = data.items.filter((item) => item.kind === 'turn');
    const total = (pick: 'input' | 'output' | 'cacheRead' | 'cacheWrite'): number =>
      turns.reduce((sum, { usage }) => sum + (usage?.[pick] ?? 0), 0);
    const costs = turns.map(({ costUsd }) => costUsd).filter((cost) => cost !== undefined);
    const failed = calls.filter(({ isError }) => isError).length;
    const models = [...new Set(turns.map(({ model }) => model).filter((model) => model !== ''))];
    const facts = [
      models.join(', '),
      durationText(data.end - data.start),
      plural(turns.length, 'turn'),
      plural(calls.length, 'call') + (failed > 0 ? `, ${failed} failed or denied` : ''),
      data.agents.length > 1 ? plural(data.agents.length - 1, 'sub-agent') : '',
      turns.length > 0
        ? `${countText(total('input') + total('cacheRead') + total('cacheWrite'))} tokens in, ${countText(total('output'))} out`
        : '',
      costs.length > 0 ? dollars(costs.reduce((sum, cost) => sum + cost, 0)) : '',
    ].filter((fact) => fact !== '');
    this.#facts.replaceChildren(
      el('h1', {}, data.title === '' ? data.id : data.title),
      el(
        'p',
        { class: 'muted' },
        [data.cwd, new Date(data.start).toLocaleString()].filter((text) => text !== '').join(' · '),
      ),
      el('ul', { class: 'stats' }, ...facts.map((fact) => el('li', {}, fact))),
    );
  }

  #showFacets(): void {
    const chips = FACETS.map(({ name, fits }, index) => {
      const count = index === 0 ? this.#model.calls.length : this.#model.data.items.filter(fits).length;
      const chip = button(name, 'facet', () => this.#choose(index));
      chip.append(el('span', { class: 'count' }, countText(count)));
      chip.setAttribute('aria-pressed', String(index === this.#facet));
      if (count === 0 && index > 0) chip.disabled = true;
      return chip;
    });
    this.#facets.replaceChildren(...chips);
  }

  #choose(index: number): void {
    this.#facet = index === this.#facet ? 0 : index;
    this.#showFacets();
    this.#filter();
  }

  #fits(item: TraceItem): boolean {
    const facet = FACETS[this.#facet];
    if (facet !== undefined && !facet.fits(item)) return false;
    return this.#query === '' || this.#model.textOf(item).includes(this.#query);
  }

  #filter(): void {
    const isFiltered = this.#facet > 0 || this.#query !== '';
    const rows = isFiltered
      ? this.#model.rows.filter(({ item }) => item !== undefined && this.#fits(item))
      : this.#uncollapsed();
    this.#list.setRows(this.#model, rows, this.#collapsed);
    this.#timeline.setDimmed(isFiltered ? (item) => !this.#fitting.has(item.id) : () => false);
    this.#fitting = new Set(isFiltered ? rows.map(({ id }) => id) : []);
    this.#found.textContent = isFiltered ? `${rows.length.toLocaleString('en-US')} found` : '';
  }

  #fitting: ReadonlySet<string> = new Set();

  #uncollapsed(): readonly Row[] {
    if (this.#collapsed.size === 0) return this.#model.rows;
    let hiddenBelow = Infinity;
    return this.#model.rows.filter(({ id, depth }) => {
      if (depth > hiddenBelow) return false;
      hiddenBelow = this.#collapsed.has(id) ? depth : Infinity;
      return true;
    });
  }

  #toggle(id: string): void {
    if (!this.#collapsed.delete(id)) this.#collapsed.add(id);
    this.#filter();
  }

  #toggleGaps(): void {
    this.#timeline.setCompressed(!this.#timeline.isCompressed);
    document.querySelector('.idle')?.setAttribute('aria-pressed', String(!this.#timeline.isCompressed));
  }

  #rowOf(id: string | undefined): Row | undefined {
    return id === undefined ? undefined : this.#model.rows.find((row) => row.id === id);
  }

  #select(id: string | undefined): void {
    this.#selected = id;
    const row = this.#rowOf(id);
    // What is selected from elsewhere must be in the list.
    if (row !== undefined && this.#list.indexOf(id) < 0) this.#clearFilter();
    this.#list.setSelected(id);
    this.#timeline.setSelected(id);
    if (row?.item !== undefined) this.#timeline.reveal(row.item);
    this.#detail.show(this.#model, row);
  }

  #clearFilter(): void {
    this.#query = '';
    this.#search.value = '';
    this.#facet = 0;
    this.#collapsed.clear();
    this.#showFacets();
    this.#filter();
  }

  #move(by: number): void {
    const { rows } = this.#list;
    const at = this.#list.indexOf(this.#selected);
    // Without a selection, the first step goes to the first or the last row.
    const from = at >= 0 || !Number.isFinite(by) ? at : by > 0 ? -1 : rows.length;
    const step = at >= 0 ? by : Math.sign(by) * (Number.isFinite(by) ? 1 : Infinity);
    const next = Math.min(rows.length - 1, Math.max(0, from + step));
    this.#select(rows[next]?.id);
  }

  #showTip(item: TraceItem | undefined, x: number, y: number): void {
    this.#tip.hidden = item === undefined;
    if (item === undefined) return;
    const lines =
      item.kind === 'call'
        ? [
            el('strong', {}, item.name),
            el('div', { class: 'clip' }, item.summary),
            el('div', { class: 'muted' }, `${outcomeText(item.outcome)} · ${this.#took(item)}`),
            waitedMs(item) >= 1
              ? el('div', { class: 'muted' }, `waited ${durationText(waitedMs(item))}`)
              : undefined,
          ]
        : [el('strong', {}, 'Model'), el('div', { class: 'muted' }, this.#took(item))];
    this.#tip.replaceChildren(...lines.filter((line) => line !== undefined));
    this.#tip.style.left = `${Math.min(x + 14, innerWidth - 340)}px`;
    this.#tip.style.top = `${y + 18}px`;
  }

  #took(item: TraceItem): string {
    return durationText(this.#model.endOf(item) - item.start);
  }

  #listen(): void {
    this.#search.addEventListener('input', () => {
      this.#query = this.#search.value.trim().toLowerCase();
      this.#filter();
    });
    this.#search.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === 'ArrowDown') {
        event.preventDefault();
        this.#list.element.focus();
        this.#move(this.#list.indexOf(this.#selected) < 0 ? 1 : 0);
      }
    });
    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') {
        if (this.#query !== '' || this.#facet > 0) this.#clearFilter();
        else this.#select(undefined);
        this.#list.element.focus();
        return;
      }
      if (event.target === this.#search) return;
      if (this.#onKey(event.key)) event.preventDefault();
    });
  }

  /** False: the key means nothing here. */
  #onKey(key: string): boolean {
    switch (key) {
      case '/':
        this.#search.focus();
        this.#search.select();
        return true;
      case 'ArrowDown':
      case 'j':
      case 'n':
        this.#move(1);
        return true;
      case 'ArrowUp':
      case 'k':
      case 'N':
        this.#move(-1);
        return true;
      case 'PageDown':
        this.#move(this.#list.pageRows());
        return true;
      case 'PageUp':
        this.#move(-this.#list.pageRows());
        return true;
      case 'Home':
        this.#move(-Infinity);
        return true;
      case 'End':
        this.#move(Infinity);
        return true;
      case 'ArrowLeft':
      case 'ArrowRight':
        return this.#open(key === 'ArrowRight');
      case '+':
      case '=':
        this.#timeline.zoom(1.6);
        return true;
      case '-':
        this.#timeline.zoom(1 / 1.6);
        return true;
      case '[':
        this.#timeline.pan(-0.25);
        return true;
      case ']':
        this.#timeline.pan(0.25);
        return true;
      case '0':
        this.#timeline.fit();
        return true;
      case 'z': {
        const item = this.#rowOf(this.#selected)?.item;
        if (item !== undefined) this.#timeline.zoomTo(item);
        return true;
      }
      case 'w': {
        const item = this.#rowOf(this.#selected)?.item;
        const before =
          item?.kind === 'call' ? item.waits.find((wait) => wait.item !== undefined)?.item : undefined;
        if (before !== undefined) this.#select(before);
        return true;
      }
      case 'g':
        this.#toggleGaps();
        return true;
      case 't':
        this.#theme.toggle();
        return true;
      default:
        return false;
    }
  }

  /** Opens or closes the sub-agent in the selected row. */
  #open(isOpen: boolean): boolean {
    const row = this.#rowOf(this.#selected);
    if (row === undefined || row.item !== undefined) return false;
    if (this.#collapsed.has(row.id) === isOpen) this.#toggle(row.id);
    return true;
  }
}
