import { builtInPool } from '../built-in-pool.ts';
import { toolFacts } from './tool-facts.ts';
import { toolTable } from './tool-table.ts';

/** The complete text of docs/tools.md. */
export async function toolTableMarkdown(): Promise<string> {
  const { tools } = builtInPool();
  const facts = await Promise.all(tools.map((tool) => toolFacts(tool, tools)));
  const [head = [], ...rows] = toolTable(facts);
  return `# The built-in tools

This table is generated from the tools' declarations; \`sluice tools list\` prints the same, and marks a tool that can't be used with your settings. \`by input\` means that the answer depends
on the input. Results over the limit are saved to disk, and the model sees a preview and the path. Tools without a limit bound their
results themselves.

${row(head)}
${row(head.map(() => '---'))}
${rows.map(row).join('\n')}
`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
