import { problemText, withheldSettings, type LoadedSettings, type SettingsProblem } from '@sluice/settings';
import { withheldLines } from '../../rules/trust/withheld-lines.ts';
import type { Finding } from '../finding.ts';

const MOST_SHOWN = 5;

export function checkSettings(loaded: LoadedSettings, more: readonly SettingsProblem[]): Finding {
  const problems = [...loaded.problems, ...more];
  const files = loaded.layers.map(({ file }) => file ?? 'command line');
  const counted = files.length === 1 ? '1 file' : `${files.length} files`;
  const found = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const errors = problems.filter(({ severity }) => severity === 'error');
  const hidden = problems.length - MOST_SHOWN;
  const withheld = withheldSettings(loaded).length === 0 ? [] : withheldLines(loaded);
  return {
    name: 'Settings',
    status: errors.length > 0 ? 'bad' : 'good',
    text: `${counted} read, ${problems.length === 0 ? 'no problems' : `${found}: see sluice rules check`}`,
    details: [
      ...files,
      ...[...errors, ...problems.filter(({ severity }) => severity !== 'error')]
        .slice(0, MOST_SHOWN)
        .map(problemText),
      ...(hidden > 0 ? [`and ${hidden} more`] : []),
      ...(withheld.length > 0
        ? [
            `waiting for trust in ${loaded.trustRoot} (sluice rules trust), and not counted: ${withheld.length}`,
          ]
        : []),
      ...withheld.slice(0, MOST_SHOWN).map((line) => `  ${line}`),
      ...(withheld.length > MOST_SHOWN ? [`  and ${withheld.length - MOST_SHOWN} more`] : []),
    ],
  };
}
