import type { Plugin } from 'rolldown';
import { edited, isNode, visitNodes, type Edit, type SyntaxNode } from './chunk-syntax.ts';

/** The schemas of the editors' protocol, and the module that parses with them. */
const SCHEMAS = /[\\/]@agentclientprotocol[\\/]sdk[\\/]dist[\\/]v1[\\/]schema[\\/]zod\.gen\.js$/;
const USES = /[\\/]@agentclientprotocol[\\/]sdk[\\/]dist[\\/]v1[\\/]stable[\\/]acp\.js$/;

/**
 * The protocol's package builds each of its schemas when it is loaded: a fifth of the time until `sluice acp` has answered `initialize`, which needs
 * one of them. Here each is built by its first message. Most are used for a few messages, so none is compiled to code of its own.
 */
export const lazySchemas: Plugin = {
  name: 'lazy-schemas',
  transform(code, id) {
    if (SCHEMAS.test(id)) return builtWhenCalled(code, this.parse(code));
    return USES.test(id) ? builtWhenParsed(code, this.parse(code)) : undefined;
  },
};

/** `export const zName = z.string()` becomes a function that builds it once; so do its uses in other schemas. */
export function builtWhenCalled(code: string, program: unknown): string {
  const edits: Edit[] = [];
  const names = new Set<unknown>();
  visitNodes(program, (node, parent) => {
    if (node.type !== 'VariableDeclarator' || parent?.type !== 'VariableDeclaration') return;
    const { id, init } = partsOf(node);
    if (!isSchema(id)) return;
    names.add(id['name']);
    const name = String(id['name']);
    edits.push([
      parent.start,
      init.start,
      `let ${name}_built;\nexport const ${name} = () => (${name}_built ??= `,
    ]);
    edits.push([init.end, parent.end, ');']);
    // `export` is part of the statement around the declaration.
    edits.push([exportBefore(code, parent.start), parent.start, '']);
  });
  if (names.size === 0) throw changed('has no schemas');
  visitNodes(program, (node, parent) => {
    if (!isSchema(node) || !names.has(node['name']) || parent?.type === 'VariableDeclarator') return;
    if (parent?.type === 'Property' && parent['shorthand'] === true) throw changed('names a schema in short');
    edits.push([node.start, node.end, `${String(node['name'])}()`]);
  });
  return edited(code, edits);
}

/** `validate.zName` becomes an object that parses as the schema does, and builds it first. */
export function builtWhenParsed(code: string, program: unknown): string {
  const edits: Edit[] = [];
  visitNodes(program, (node) => {
    if (node.type !== 'MemberExpression') return;
    const { object, property } = node;
    if (!isIdentifier(object) || object['name'] !== 'validate' || !isIdentifier(property)) return;
    const schema = `validate.${String(property['name'])}()`;
    edits.push([node.start, node.end, `({ parse: (value) => ${schema}.parse(value, { jitless: true }) })`]);
  });
  if (edits.length === 0) throw changed('parses with no schema');
  return edited(code, edits);
}

function partsOf(declarator: SyntaxNode): { readonly id: unknown; readonly init: SyntaxNode } {
  const { id, init } = declarator;
  if (!isNode(init)) throw changed('declares something without a value');
  return { id, init };
}

function exportBefore(code: string, at: number): number {
  if (!code.slice(0, at).endsWith('export ')) throw changed('has schemas of its own');
  return at - 'export '.length;
}

function isSchema(node: unknown): node is SyntaxNode {
  return isIdentifier(node) && /^z[A-Z]/.test(String(node['name']));
}

function isIdentifier(node: unknown): node is SyntaxNode {
  return isNode(node) && node.type === 'Identifier';
}

function changed(what: string): Error {
  return new Error(`The protocol's package has changed: its module ${what}. See scripts/lazy-schemas.ts.`);
}
