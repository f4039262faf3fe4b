import type { GivenCode } from '../analysis.ts';
import { isInput, isOtherDescriptor } from '../item/descriptor-path.ts';
import { textOf, type Item } from '../item/item.ts';
import type { GivenText } from '../state/state.ts';

/** Interpreters of other languages than the shell's. Those with a version in their name are the same: `python3.12`. */
const INTERPRETERS = new Set(
  (
    'python pypy ipython node nodejs bun deno tsx ts-node perl ruby irb php lua luajit R Rscript julia osascript elixir ' +
    'iex erl groovy scala swift guile racket clojure clj sbcl ghc ocaml tclsh jshell'
  ).split(' '),
);

/** Editors that take commands in their words, and change files by them. */
const EDITORS = new Set('ed ex vi vim nvim view emacs'.split(' '));

/** The word behind such an option is code, or the code is in the same word. */
const CODE_OPTION =
  /^(?:-[A-Za-z0-9]*[ceEpr]|-(?:eval|command|Command)|--(?:eval|print|run|command)(?:=.*)?)$/su;

/** Code that follows its option in the same word: `-e'print 1'`. */
const ATTACHED = /^-[^-].*[^\w.,=/:-]/su;

/** Options beside which an interpreter reads its code from its input. */
const NEUTRAL = /^-(?:[bBdEIOPqsSuwW]*|-(?:input-type|experimental|no|harmony|disable|enable)[\w=-]*)$/u;

const isGiven = (word: string): boolean => isInput(word) || isOtherDescriptor(word);

/** The code that a command gives to an interpreter; undefined: it gives none, or names a file. */
export function givenCode(
  [program, ...words]: readonly Item[],
  input: GivenText | undefined,
  readsFile: boolean,
): GivenCode | undefined {
  const name = (textOf(program) ?? '').replace(/^.*\//u, '').replace(/[\d.]+$/u, '');
  if (EDITORS.has(name)) {
    const given = words.flatMap(textsOf);
    const texts = [...given, ...(input === undefined ? [] : [input.text])];
    return { program: name, texts, isKnown: true, isEditor: true };
  }
  if (!INTERPRETERS.has(name)) return undefined;
  const texts = words.map((word) => textOf(word) ?? '');
  const at = texts.findIndex((text) => CODE_OPTION.test(text) || ATTACHED.test(text));
  const from = name === 'deno' && texts[0] === 'eval' ? 0 : at;
  if (from !== -1) {
    const isKnown = words.every((word, index) => textOf(word) !== undefined || !isCode(texts[index - 1]));
    const given = [...words.slice(from).flatMap(codeOf), ...(input === undefined ? [] : [input.text])];
    return { program: name, texts: given, isKnown, isEditor: false };
  }
  const rest = name === 'deno' && texts[0] === 'run' ? texts.slice(1) : texts;
  const readsInput = !readsFile && rest.every((text) => NEUTRAL.test(text) || isGiven(text));
  // What the line itself gives as input may be code, whatever comes before it: `python3 -W ignore - x`.
  if (input !== undefined)
    return { program: name, texts: [input.text], isKnown: !readsInput || input.isKnown, isEditor: false };
  return readsInput ? { program: name, texts: [], isKnown: false, isEditor: false } : undefined;
}

function isCode(option: string | undefined): boolean {
  return option !== undefined && (CODE_OPTION.test(option) || option === 'eval');
}

/** `-e'print 1'` is `print 1`. */
function codeOf(item: Item): readonly string[] {
  return textsOf(item)
    .filter((text) => !CODE_OPTION.test(text) || text.includes('='))
    .map((text) => (ATTACHED.test(text) ? text.replace(/^-[A-Za-z0-9]*?[ceEr]/u, '') : text));
}

function textsOf(item: Item): readonly string[] {
  const text = textOf(item) ?? item.approximation;
  return text === undefined ? [] : [text];
}
