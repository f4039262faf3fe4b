import type { WordPart } from '../tree.ts';
import { readArithmeticText } from './arithmetic.ts';
import { readBackticks } from './backticks.ts';
import { readParameter } from './parameter.ts';
import { isAt, nested, refuse, type Quoting, type Reader } from './reader.ts';
import { readSubstitution } from './substitution.ts';

/** At `$` or a backtick. A `$` that begins nothing is itself. */
export function readExpansion(reader: Reader, quoting: Quoting): WordPart {
  const isQuoted = quoting !== 'none';
  if (isAt(reader, '`')) {
    return {
      type: 'command-substitution',
      script: nested(reader, (inner) => readBackticks(inner, quoting)),
      isQuoted,
    };
  }
  if (isAt(reader, '$((')) {
    reader.position += 3;
    return { type: 'arithmetic', parts: nested(reader, readArithmeticText), isQuoted };
  }
  if (isAt(reader, '$(')) {
    reader.position += 2;
    return { type: 'command-substitution', script: nested(reader, readSubstitution), isQuoted };
  }
  const parameter = nested(reader, (inner) => readParameter(inner, quoting));
  if (parameter !== undefined) return parameter;
  const next = reader.source.charAt(reader.position + 1);
  if (next === '[' || next === '\\' || next === '{' || next > '~') {
    refuse(reader, 'unsupported', `"$${next}"`);
  }
  reader.position += 1;
  return { type: 'literal', value: '$', isQuoted };
}
