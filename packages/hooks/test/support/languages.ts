/** What a program writes, and how it ends. */
export interface Act {
  readonly out?: string;
  readonly error?: string;
  readonly code: number;
}

/** Programs that read what they are told and then do such an act, by language. */
export const LANGUAGES = [
  [
    'bash',
    (act: Act) =>
      `#!/bin/bash\ncat >/dev/null\n${printf('1', act.out)}${printf('2', act.error)}exit ${act.code}\n`,
  ],
  [
    'python',
    (act: Act) =>
      `#!/usr/bin/env python3\nimport json, sys\njson.load(sys.stdin)\nsys.stdout.write(${JSON.stringify(act.out ?? '')})\nsys.stderr.write(${JSON.stringify(act.error ?? '')})\nsys.exit(${act.code})\n`,
  ],
  [
    'node',
    (act: Act) =>
      `#!${process.execPath}\nJSON.parse(process.getBuiltinModule('node:fs').readFileSync('/dev/stdin', 'utf8'));\nprocess.stdout.write(${JSON.stringify(act.out ?? '')});\nprocess.stderr.write(${JSON.stringify(act.error ?? '')});\nprocess.exitCode = ${act.code};\n`,
  ],
] as const;

/** All rows in bash, and each in one other language: how a program is started and heard differs by language, not by row. */
export function rowsIn<Row>(language: (typeof LANGUAGES)[number][0], rows: readonly Row[]): readonly Row[] {
  return language === 'bash' ? rows : rows.filter((_, index) => (index % 2 === 0) === (language === 'node'));
}

function printf(file: '1' | '2', text: string | undefined): string {
  return text === undefined ? '' : `printf '%s' '${text.replaceAll("'", "'\\''")}' >&${file}\n`;
}
