import { presentItems } from '@sluice/base';
import type { ExaminedSettings } from '../../rules/check/examine-settings.ts';
import { problemCount } from '../../rules/check/problem-count.ts';
import { counted } from '../../rules/counted.ts';
import { withheldLines } from '../../rules/trust/withheld-lines.ts';
import type { Finding } from '../finding.ts';

const MAX_SHOWN = 5;

/** The files and problems from `sluice rules check`, limited to the first few. */
export async function checkSettings({ loaded, findings, files }: ExaminedSettings): Promise<Finding> {
  const isError = ({ severity }: { readonly severity: string }): boolean => severity === 'error';
  const worstFirst = [...findings.filter(isError), ...findings.filter((one) => !isError(one))];
  const hidden = findings.length - MAX_SHOWN;
  const withheld = await withheldLines(loaded);
  const see = findings.length === 0 ? '' : ': see sluice rules check';
  return {
    name: 'Settings',
    status: findings.some(isError) ? 'bad' : findings.length > 0 ? 'doubtful' : 'good',
    text: `${counted(files, 'file')} read, ${problemCount(findings)}${see}`,
    details: presentItems([
      ...loaded.layers.map(({ file }) => file ?? 'command line'),
      ...worstFirst.slice(0, MAX_SHOWN).map(({ text }) => text),
      hidden > 0 ? `and ${hidden} more` : undefined,
      withheld.length > 0
        ? `not applied until you trust ${loaded.trustRoot} (sluice rules trust): ${withheld.length}`
        : undefined,
      ...withheld.slice(0, MAX_SHOWN).map((line) => `  ${line}`),
      withheld.length > MAX_SHOWN ? `  and ${withheld.length - MAX_SHOWN} more` : undefined,
    ]),
  };
}
