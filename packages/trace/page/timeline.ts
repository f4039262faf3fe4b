import type { TraceCall, TraceItem } from '../src/data/trace-data.ts';
import { el } from './dom.ts';
import { durationText } from './format.ts';
import type { Model } from './model.ts';
import type { Track } from './lanes.ts';
import { Colors } from './theme.ts';
import { drawAxis, ticksOf } from './axis.ts';
import type { TimeScale } from './time-scale.ts';
import { toneOf } from './tone.ts';

const GUTTER = 132;
const OVERVIEW = 26;
const AXIS = 22;
const TOP = OVERVIEW + AXIS;
const HEAD = 22;
const MODEL = 8;
const LANE = 18;
const BAR = 14;
const PAD = 10;
/** The most that one pixel may show, in milliseconds of the scale. */
const MIN_SPAN_MS = 0.5;

interface PlacedTrack {
  readonly track: Track;
  readonly top: number;
}

export interface TimelineEvents {
  /** A call or turn was clicked. */
  onSelect(id: string): void;
  onHover(item: TraceItem | undefined, x: number, y: number): void;
}

/** Lanes of calls by time, drawn on a canvas: only what is in view, and at most one mark for each pixel of a lane. */
export class Timeline {
  readonly element = el('div', { class: 'timeline' });
  readonly #canvas = el('canvas', { 'aria-hidden': 'true' });
  readonly #events: TimelineEvents;
  #model: Model;
  #scale: TimeScale;
  #colors = new Colors();
  #placed: readonly PlacedTrack[] = [];
  #height = 0;
  #scroll = 0;
  /** The part of the scale in view. */
  #from = 0;
  #span = 1;
  #selected: string | undefined;
  #hovered: string | undefined;
  #isDimmed: (item: TraceItem) => boolean = () => false;
  #isCompressed = true;
  #frame = 0;
  #drawn = 0;

  constructor(model: Model, events: TimelineEvents) {
    this.#events = events;
    this.#model = model;
    this.#scale = model.scale(this.#isCompressed);
    this.element.append(this.#canvas);
    this.#place();
    this.fit();
    this.#listen();
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** How many frames have been drawn, and what the last one showed: for tests. */
  get state() {
    return {
      from: this.#from,
      span: this.#span,
      length: this.#scale.length,
      marks: this.#drawn,
      scroll: this.#scroll,
    };
  }

  get isCompressed(): boolean {
    return this.#isCompressed;
  }

  setModel(model: Model): void {
    const isWhole = this.#from === 0 && this.#span >= this.#scale.length;
    const isAtEnd = this.#from + this.#span >= this.#scale.length;
    this.#model = model;
    this.#scale = model.scale(this.#isCompressed);
    this.#place();
    if (isWhole) this.fit();
    else if (isAtEnd) this.#view(this.#scale.length - this.#span, this.#span);
    this.draw();
  }

  setCompressed(isCompressed: boolean): void {
    this.#isCompressed = isCompressed;
    this.#scale = this.#model.scale(isCompressed);
    this.fit();
  }

  setTheme(): void {
    this.#colors = new Colors();
    this.draw();
  }

  setSelected(id: string | undefined): void {
    this.#selected = id;
    this.draw();
  }

  setDimmed(isDimmed: (item: TraceItem) => boolean): void {
    this.#isDimmed = isDimmed;
    this.draw();
  }

  fit(): void {
    this.#view(0, this.#scale.length);
  }

  /** @param factor above 1 shows less time */
  zoom(factor: number, at = this.#from + this.#span / 2): void {
    const span = this.#span / factor;
    this.#view(at - ((at - this.#from) / this.#span) * span, span);
  }

  pan(share: number): void {
    this.#view(this.#from + this.#span * share, this.#span);
  }

  zoomTo(item: TraceItem): void {
    const from = this.#scale.placeOf(item.start);
    const length = Math.max(this.#scale.placeOf(this.#model.endOf(item)) - from, MIN_SPAN_MS);
    this.#view(from - length, length * 3);
    this.reveal(item);
  }

  /** Scrolls just enough to have the item in view. */
  reveal(item: TraceItem): void {
    const [from, to] = [this.#scale.placeOf(item.start), this.#scale.placeOf(this.#model.endOf(item))];
    if (to < this.#from || from > this.#from + this.#span)
      this.#view((from + to - this.#span) / 2, this.#span);
    const top = this.#topOf(item);
    const height = this.element.clientHeight - TOP;
    if (top !== undefined && (top < this.#scroll || top + LANE > this.#scroll + height)) {
      this.#scrollTo(top - height / 2);
    }
    this.draw();
  }

  draw(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  #view(from: number, span: number): void {
    const { length } = this.#scale;
    this.#span = Math.min(length, Math.max(span, MIN_SPAN_MS));
    this.#from = Math.min(Math.max(0, from), length - this.#span);
    this.draw();
  }

  #scrollTo(top: number): void {
    const most = Math.max(0, this.#height - (this.element.clientHeight - TOP));
    this.#scroll = Math.min(Math.max(0, top), most);
    this.draw();
  }

  #place(): void {
    let top = 0;
    this.#placed = this.#model.tracks.map((track) => {
      const placed = { track, top };
      top += HEAD + MODEL + 4 + track.lanes.length * LANE + PAD;
      return placed;
    });
    this.#height = top;
    // As tall as its lanes, if those need less than its share of the page.
    if (this.element.style.height === '') this.element.style.maxHeight = `${Math.max(140, TOP + top + 8)}px`;
  }

  #topOf(item: TraceItem): number | undefined {
    const placed = this.#placed.find(({ track }) => track.agent.id === item.agent);
    if (placed === undefined) return undefined;
    if (item.kind !== 'call') return placed.top;
    const lane = placed.track.lanes.findIndex((calls) => calls.includes(item));
    return lane < 0 ? placed.top : laneTop(placed.top, lane);
  }

  #xOf(place: number, width: number): number {
    return GUTTER + ((place - this.#from) / this.#span) * (width - GUTTER);
  }

  #paint(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    const ratio = devicePixelRatio;
    if (
      this.#canvas.width !== Math.round(width * ratio) ||
      this.#canvas.height !== Math.round(height * ratio)
    ) {
      this.#canvas.width = Math.round(width * ratio);
      this.#canvas.height = Math.round(height * ratio);
      this.#canvas.style.width = `${width}px`;
      this.#canvas.style.height = `${height}px`;
    }
    const context = this.#canvas.getContext('2d');
    if (context === null || width <= GUTTER) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    this.#drawn = 0;
    context.save();
    context.beginPath();
    context.rect(0, TOP, width, height - TOP);
    context.clip();
    this.#paintGaps(context, width, height);
    const axis = {
      scale: this.#scale,
      start: this.#model.data.start,
      from: this.#from,
      span: this.#span,
      left: GUTTER,
      top: OVERVIEW,
      width,
      height,
    };
    const ticks = ticksOf(axis);
    context.fillStyle = this.#colors.get('grid');
    for (const { x } of ticks) context.fillRect(x, TOP, 1, height);
    for (const placed of this.#placed) this.#paintTrack(context, placed, width, height);
    this.#paintLinks(context, width);
    context.restore();
    drawAxis(context, this.#colors, axis, ticks);
    this.#paintOverview(context, width);
    this.element.dataset['marks'] = String(this.#drawn);
  }

  #paintGaps(context: CanvasRenderingContext2D, width: number, height: number): void {
    context.fillStyle = this.#colors.get('gap');
    for (const { at, length } of this.#scale.gaps) {
      const [left, right] = [this.#xOf(at, width), this.#xOf(at + length, width)];
      if (right < GUTTER || left > width) continue;
      context.fillRect(Math.max(GUTTER, left), TOP, right - Math.max(GUTTER, left), height);
    }
  }

  #paintTrack(
    context: CanvasRenderingContext2D,
    { track, top }: PlacedTrack,
    width: number,
    height: number,
  ): void {
    const y = TOP + top - this.#scroll;
    const bottom = y + HEAD + MODEL + 4 + track.lanes.length * LANE + PAD;
    if (bottom < TOP || y > height) return;
    context.fillStyle = this.#colors.get('line');
    if (top > 0) context.fillRect(0, y, width, 1);
    const { agent, depth } = track;
    context.fillStyle = this.#colors.get(depth === 0 ? 'text' : 'muted');
    const indent = 14 + Math.min(depth, 4) * 8;
    context.fillText(shorten(context, agent.name, GUTTER - indent - 8), indent, y + HEAD / 2 + 8);
    if (agent.description !== '') {
      context.fillStyle = this.#colors.get('muted');
      context.fillText(shorten(context, agent.description, width - GUTTER - 20), GUTTER + 6, y + HEAD / 2);
    }
    context.save();
    context.beginPath();
    context.rect(GUTTER, TOP, width - GUTTER, height - TOP);
    context.clip();
    context.fillStyle = this.#colors.get('model');
    let reached = -1;
    for (const turn of track.turns) {
      const left = this.#xOf(this.#scale.placeOf(turn.start), width);
      const right = Math.max(left + 1, this.#xOf(this.#scale.placeOf(this.#model.endOf(turn)), width));
      if (right < GUTTER || right <= reached || left > width) continue;
      context.globalAlpha = turn.id === this.#selected ? 1 : 0.75;
      round(context, Math.max(left, reached), y + HEAD, right - Math.max(left, reached), MODEL - 2, 2);
      reached = right;
    }
    context.globalAlpha = 1;
    const first = Math.max(0, Math.floor((TOP - (y + HEAD + MODEL + 4)) / LANE));
    const last = Math.min(track.lanes.length, Math.ceil((height - (y + HEAD + MODEL + 4)) / LANE));
    for (let lane = first; lane < last; lane += 1) {
      const calls = track.lanes[lane];
      if (calls !== undefined)
        this.#paintLane(context, calls, TOP + laneTop(top, lane) - this.#scroll, width);
    }
    context.restore();
  }

  #paintLane(context: CanvasRenderingContext2D, calls: readonly TraceCall[], y: number, width: number): void {
    const earliest = this.#scale.timeAt(this.#from);
    const latest = this.#scale.timeAt(this.#from + this.#span);
    let column = -1;
    let shown = '';
    for (let at = this.#firstEnding(calls, earliest); at < calls.length; at += 1) {
      const call = calls[at];
      if (call === undefined || call.start > latest) break;
      const left = this.#xOf(this.#scale.placeOf(call.start), width);
      const right = Math.max(left + 2, this.#xOf(this.#scale.placeOf(this.#model.endOf(call)), width));
      const isChosen = call.id === this.#selected || call.id === this.#hovered;
      const tone = toneOf(call);
      // What completed hides no failure in the same pixel.
      const isHidden = Math.floor(left) === column && right - left <= 2 && (tone === 'ok' || tone === shown);
      if (isHidden && !isChosen) continue;
      [column, shown] = [Math.floor(left), tone];
      this.#drawn += 1;
      this.#paintCall(context, call, { left, right, y });
    }
  }

  /** Calls of a lane don't overlap: their ends are ordered like their starts. */
  #firstEnding(calls: readonly TraceCall[], time: number): number {
    let [low, high] = [0, calls.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const call = calls[middle];
      if (call !== undefined && this.#model.endOf(call) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #paintCall(
    context: CanvasRenderingContext2D,
    call: TraceCall,
    { left, right, y }: { readonly left: number; readonly right: number; readonly y: number },
  ): void {
    const tone = toneOf(call);
    const width = right - left;
    context.globalAlpha = this.#isDimmed(call) ? 0.18 : 1;
    const total = call.stages.reduce((sum, { ms }) => sum + ms, 0);
    if (width < 6 || total === 0) {
      context.fillStyle = this.#colors.get(tone);
      round(context, left, y + 2, width, BAR, Math.min(3, width / 2));
    } else {
      context.fillStyle = this.#colors.get('wait');
      round(context, left, y + 2, width, BAR, 3);
      let x = left;
      for (const { name, ms } of call.stages) {
        const part = (ms / total) * width;
        if (name === 'asking' || name === 'running' || (tone === 'denied' && name === 'preparing')) {
          context.fillStyle = this.#colors.get(name === 'asking' ? 'ask' : tone);
          round(context, x, y + 2, Math.max(part, 1.5), BAR, Math.min(3, part / 2));
        }
        x += part;
      }
    }
    if (call.id === this.#selected || call.id === this.#hovered) {
      context.strokeStyle = this.#colors.get(call.id === this.#selected ? 'text' : 'muted');
      context.lineWidth = 1.5;
      context.beginPath();
      context.roundRect(left - 1.5, y + 0.5, width + 3, BAR + 3, 4);
      context.stroke();
    }
    if (width > 48) this.#paintLabel(context, call, { left, right, y });
    context.globalAlpha = 1;
  }

  /** In the part of the bar that has most room. */
  #paintLabel(
    context: CanvasRenderingContext2D,
    call: TraceCall,
    { left, right, y }: { readonly left: number; readonly right: number; readonly y: number },
  ): void {
    const total = call.stages.reduce((sum, { ms }) => sum + ms, 0);
    const [edge, limit] = [Math.max(left, GUTTER), Math.min(right, this.element.clientWidth)];
    let [widest, from, to, isWork] = [0, edge, limit, total === 0];
    let x = left;
    let waitFrom = left;
    for (const { name, ms } of call.stages) {
      const next = x + (ms / total) * (right - left);
      const works = name === 'running' || name === 'asking';
      if (works) waitFrom = next;
      const start = Math.max(edge, works ? x : waitFrom);
      const end = Math.min(limit, next);
      if (end - start > widest) [widest, from, to, isWork] = [end - start, start, end, works];
      x = next;
    }
    if (to - from < 30) return;
    const label = call.summary === '' ? call.name : `${call.name}  ${call.summary}`;
    context.fillStyle = this.#colors.get(isWork ? 'on-bar' : 'text');
    context.fillText(shorten(context, label, to - from - 12), from + 6, y + 2 + BAR / 2 + 0.5);
  }

  /** From what the selected call waited for to it, and from it to what waited for it. */
  #paintLinks(context: CanvasRenderingContext2D, width: number): void {
    const call = this.#selected === undefined ? undefined : this.#model.items.get(this.#selected);
    if (call?.kind !== 'call') return;
    context.strokeStyle = this.#colors.get('link');
    context.lineWidth = 1.5;
    for (const { item } of call.waits) {
      const before = item === undefined ? undefined : this.#model.items.get(item);
      if (before?.kind === 'call') this.#paintLink(context, before, call, width);
    }
    for (const later of this.#model.waiters.get(call.id) ?? []) this.#paintLink(context, call, later, width);
  }

  #paintLink(context: CanvasRenderingContext2D, before: TraceCall, after: TraceCall, width: number): void {
    const [top, bottom] = [this.#topOf(before), this.#topOf(after)];
    if (top === undefined || bottom === undefined) return;
    const from = {
      x: this.#xOf(this.#scale.placeOf(this.#model.endOf(before)), width),
      y: TOP + top - this.#scroll + LANE / 2,
    };
    const to = {
      x: this.#xOf(this.#scale.placeOf(startOfWork(after)), width),
      y: TOP + bottom - this.#scroll + LANE / 2,
    };
    const bend = Math.max(14, Math.abs(to.x - from.x) / 2);
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.bezierCurveTo(from.x + bend, from.y, to.x - bend, to.y, to.x, to.y);
    context.stroke();
    context.beginPath();
    context.arc(to.x, to.y, 2.5, 0, 7);
    context.fillStyle = this.#colors.get('link');
    context.fill();
  }

  /** The whole session in a strip, with the part in view. */
  #paintOverview(context: CanvasRenderingContext2D, width: number): void {
    const inner = width - GUTTER;
    const columns = new Float64Array(Math.ceil(inner));
    const column = (time: number): number =>
      Math.floor((this.#scale.placeOf(time) / this.#scale.length) * (inner - 1));
    for (const call of this.#model.calls) {
      const [from, to] = [column(call.start), column(this.#model.endOf(call))];
      for (let x = from; x <= to; x += 1) columns[x] = (columns[x] ?? 0) + 1;
    }
    const most = columns.reduce((high, count) => Math.max(high, count), 1);
    context.fillStyle = this.#colors.get('panel');
    context.fillRect(0, 0, width, OVERVIEW);
    context.fillStyle = this.#colors.get('density');
    for (const [x, count] of columns.entries()) {
      if (count === 0) continue;
      const height = 3 + Math.round((Math.log1p(count) / Math.log1p(most)) * (OVERVIEW - 9));
      context.fillRect(GUTTER + x, OVERVIEW - 3 - height, 1, height);
    }
    if (this.#span < this.#scale.length) {
      const left = GUTTER + (this.#from / this.#scale.length) * inner;
      const length = Math.max(3, (this.#span / this.#scale.length) * inner);
      context.fillStyle = this.#colors.get('view');
      context.fillRect(left, 0, length, OVERVIEW);
      context.fillStyle = this.#colors.get('link');
      context.fillRect(left, 0, 1.5, OVERVIEW);
      context.fillRect(left + length - 1.5, 0, 1.5, OVERVIEW);
    }
    context.fillStyle = this.#colors.get('muted');
    context.fillText(durationText(this.#model.data.end - this.#model.data.start), 14, OVERVIEW / 2);
  }

  /** The call or turn at a point of the element. */
  #itemAt(x: number, y: number): TraceItem | undefined {
    const width = this.element.clientWidth;
    if (x < GUTTER || y < TOP) return undefined;
    const down = y - TOP + this.#scroll;
    const placed = this.#placed.findLast(({ top }) => top <= down);
    if (placed === undefined) return undefined;
    const inside = down - placed.top;
    const slack = (this.#span / (width - GUTTER)) * 3;
    const place = this.#from + ((x - GUTTER) / (width - GUTTER)) * this.#span;
    const [before, after] = [this.#scale.timeAt(place - slack), this.#scale.timeAt(place + slack)];
    const isHit = (item: TraceItem): boolean => item.start <= after && this.#model.endOf(item) >= before;
    if (inside < HEAD + MODEL + 2) return inside < HEAD - 3 ? undefined : placed.track.turns.findLast(isHit);
    const calls = placed.track.lanes[Math.floor((inside - HEAD - MODEL - 4) / LANE)];
    if (calls === undefined) return undefined;
    const first = calls[this.#firstEnding(calls, before)];
    return first !== undefined && isHit(first) ? first : undefined;
  }

  #listen(): void {
    let drag:
      | { x: number; y: number; from: number; scroll: number; isOverview: boolean; hasMoved: boolean }
      | undefined;
    const { element } = this;
    const pointOf = (event: MouseEvent) => {
      const { left, top } = element.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    const jump = (x: number): void => {
      const share = (x - GUTTER) / (element.clientWidth - GUTTER);
      this.#view(share * this.#scale.length - this.#span / 2, this.#span);
    };
    element.addEventListener('pointerdown', (event) => {
      const point = pointOf(event);
      const isOverview = point.y < OVERVIEW;
      drag = { ...point, from: this.#from, scroll: this.#scroll, isOverview, hasMoved: false };
      element.setPointerCapture(event.pointerId);
      if (isOverview) jump(point.x);
    });
    element.addEventListener('pointermove', (event) => {
      const point = pointOf(event);
      if (drag === undefined) {
        const item = this.#itemAt(point.x, point.y);
        if (item?.id !== this.#hovered) {
          this.#hovered = item?.id;
          element.style.cursor = item === undefined ? 'default' : 'pointer';
          this.draw();
        }
        this.#events.onHover(item, event.clientX, event.clientY);
        return;
      }
      if (Math.abs(point.x - drag.x) + Math.abs(point.y - drag.y) > 4) drag.hasMoved = true;
      if (drag.isOverview) jump(point.x);
      else if (drag.hasMoved) {
        this.#view(
          drag.from - ((point.x - drag.x) / (element.clientWidth - GUTTER)) * this.#span,
          this.#span,
        );
        this.#scrollTo(drag.scroll - (point.y - drag.y));
      }
    });
    element.addEventListener('pointerup', (event) => {
      const point = pointOf(event);
      const item = drag?.hasMoved === false && !drag.isOverview ? this.#itemAt(point.x, point.y) : undefined;
      drag = undefined;
      if (item !== undefined) this.#events.onSelect(item.id);
    });
    element.addEventListener('pointercancel', () => (drag = undefined));
    element.addEventListener('pointerleave', () => {
      this.#hovered = undefined;
      this.#events.onHover(undefined, 0, 0);
      this.draw();
    });
    element.addEventListener('dblclick', (event) => {
      const point = pointOf(event);
      const item = this.#itemAt(point.x, point.y);
      if (item === undefined) this.fit();
      else this.zoomTo(item);
    });
    element.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        const { x } = pointOf(event);
        const canScroll = this.#height > element.clientHeight - TOP;
        if (
          event.ctrlKey ||
          event.metaKey ||
          event.altKey ||
          (!canScroll && event.deltaX === 0 && !event.shiftKey)
        ) {
          const place =
            this.#from + ((Math.max(x, GUTTER) - GUTTER) / (element.clientWidth - GUTTER)) * this.#span;
          this.zoom(Math.exp(-event.deltaY / 300), place);
        } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
          this.pan((event.deltaX + (event.shiftKey ? event.deltaY : 0)) / (element.clientWidth - GUTTER));
        } else this.#scrollTo(this.#scroll + event.deltaY);
      },
      { passive: false },
    );
  }
}

function laneTop(top: number, lane: number): number {
  return top + HEAD + MODEL + 4 + lane * LANE;
}

/** When the call stopped waiting for others. */
function startOfWork(call: TraceCall): number {
  let time = call.start;
  for (const { name, ms } of call.stages) {
    if (name !== 'received' && name !== 'queued') break;
    time += ms;
  }
  return time;
}

function round(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): void {
  if (radius < 1) {
    context.fillRect(x, y, width, height);
    return;
  }
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.fill();
}

function shorten(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (width <= 0) return '';
  const fits = Math.floor(width / 5.2);
  let shown = text.slice(0, fits + 8);
  if (shown === text && context.measureText(text).width <= width) return text;
  while (shown.length > 1 && context.measureText(`${shown}…`).width > width) shown = shown.slice(0, -2);
  return shown.length <= 1 ? '' : `${shown}…`;
}
