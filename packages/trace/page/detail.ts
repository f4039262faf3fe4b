import type {
  TraceCall,
  TraceDecision,
  TraceHookRun,
  TraceItem,
  TraceRule,
  TraceStage,
} from '../src/data/trace-data.ts';
import { button, el } from './dom.ts';
import { countText, dollars, durationText, offsetText, plural } from './format.ts';
import type { Model, Row } from './model.ts';
import { promptTitle } from './prompt-title.ts';
import { outcomeText, toneOf } from './tone.ts';

const STAGE_TEXTS: Readonly<Record<TraceStage['name'], string>> = {
  received: 'Arriving',
  queued: 'Waiting for its turn',
  preparing: 'Checking, deciding',
  asking: 'Waiting for an answer',
  running: 'Running',
  settling: 'Finishing',
};

/** Everything about the selected row. */
export class Detail {
  readonly element = el('aside', { class: 'detail', tabindex: '-1', 'aria-label': 'Details' });
  readonly #onSelect: (id: string) => void;

  constructor(onSelect: (id: string) => void) {
    this.#onSelect = onSelect;
  }

  show(model: Model, row: Row | undefined): void {
    this.element.replaceChildren(...(row === undefined ? [welcome(model)] : this.#parts(model, row)));
    this.element.scrollTop = 0;
  }

  #parts(model: Model, { item, agent }: Row): readonly HTMLElement[] {
    if (item === undefined) {
      return [
        heading(agent.name, agent.type),
        facts([
          ['Task', agent.description],
          ['Status', agent.status],
          ['Opened by', this.#link(model, agent.opener)],
        ]),
      ];
    }
    const when = `${offsetText(item.start - model.data.start)} · ${new Date(item.start).toLocaleString()}`;
    switch (item.kind) {
      case 'call':
        return this.#call(model, item, when);
      case 'prompt':
        return [heading(promptTitle(item.origin), when), block('Text', item.text)];
      case 'turn':
        return turnParts(model, item, when);
      case 'hook':
        return [heading(`${item.event} hook`, when), hookList([item])];
      case 'event':
        return [heading(item.label, when), block('', item.text)];
      default:
        return item satisfies never;
    }
  }

  #call(model: Model, call: TraceCall, when: string): readonly HTMLElement[] {
    const tone = toneOf(call);
    const total = model.endOf(call) - call.start;
    const children = model.calls.filter(({ parent }) => parent === call.id);
    const opened = model.data.agents.filter(({ opener }) => opener === call.id);
    return [
      heading(call.name, when),
      el(
        'p',
        { class: `outcome ${tone}` },
        el('span', { class: `dot ${tone}` }),
        `${outcomeText(call.outcome)} · ${durationText(total)}`,
        call.attempts > 1 ? ` · attempt ${call.attempts}` : undefined,
      ),
      call.why === '' || call.result.includes(call.why) ? undefined : el('p', {}, call.why),
      stageBar(call.stages),
      this.#waits(model, call),
      this.#blocked(model, call),
      call.decision === undefined ? undefined : decisionPart(call.decision),
      call.hooks.length === 0 ? undefined : section('Hooks', hookList(call.hooks)),
      call.files.length === 0
        ? undefined
        : section(
            'Files',
            el(
              'ul',
              {},
              ...call.files.map(({ path, what }) =>
                el('li', {}, el('span', { class: 'badge quiet' }, what), ' ', code(path)),
              ),
            ),
          ),
      opened.length === 0 && children.length === 0
        ? undefined
        : section(
            'Below it',
            el(
              'ul',
              {},
              ...opened.map((agent) =>
                el(
                  'li',
                  {},
                  button(agent.name, 'link', () => this.#onSelect(`agent:${agent.id}`)),
                  ` ${agent.description}`,
                ),
              ),
              ...children.map((child) => el('li', {}, this.#link(model, child.id))),
            ),
          ),
      block('Input', call.input),
      call.end === undefined ? undefined : block('Result', call.result),
      ...call.notes.map((note) => el('p', { class: 'muted' }, note)),
      facts([
        ['Call', call.callId],
        ['Message', this.#link(model, call.turn)],
        ['Made by', this.#link(model, call.parent)],
      ]),
    ].filter((part) => part !== undefined);
  }

  #waits(model: Model, call: TraceCall): HTMLElement | undefined {
    if (call.waits.length === 0) return undefined;
    return section(
      'Waited for',
      el(
        'ul',
        { class: 'waits' },
        ...call.waits.map(({ item, callId, ms, why }) =>
          el(
            'li',
            {},
            this.#link(model, item) ?? callId ?? '',
            el('span', { class: 'muted' }, ` ${durationText(ms)}${why === '' ? '' : ` · ${why}`}`),
          ),
        ),
      ),
    );
  }

  #blocked(model: Model, call: TraceCall): HTMLElement | undefined {
    const waiters = model.waiters.get(call.id) ?? [];
    if (waiters.length === 0) return undefined;
    const shown = waiters.slice(0, 20).map((later) => el('li', {}, this.#link(model, later.id)));
    const more =
      waiters.length > 20 ? el('li', { class: 'muted' }, `and ${waiters.length - 20} more`) : undefined;
    return section('Waited for this', el('ul', {}, ...shown, more));
  }

  #link(model: Model, id: string | undefined): HTMLElement | undefined {
    const item = id === undefined ? undefined : model.items.get(id);
    if (id === undefined || item === undefined) return undefined;
    return button(labelOf(item), 'link', () => this.#onSelect(id));
  }
}

function labelOf(item: TraceItem): string {
  if (item.kind !== 'call') return item.kind === 'turn' ? "The model's message" : item.kind;
  return item.summary === '' ? item.name : `${item.name} ${item.summary.slice(0, 60)}`;
}

function turnParts(
  model: Model,
  turn: Extract<TraceItem, { kind: 'turn' }>,
  when: string,
): readonly HTMLElement[] {
  const { usage } = turn;
  const tokens =
    usage === undefined
      ? undefined
      : [
          `${countText(usage.input)} in`,
          `${countText(usage.output)} out`,
          usage.cacheRead > 0 ? `${countText(usage.cacheRead)} read from the cache` : undefined,
          usage.cacheWrite > 0 ? `${countText(usage.cacheWrite)} written to the cache` : undefined,
        ]
          .filter((text) => text !== undefined)
          .join(', ');
  return [
    heading('Model', when),
    facts([
      ['Model', turn.model],
      ['Took', durationText(model.endOf(turn) - turn.start)],
      ['Ended', turn.end === undefined ? 'not recorded' : turn.stopReason],
      ['Tokens', tokens],
      ['Cost', turn.costUsd === undefined ? undefined : dollars(turn.costUsd)],
      ['State', turn.isDiscarded ? 'retracted' : turn.isCut ? 'cut off' : undefined],
    ]),
    ...(turn.thinking === '' ? [] : [block('Thinking', turn.thinking)]),
    ...(turn.text === '' ? [] : [block('Text', turn.text)]),
  ];
}

function welcome(model: Model): HTMLElement {
  const keys: readonly (readonly [string, string])[] = [
    ['↑ ↓  or  k j', 'move'],
    ['/', 'search'],
    ['n  N', 'next, previous match'],
    ['+  −', 'zoom'],
    ['[  ]', 'move in time'],
    ['0', 'show the whole session'],
    ['z', 'zoom to the selected row'],
    ['w', 'go to what it waited for'],
    ['g', 'show idle time, or shorten it'],
    ['t', 'light or dark'],
    ['Esc', 'clear'],
  ];
  return el(
    'div',
    { class: 'welcome' },
    el('h2', {}, 'Select a row or a bar'),
    el(
      'p',
      { class: 'muted' },
      `${plural(model.calls.length, 'call')} in ${plural(model.data.agents.length, 'agent')}.`,
    ),
    el(
      'dl',
      { class: 'keys' },
      ...keys.flatMap(([key, what]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, what)]),
    ),
    ...model.data.problems.map((problem) => el('p', { class: 'problem' }, problem)),
  );
}

function heading(title: string, note: string): HTMLElement {
  return el('header', {}, el('h2', {}, title), el('p', { class: 'muted' }, note));
}

function section(title: string, ...content: readonly HTMLElement[]): HTMLElement {
  return el('section', {}, el('h3', {}, title), ...content);
}

function block(title: string, text: string): HTMLElement {
  return el(
    'section',
    {},
    title === '' ? undefined : el('h3', {}, title),
    el('pre', { tabindex: '0' }, text),
  );
}

function code(text: string): HTMLElement {
  return el('code', {}, text);
}

function facts(
  rows: readonly (readonly [name: string, value: string | HTMLElement | undefined])[],
): HTMLElement {
  const known = rows.filter(([, value]) => value !== undefined && value !== '');
  return el(
    'dl',
    { class: 'facts' },
    ...known.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
  );
}

function stageBar(stages: readonly TraceStage[]): HTMLElement | undefined {
  const total = stages.reduce((sum, { ms }) => sum + ms, 0);
  if (total === 0) return undefined;
  const bar = el('div', { class: 'stages', 'aria-hidden': 'true' });
  for (const { name, ms } of stages) {
    const part = el('span', { class: `stage ${name}` });
    part.style.flexGrow = String(Math.max(ms / total, 0.004));
    bar.append(part);
  }
  const rows = stages.map(({ name, ms }) =>
    el(
      'li',
      {},
      el('span', { class: `swatch ${name}` }),
      STAGE_TEXTS[name],
      el('span', { class: 'ms' }, durationText(ms)),
    ),
  );
  return section('Time', bar, el('ul', { class: 'legend' }, ...rows));
}

function ruleElement(rule: TraceRule | undefined): HTMLElement | undefined {
  if (rule === undefined) return undefined;
  return el(
    'span',
    { class: 'rule' },
    el('span', { class: `badge ${rule.behavior}` }, rule.behavior),
    ' ',
    code(rule.text),
    el('span', { class: 'muted' }, ` ${rule.place}`),
  );
}

const BEHAVIORS: Readonly<Record<string, string>> = { allow: 'Allowed', deny: 'Denied', ask: 'Not answered' };

function decisionPart(decision: TraceDecision): HTMLElement {
  const { behavior, by, reason, rule, asked, parts } = decision;
  return section(
    'Permission',
    el(
      'p',
      { class: `verdict ${behavior}` },
      el('strong', {}, BEHAVIORS[behavior] ?? behavior),
      ` (${by}): ${reason}`,
    ),
    facts([
      ['Rule', ruleElement(rule)],
      ['Asked by', asked === undefined ? undefined : `${asked.by}: ${asked.reason}`],
      ['Rule that asked', ruleElement(asked?.rule)],
    ]),
    el(
      'ul',
      { class: 'parts' },
      ...parts.map((part) =>
        el(
          'li',
          {},
          el('span', { class: `badge ${part.behavior}` }, part.behavior),
          ' ',
          code(part.subject),
          el('span', { class: 'muted' }, ` ${part.reason}`),
          part.rule === undefined ? undefined : el('div', {}, ruleElement(part.rule)),
        ),
      ),
    ),
  );
}

function hookList(hooks: readonly TraceHookRun[]): HTMLElement {
  return el(
    'ul',
    { class: 'hooks' },
    ...hooks.map(({ event, hook, place, outcome, ms, said }) =>
      el(
        'li',
        {},
        el('span', { class: `badge ${outcome === 'ok' ? 'quiet' : 'error'}` }, event),
        ' ',
        code(hook),
        el('span', { class: 'muted' }, ` ${durationText(ms)}${outcome === 'ok' ? '' : ` · ${outcome}`}`),
        said === '' ? undefined : el('div', {}, said),
        place === '' ? undefined : el('div', { class: 'muted' }, place),
      ),
    ),
  );
}
