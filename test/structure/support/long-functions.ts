import { parseAst } from 'rolldown/parseAst';

export interface FoundFunction {
  /** Of its own, else of what it is assigned to. */
  readonly name: string;
  readonly lines: number;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

const FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/** The functions of a source file in TypeScript that have more than `maxLines` lines, those within others among them. */
export function longFunctions(text: string, maxLines: number): readonly FoundFunction[] {
  const found: Found[] = [];
  visit(parseAst(text, { lang: 'ts' }), '', found);
  return found
    .map(({ start, end, name }) => ({ name, lines: text.slice(start, end).split('\n').length }))
    .filter(({ lines }) => lines > maxLines);
}

function visit(node: unknown, around: string, found: Found[]): void {
  if (typeof node !== 'object' || node === null) return;
  const name = nameOf(node) ?? around;
  if ('type' in node && typeof node.type === 'string' && FUNCTION.test(node.type)) {
    const { start, end } = Object.assign({ start: 0, end: 0 }, node);
    found.push({ start, end, name });
  }
  for (const child of Object.values(node)) visit(child, name, found);
}

/** The name of a function, variable, property or method; of nothing else. */
function nameOf(node: object): string | undefined {
  const named = 'id' in node ? node.id : 'key' in node ? node.key : undefined;
  if (typeof named !== 'object' || named === null || !('name' in named)) return undefined;
  return typeof named.name === 'string' ? named.name : undefined;
}
