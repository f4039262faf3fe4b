import { scanRegularExpression } from './scan-regular-expression.ts';
import { UNKNOWN_REACH, type ScriptReach } from './script-reach.ts';

/** A script without any of these letters runs, reads and writes nothing. */
const REACHES = /[rRwWe]/u;

const NOTHING: ScriptReach = { commands: [], writes: [], reads: [] };

/**
 * What a script of sed runs, reads and writes: `w f`, `wf`, `s/a/b/wf`, `r f`, `e command`, `s/a/b/e`. A script that versions of sed
 * may read differently may do anything.
 */
export function sedReach(script: string): ScriptReach {
  return REACHES.test(script) ? (new SedReader(script).read() ?? UNKNOWN_REACH) : NOTHING;
}

class SedReader {
  readonly #script: string;
  #at = 0;
  readonly #commands: (string | undefined)[] = [];
  readonly #writes: (string | undefined)[] = [];
  readonly #reads: (string | undefined)[] = [];

  constructor(script: string) {
    this.#script = script;
  }

  read(): ScriptReach | undefined {
    while (this.#at < this.#script.length) {
      this.#take(/[\s;}]*/y);
      if (!this.#addresses()) return undefined;
      const letter = this.#take(/[^]/y);
      if (letter !== '' && !this.#command(letter)) return undefined;
    }
    return { commands: this.#commands, writes: this.#writes, reads: this.#reads };
  }

  #take(sticky: RegExp): string {
    sticky.lastIndex = this.#at;
    const text = sticky.exec(this.#script)?.[0] ?? '';
    this.#at += text.length;
    return text;
  }

  #line(): string {
    return this.#take(/[^\n]*/y).trim();
  }

  #addresses(): boolean {
    if (!this.#address()) return false;
    if (this.#take(/[ \t]*,[ \t]*/y) !== '' && !this.#address()) return false;
    this.#take(/[ \t!]*/y);
    return true;
  }

  #address(): boolean {
    if (this.#take(/\$|[+~]?\d+(?:~\d+)?/y) !== '') return true;
    const sign = /^(?:\/|\\[!-~])/u.exec(this.#script.slice(this.#at, this.#at + 2))?.[0];
    if (sign === undefined) return true;
    this.#at += sign.length;
    const isRead = this.#expression(sign.at(-1) ?? '');
    this.#take(/[IM]*/y);
    return isRead;
  }

  /** Past the delimiter behind a regular expression. */
  #expression(delimiter: string): boolean {
    const end = scanRegularExpression(this.#script, this.#at, delimiter);
    if (end !== undefined) this.#at = end + 1;
    return end !== undefined;
  }

  /** Past the delimiter behind a replacement, which may have several lines. */
  #replacement(delimiter: string): boolean {
    for (let index = this.#at; index < this.#script.length; index += 1) {
      if (this.#script[index] === '\\') index += 1;
      else if (this.#script[index] === delimiter) {
        this.#at = index + 1;
        return true;
      }
    }
    return false;
  }

  #command(letter: string): boolean {
    switch (letter) {
      case 'w':
      case 'W':
        this.#writes.push(...namesIn(this.#line()));
        return true;
      case 'r':
      case 'R':
        this.#reads.push(...namesIn(this.#line()));
        return true;
      case 'e':
        this.#commands.push(this.#line() || undefined);
        return true;
      case 's':
        return this.#substitution();
      case 'y': {
        const delimiter = this.#take(/[^\\\n]/y);
        return delimiter !== '' && this.#replacement(delimiter) && this.#replacement(delimiter);
      }
      case 'a':
      case 'i':
      case 'c':
        this.#take(/(?:[ \t]*\\[ \t]*\n)?(?:[^\\\n]|\\[^])*/y);
        return true;
      case '#':
        this.#line();
        return true;
      case ':':
      case 'b':
      case 't':
      case 'T':
        this.#take(/[ \t]*[\w.-]*[ \t]*/y);
        return /[\n;}]|^$/u.test(this.#script.charAt(this.#at));
      default:
        this.#take(/[ \t]*\d*/y);
        return /[={}dDgGhHlLnNpPxzFqQv]/u.test(letter);
    }
  }

  #substitution(): boolean {
    const delimiter = this.#take(/[^\\\n]/y);
    if (delimiter === '' || !this.#expression(delimiter) || !this.#replacement(delimiter)) return false;
    if (this.#take(/[gpiImMe\d]*/y).includes('e')) this.#commands.push(undefined);
    if (this.#take(/w/y) === 'w') this.#writes.push(...namesIn(this.#line()));
    return true;
  }
}

/** The whole rest of the line, and what comes before a bracket or semicolon that some versions end it at. */
function namesIn(whole: string): readonly string[] {
  const short = /^[^;}\s]+/u.exec(whole)?.[0];
  return short === undefined || short === whole ? [whole] : [whole, short];
}
