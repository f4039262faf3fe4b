import type { ToolFacts } from './tool-facts.ts';

const HEAD = [
  'Tool',
  'Concurrency-safe',
  'Read-only',
  'Destructive',
  'Idempotent',
  'Interrupt',
  'Limit (characters)',
  'What it does',
];

/** The facts as text cells, heading first. */
export function toolTable(facts: readonly ToolFacts[]): readonly (readonly string[])[] {
  return [HEAD, ...facts.map(cells)];
}

function cells(facts: ToolFacts): readonly string[] {
  return [
    facts.name,
    yesOrNo(facts.isConcurrencySafe),
    yesOrNo(facts.isReadOnly),
    yesOrNo(facts.isDestructive),
    yesOrNo(facts.isIdempotent),
    facts.interrupt,
    limitText(facts.limit),
    facts.purpose,
  ];
}

function yesOrNo(fact: boolean | 'by input'): string {
  if (fact === 'by input') return fact;
  return fact ? 'yes' : 'no';
}

function limitText(limit: ToolFacts['limit']): string {
  if (limit === 'by input') return limit;
  return limit === Infinity ? 'its own' : limit.toLocaleString('en-US');
}
