import { compileCommandPattern } from './compile-command-pattern.ts';

/** How rules about shell commands are read; has the form of the core's `CommandLanguage`. */
export const commandLanguage = { compile: compileCommandPattern } as const;
