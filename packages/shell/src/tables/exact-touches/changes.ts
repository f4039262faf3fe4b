import type { OptionList } from '../row.ts';
import { anyText, files, flags, optionals, refused, row, values } from '../row.ts';
import type { Edit } from './edit.ts';
import { touchPositionals } from './touch-positionals.ts';

/** A program that writes all its positionals except the first, which describes the change. */
const writing = (
  name: string,
  isFileEdit: boolean,
  options: readonly OptionList[],
  form: { readonly takesFirst?: boolean; readonly isExact?: boolean; readonly changesAccess?: true } = {},
): Edit => ({
  row: row({ name, options, positionals: anyText, syntax: form.isExact ? 'exact' : undefined }),
  isFileEdit,
  touches: ({ positionals, given, fileValues }, argv) => {
    const isFirstTaken = form.takesFirst === true && !given.has('--reference');
    if (isFirstTaken && positionals[0]?.isOne !== true) return undefined;
    const isTree = given.has('-R');
    const written = touchPositionals(positionals.slice(isFirstTaken ? 1 : 0), argv, 'write', isTree);
    const { changesAccess } = form;
    return [
      ...touchPositionals(fileValues, argv, 'read'),
      ...(changesAccess ? written.map((touch) => ({ ...touch, changesAccess })) : written),
    ];
  },
});

const ownerOptions = [
  flags('-c/--changes -f/--silent/--quiet -v/--verbose -R/--recursive -P --preserve-root'),
  files('--reference'),
  refused('-L -H -h/--no-dereference --dereference --no-preserve-root --from'),
];

const ACCESS = { takesFirst: true, changesAccess: true } as const;

/** Programs that make files, or change what is in them or known of them. */
export const changeEdits: readonly Edit[] = [
  writing('mkdir', true, [flags('-p/--parents -v/--verbose'), values('-m/--mode'), refused('-Z/--context')]),
  writing('touch', true, [
    flags('-a -c/--no-create -f -h/--no-dereference -m'),
    values('-d/--date -t --time'),
    files('-r/--reference'),
  ]),
  writing('tee', false, [flags('-a/--append -i/--ignore-interrupts -p'), optionals('--output-error')]),
  // A mode may look like an option: `chmod -x file` is not listed.
  writing('chmod', false, ownerOptions, ACCESS),
  writing('chown', false, ownerOptions, ACCESS),
  writing('chgrp', false, ownerOptions, ACCESS),
];
