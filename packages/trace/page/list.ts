import type { TraceCall, TraceItem } from '../src/data/trace-data.ts';
import { el } from './dom.ts';
import { hasWaited, waitedMs, wasAsked } from './facets.ts';
import { countText, dollars, durationText, offsetText } from './format.ts';
import type { Model, Row } from './model.ts';
import { promptTitle } from './prompt-title.ts';
import { outcomeText, toneOf } from './tone.ts';

const ROW = 28;
/** Rows drawn above and below those in view. */
const SPARE = 6;

export interface ListEvents {
  onSelect(id: string): void;
  /** The heading of a sub-agent, or an item with sub-agents below it, was opened or closed. */
  onToggle(id: string): void;
}

/** The rows of the session. Only those in view exist. */
export class List {
  readonly element = el('div', {
    class: 'list',
    role: 'listbox',
    tabindex: '0',
    'aria-label': 'Everything that happened, in order',
  });
  readonly #spacer = el('div', { class: 'spacer', role: 'presentation' });
  readonly #events: ListEvents;
  #model: Model;
  #rows: readonly Row[] = [];
  #indexes = new Map<string, number>();
  #collapsed: ReadonlySet<string> = new Set();
  #selected: string | undefined;
  #frame = 0;

  constructor(model: Model, events: ListEvents) {
    this.#events = events;
    this.#model = model;
    this.element.append(this.#spacer);
    this.element.addEventListener('scroll', () => this.#draw());
    this.element.addEventListener('click', (event) => {
      const target = event.target instanceof Element ? event.target : undefined;
      const id = target?.closest('.row')?.getAttribute('data-id');
      if (id === null || id === undefined) return;
      if (target?.closest('.twist') !== null) this.#events.onToggle(id);
      else this.#events.onSelect(id);
    });
    new ResizeObserver(() => this.#draw()).observe(this.element);
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  get isAtEnd(): boolean {
    const { scrollTop, clientHeight, scrollHeight } = this.element;
    return scrollTop + clientHeight >= scrollHeight - ROW;
  }

  setRows(model: Model, rows: readonly Row[], collapsed: ReadonlySet<string>): void {
    this.#model = model;
    this.#rows = rows;
    this.#collapsed = collapsed;
    this.#indexes = new Map(rows.map(({ id }, index) => [id, index]));
    this.#spacer.style.height = `${rows.length * ROW}px`;
    this.#draw();
  }

  indexOf(id: string | undefined): number {
    return id === undefined ? -1 : (this.#indexes.get(id) ?? -1);
  }

  setSelected(id: string | undefined): void {
    this.#selected = id;
    const index = this.indexOf(id);
    if (index >= 0) {
      const top = index * ROW;
      const { scrollTop, clientHeight } = this.element;
      if (top < scrollTop) this.element.scrollTop = top - 2 * ROW;
      else if (top + ROW > scrollTop + clientHeight) this.element.scrollTop = top - clientHeight + 3 * ROW;
    }
    this.#draw();
  }

  scrollToEnd(): void {
    this.element.scrollTop = this.element.scrollHeight;
  }

  pageRows(): number {
    return Math.max(1, Math.floor(this.element.clientHeight / ROW) - 1);
  }

  #draw(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  #paint(): void {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - SPARE);
    const last = Math.min(this.#rows.length, Math.ceil((scrollTop + clientHeight) / ROW) + SPARE);
    const shown: HTMLElement[] = [];
    for (let index = first; index < last; index += 1) {
      const row = this.#rows[index];
      if (row !== undefined) shown.push(this.#rowElement(row, index));
    }
    this.#spacer.replaceChildren(...shown);
    const chosen = this.indexOf(this.#selected);
    if (chosen >= first && chosen < last) this.element.setAttribute('aria-activedescendant', `row-${chosen}`);
    else this.element.removeAttribute('aria-activedescendant');
  }

  #rowElement(row: Row, index: number): HTMLElement {
    const { item, agent, depth, id } = row;
    const isSelected = id === this.#selected;
    const canCollapse = item === undefined;
    const isCollapsed = this.#collapsed.has(id);
    const element = el(
      'div',
      {
        id: `row-${index}`,
        class: `row ${item?.kind ?? 'agent'}${item?.kind === 'prompt' && item.origin !== 'person' ? ' aside' : ''}${isSelected ? ' selected' : ''}`,
        role: 'option',
        'data-id': id,
        'aria-selected': String(isSelected),
        'aria-posinset': String(index + 1),
        'aria-setsize': String(this.#rows.length),
        ...(canCollapse ? { 'aria-expanded': String(!isCollapsed) } : {}),
      },
      el(
        'span',
        { class: 'time' },
        item === undefined ? '' : offsetText(item.start - this.#model.data.start),
      ),
    );
    const body = el('span', { class: 'body' });
    body.style.paddingLeft = `${depth * 16}px`;
    if (item === undefined) {
      body.append(
        el('span', { class: 'twist', 'aria-hidden': 'true' }, isCollapsed ? '▸' : '▾'),
        el('span', { class: 'name' }, agent.name),
        el('span', { class: 'summary' }, agent.description),
      );
      element.append(
        body,
        el('span', { class: 'side' }, el('span', { class: `badge ${agent.status}` }, agent.status)),
      );
    } else {
      body.append(el('span', { class: `dot ${dotOf(item)}`, 'aria-hidden': 'true' }), ...bodyOf(item));
      element.append(body, el('span', { class: 'side' }, ...sideOf(item, this.#model)));
    }
    element.style.top = `${index * ROW}px`;
    return element;
  }
}

function dotOf(item: TraceItem): string {
  if (item.kind === 'prompt') return item.origin === 'person' ? 'prompt' : 'event';
  return item.kind === 'call' ? toneOf(item) : item.kind;
}

/** One line is enough for a row. */
function oneLine(text: string): string {
  return text.slice(0, 300).replaceAll(/\s+/g, ' ');
}

function bodyOf(item: TraceItem): readonly HTMLElement[] {
  const line = (name: string, text: string): readonly HTMLElement[] => [
    el('span', { class: 'name' }, name),
    el('span', { class: 'summary' }, oneLine(text)),
  ];
  switch (item.kind) {
    case 'call':
      return line(item.name, item.summary);
    case 'prompt':
      return line(promptTitle(item.origin), item.text);
    case 'turn':
      return line('Model', item.text);
    case 'hook':
      return line(`${item.event} hook`, item.said === '' ? item.hook : item.said);
    case 'event':
      return line(item.label, item.text);
    default:
      return item satisfies never;
  }
}

function sideOf(item: TraceItem, model: Model): readonly HTMLElement[] {
  const side: HTMLElement[] = [];
  const badge = (text: string, kind: string): number =>
    side.push(el('span', { class: `badge ${kind}` }, text));
  if (item.kind === 'call') {
    for (const [text, kind] of badgesOf(item)) badge(text, kind);
    side.push(el('span', { class: 'ms' }, durationText(model.endOf(item) - item.start)));
  }
  if (item.kind === 'turn') {
    if (item.usage !== undefined) badge(`${countText(item.usage.output)} tokens`, 'quiet');
    if (item.costUsd !== undefined) badge(dollars(item.costUsd), 'quiet');
    if (item.isDiscarded) badge('retracted', 'gone');
    side.push(el('span', { class: 'ms' }, durationText(model.endOf(item) - item.start)));
  }
  if (item.kind === 'hook') {
    if (item.outcome !== 'ok') badge(item.outcome, 'error');
    side.push(el('span', { class: 'ms' }, durationText(item.ms)));
  }
  return side;
}

function badgesOf(call: TraceCall): readonly (readonly [text: string, kind: string])[] {
  const tone = toneOf(call);
  const badges: (readonly [string, string])[] = [];
  if (hasWaited(call)) badges.push([`waited ${durationText(waitedMs(call))}`, 'wait']);
  if (call.hooks.length > 0)
    badges.push([call.hooks.length === 1 ? 'hook' : `${call.hooks.length} hooks`, 'quiet']);
  if (wasAsked(call)) badges.push(['asked', 'ask']);
  if (tone !== 'ok') badges.push([outcomeText(call.outcome).split(':', 1)[0] ?? '', tone]);
  return badges;
}
