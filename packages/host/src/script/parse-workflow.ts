import { errorText } from '@sluice/base';
import type { Expression, Node, Pattern, PrivateIdentifier, Program, SpreadElement } from 'acorn';

/** What a workflow says of itself. */
export interface WorkflowMeta {
  readonly name: string;
  readonly description: string;
  /** Titles. */
  readonly phases: readonly string[];
}

export type ParsedWorkflow =
  | {
      readonly ok: true;
      readonly meta: WorkflowMeta;
      /** A script that evaluates to a promise of the workflow's result. */
      readonly code: string;
    }
  /** A sentence, with the line if it is about one. */
  | { readonly ok: false; readonly message: string };

const META = 'export const meta = {name: "…", description: "…"}';

/**
 * Reads `meta` of a workflow without running anything, and makes a script of it: plain JavaScript with `await` and `return` at the top
 * level. Lines keep their numbers.
 */
export async function parseWorkflow(text: string): Promise<ParsedWorkflow> {
  const { parse } = await import('acorn');
  let program: Program;
  try {
    program = parse(text, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      locations: true,
      allowReturnOutsideFunction: true,
    });
  } catch (error) {
    return wrong(`The script can't be parsed: ${errorText(error)}.`);
  }
  let found: { readonly value: unknown; readonly start: number } | undefined;
  for (const statement of program.body) {
    switch (statement.type) {
      case 'ImportDeclaration':
        return wrong(
          `${lineOf(statement)}: a workflow can't import anything. It has agent, parallel, pipeline, phase, log and args.`,
        );
      case 'ExportAllDeclaration':
      case 'ExportDefaultDeclaration':
        return wrong(`${lineOf(statement)}: a workflow exports only meta. Return its result with return.`);
      case 'ExportNamedDeclaration': {
        const { declaration } = statement;
        const [only, second] = declaration?.type === 'VariableDeclaration' ? declaration.declarations : [];
        const isMeta = only?.id.type === 'Identifier' && only.id.name === 'meta' && second === undefined;
        if (!isMeta || found !== undefined)
          return wrong(`${lineOf(statement)}: a workflow exports only meta. Return its result with return.`);
        const literal = literalOf(only.init ?? undefined);
        if (!literal.ok) return wrong(`${lineOf(statement)}: meta must be a literal: ${literal.message}.`);
        found = { value: literal.value, start: statement.start };
        break;
      }
      default:
        break;
    }
  }
  if (found === undefined) return wrong(`The script needs a header: ${META}.`);
  const meta = readMeta(found.value);
  if (typeof meta === 'string') return wrong(meta);
  const body = `${text.slice(0, found.start)}      ${text.slice(found.start + 'export'.length)}`;
  return { ok: true, meta, code: `(async () => {"use strict"; ${body}\n})()` };
}

function wrong(message: string): ParsedWorkflow {
  return { ok: false, message };
}

function lineOf({ loc }: Node): string {
  return `Line ${loc?.start.line ?? 1}`;
}

function readMeta(value: unknown): WorkflowMeta | string {
  if (!(value instanceof Map)) return `meta must be an object: ${META}.`;
  const [name, description, phases] = [value.get('name'), value.get('description'), value.get('phases')];
  if (typeof name !== 'string' || !/^[A-Za-z0-9][\w .:-]{0,63}$/.test(name))
    return 'meta.name must be a text of at most 64 letters, digits, spaces, ".", ":", "_" and "-".';
  if (typeof description !== 'string' || description.trim() === '')
    return 'meta.description must be a text: what the workflow does.';
  const titles = titlesOf(phases);
  if (titles === undefined) return 'meta.phases must be a list of texts, or of objects with a title.';
  return { name, description, phases: titles };
}

function titlesOf(phases: unknown): readonly string[] | undefined {
  if (phases === undefined) return [];
  if (!Array.isArray(phases)) return undefined;
  const titles = phases.map((phase: unknown) => (phase instanceof Map ? phase.get('title') : phase));
  return titles.every((title) => typeof title === 'string') ? titles : undefined;
}

type Literal =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** The value of an expression without anything that would have to be computed. Objects become maps. */
function literalOf(
  node: Expression | Pattern | SpreadElement | PrivateIdentifier | null | undefined,
): Literal {
  switch (node?.type) {
    case 'Literal':
      return { ok: true, value: node.value };
    case 'TemplateLiteral':
      return node.expressions.length === 0
        ? { ok: true, value: node.quasis[0]?.value.cooked }
        : computed('a template with values');
    case 'ArrayExpression': {
      const items = node.elements.map(literalOf);
      const bad = items.find((item) => !item.ok);
      return bad ?? { ok: true, value: items.map((item) => (item.ok ? item.value : undefined)) };
    }
    case 'ObjectExpression': {
      const value = new Map<string, unknown>();
      for (const property of node.properties) {
        if (property.type !== 'Property' || property.computed || property.kind !== 'init')
          return computed('a computed property');
        const { key } = property;
        const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
        const item = literalOf(property.value);
        if (!item.ok) return item;
        value.set(name, item.value);
      }
      return { ok: true, value };
    }
    default:
      return computed(`a ${node?.type ?? 'value'}`);
  }
}

function computed(what: string): Literal {
  return { ok: false, message: `it has ${what}` };
}
