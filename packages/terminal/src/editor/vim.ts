import {
  afterCharacter,
  beforeCharacter,
  findCharacter,
  lineEnd,
  lineStart,
  textObject,
  type Motion,
  type VimText,
} from './vim-motions.ts';
import {
  countOf,
  firstOfLine,
  joinLines,
  linesFrom,
  MAX_COUNT,
  onCharacter,
  plainMotion,
  repeat,
  startOfLine,
  stepBack,
  turnCase,
} from './vim-text.ts';

/** What a key does to the text being typed. */
export type VimStep =
  /** It is for the editor, or a key of the terminal. */
  | { readonly kind: 'pass' }
  /** It has been taken, and the text stays. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'undo' }
  /** Up or down beyond the text: an earlier or later prompt. */
  | { readonly kind: 'history'; readonly direction: 'up' | 'down' }
  | { readonly kind: 'text'; readonly text: string; readonly cursor: number };

interface Register {
  readonly text: string;
  readonly isLinewise: boolean;
}

/** A change, for `.`: the keys of normal mode, and what was typed before Esc. */
interface Change {
  readonly keys: readonly string[];
  typed: string | undefined;
}

const PASS = { kind: 'pass' } as const;
const TAKEN = { kind: 'taken' } as const;

/**
 * The keys of vim for a prompt: motions, operators with counts and text objects, `.`. It starts in insert mode, where every key but Esc is the
 * editor's. There is no visual mode, no registers but one, and no command line.
 */
export class Vim {
  #isInsert = true;
  #keys: string[] = [];
  #register: Register = { text: '', isLinewise: false };
  #found: { readonly key: string; readonly character: string } | undefined;
  #last: Change | undefined;
  /** The text when insert mode began, and the change that began it. */
  #inserting: { readonly change: Change; readonly at: VimText } | undefined;

  get isInsert(): boolean {
    return this.#isInsert;
  }

  /** A new prompt is typed in insert mode. */
  reset(): void {
    this.#isInsert = true;
    this.#keys = [];
    this.#inserting = undefined;
  }

  /** @param key a character, or the name of a key, as `escape` */
  take(key: string, now: VimText): VimStep {
    if (this.#isInsert) return key === 'escape' ? this.#leaveInsert(now) : PASS;
    if (key === 'escape') {
      if (this.#keys.length === 0) return PASS;
      this.#keys = [];
      return TAKEN;
    }
    const name = KEY_NAMES[key] ?? key;
    if (Array.from(name).length !== 1) return PASS;
    this.#keys.push(name);
    const step = this.#run(this.#keys, now);
    if (step === undefined) return TAKEN;
    this.#keys = [];
    return step;
  }

  #leaveInsert({ text, cursor }: VimText): VimStep {
    this.#isInsert = false;
    const begun = this.#inserting;
    this.#inserting = undefined;
    if (begun !== undefined) {
      const before = begun.at.text.slice(0, begun.at.cursor);
      const after = begun.at.text.slice(begun.at.cursor);
      const isOneInsert =
        text.startsWith(before) && text.endsWith(after) && text.length >= begun.at.text.length;
      begun.change.typed = isOneInsert ? text.slice(before.length, text.length - after.length) : '';
      this.#last = begun.change;
    }
    const at = cursor > lineStart(text, cursor) ? beforeCharacter(text, cursor) : cursor;
    return { kind: 'text', text, cursor: at };
  }

  /** Undefined: more keys are needed. */
  #run(keys: readonly string[], now: VimText): VimStep | undefined {
    const { count, rest } = countOf(keys);
    const [first, ...others] = rest;
    if (first === undefined) return undefined;
    if ('dcy'.includes(first)) return this.#operate(first, { keys, count, others }, now);
    const motion = this.#motion(rest, count, now);
    if (motion === 'more') return undefined;
    if (motion !== 'none') return motion === undefined ? TAKEN : this.#moveTo(first, motion, now);
    return this.#change(keys, { first, others, count: count ?? 1 }, now);
  }

  #moveTo(first: string, { to }: Motion, { text, cursor }: VimText): VimStep {
    if ((first === 'j' || first === 'k') && to === cursor)
      return { kind: 'history', direction: first === 'j' ? 'down' : 'up' };
    return { kind: 'text', text, cursor: onCharacter(text, to) };
  }

  /** `none`: the keys are not motion. `more`: it needs another key. Undefined: it leads nowhere. */
  #motion(
    keys: readonly string[],
    count: number | undefined,
    now: VimText,
  ): Motion | 'none' | 'more' | undefined {
    const [key = '', character] = keys;
    const times = count ?? 1;
    if ('fFtT'.includes(key)) {
      if (character === undefined) return 'more';
      this.#found = { key, character };
      return findCharacter(now, { key, character, count: times });
    }
    if (key === ';' || key === ',') {
      if (this.#found === undefined) return undefined;
      const { key: found, character: sought } = this.#found;
      const used = key === ';' ? found : OPPOSITE[found];
      return findCharacter(now, { key: used ?? found, character: sought, count: times });
    }
    if (key === 'g') {
      if (character === undefined) return 'more';
      return character === 'g'
        ? { to: firstOfLine(now.text, startOfLine(now.text, (count ?? 1) - 1)), isLinewise: true }
        : undefined;
    }
    return plainMotion(key, count, now);
  }

  #operate(
    operator: string,
    given: {
      readonly keys: readonly string[];
      readonly count: number | undefined;
      readonly others: readonly string[];
    },
    now: VimText,
  ): VimStep | undefined {
    const inner = countOf(given.others);
    const [key, object] = inner.rest;
    if (key === undefined) return undefined;
    const hasCount = given.count !== undefined || inner.count !== undefined;
    const count = hasCount ? Math.min(MAX_COUNT, (given.count ?? 1) * (inner.count ?? 1)) : undefined;
    const change: Change = { keys: given.keys, typed: undefined };
    if (key === operator) return this.#lines(operator, linesFrom(now, count ?? 1), { change, now });
    if (key === 'i' || key === 'a') {
      if (object === undefined) return undefined;
      const range = textObject(now, key === 'a', object);
      return range === undefined ? TAKEN : this.#range(operator, range, { change, now });
    }
    // `cw` ends with the word, not with the blanks after it.
    const isWord = (key === 'w' || key === 'W') && operator === 'c' && /\S/.test(now.text[now.cursor] ?? ' ');
    const motion = this.#motion(
      isWord ? [key === 'w' ? 'e' : 'E'] : inner.rest,
      count,
      stepBack(now, isWord),
    );
    if (motion === 'more') return undefined;
    if (motion === 'none' || motion === undefined) return TAKEN;
    const [low, high] = motion.to < now.cursor ? [motion.to, now.cursor] : [now.cursor, motion.to];
    if (motion.isLinewise)
      return motion.to === now.cursor && (key === 'j' || key === 'k')
        ? TAKEN
        : this.#lines(
            operator,
            { from: lineStart(now.text, low), to: lineEnd(now.text, high) },
            { change, now },
          );
    let to = motion.isInclusive && motion.to >= now.cursor ? afterCharacter(now.text, high) : high;
    // `dw` on the last word of a line leaves the newline.
    if ((key === 'w' || key === 'W') && to > lineEnd(now.text, now.cursor))
      to = lineEnd(now.text, now.cursor);
    return this.#range(operator, { from: low, to }, { change, now });
  }

  /** @param range from the start of a line to the end of one, without its newline */
  #lines(
    operator: string,
    { from, to }: { readonly from: number; readonly to: number },
    { change, now }: { readonly change: Change; readonly now: VimText },
  ): VimStep {
    const { text } = now;
    this.#register = { text: text.slice(from, to), isLinewise: true };
    if (operator === 'y') return { kind: 'text', text, cursor: Math.min(from, now.cursor) };
    if (operator === 'c')
      return this.#insert({ text: text.slice(0, from) + text.slice(to), cursor: from }, change);
    this.#last = change;
    const isLast = to === text.length;
    const left = isLast ? text.slice(0, Math.max(0, from - 1)) : text.slice(0, from) + text.slice(to + 1);
    return { kind: 'text', text: left, cursor: firstOfLine(left, Math.min(from, left.length)) };
  }

  #range(
    operator: string,
    { from, to }: { readonly from: number; readonly to: number },
    { change, now }: { readonly change: Change; readonly now: VimText },
  ): VimStep {
    const { text } = now;
    this.#register = { text: text.slice(from, to), isLinewise: false };
    if (operator === 'y') return { kind: 'text', text, cursor: from };
    const left = text.slice(0, from) + text.slice(to);
    if (operator === 'c') return this.#insert({ text: left, cursor: from }, change);
    this.#last = change;
    return { kind: 'text', text: left, cursor: onCharacter(left, from) };
  }

  #insert(at: VimText, change: Change): VimStep {
    if (change.typed !== undefined) {
      const text = at.text.slice(0, at.cursor) + change.typed + at.text.slice(at.cursor);
      this.#last = change;
      return {
        kind: 'text',
        text,
        cursor: onCharacter(text, at.cursor + Math.max(0, change.typed.length - 1)),
      };
    }
    this.#isInsert = true;
    this.#inserting = { change, at };
    return { kind: 'text', ...at };
  }

  /** Keys of normal mode that are neither motions nor operators. Undefined: more keys are needed. */
  #change(
    keys: readonly string[],
    given: { readonly first: string; readonly others: readonly string[]; readonly count: number },
    now: VimText,
  ): VimStep | undefined {
    const { first, others, count } = given;
    const { text, cursor } = now;
    const change: Change = { keys: [...keys], typed: undefined };
    const start = lineStart(text, cursor);
    const end = lineEnd(text, cursor);
    const until = Math.min(
      end,
      repeat(count, cursor, (at) => afterCharacter(text, at)),
    );
    switch (first) {
      case 'i':
        return this.#insert(now, change);
      case 'a':
        return this.#insert({ text, cursor: Math.min(end, afterCharacter(text, cursor)) }, change);
      case 'I':
        return this.#insert({ text, cursor: firstOfLine(text, cursor) }, change);
      case 'A':
        return this.#insert({ text, cursor: end }, change);
      case 'o':
        return this.#insert({ text: `${text.slice(0, end)}\n${text.slice(end)}`, cursor: end + 1 }, change);
      case 'O':
        return this.#insert({ text: `${text.slice(0, start)}\n${text.slice(start)}`, cursor: start }, change);
      case 'x':
        return this.#range('d', { from: cursor, to: until }, { change, now });
      case 'X': {
        const from = Math.max(
          start,
          repeat(count, cursor, (at) => beforeCharacter(text, at)),
        );
        return this.#range('d', { from, to: cursor }, { change, now });
      }
      case 's':
        return this.#range('c', { from: cursor, to: until }, { change, now });
      case 'S':
        return this.#lines('c', linesFrom(now, count), { change, now });
      case 'D':
      case 'C':
        return this.#range(first === 'D' ? 'd' : 'c', { from: cursor, to: end }, { change, now });
      case 'Y':
        return this.#lines('y', linesFrom(now, count), { change, now });
      case 'p':
      case 'P':
        this.#last = change;
        return this.#put(first === 'p', count, now);
      case 'r': {
        const [character] = others;
        if (character === undefined) return undefined;
        this.#last = change;
        if (until === cursor) return TAKEN;
        const shown = character.repeat(count);
        return {
          kind: 'text',
          text: text.slice(0, cursor) + shown + text.slice(until),
          cursor: cursor + shown.length - 1,
        };
      }
      case '~': {
        this.#last = change;
        const turned = Array.from(text.slice(cursor, until), turnCase).join('');
        const changed = text.slice(0, cursor) + turned + text.slice(until);
        return { kind: 'text', text: changed, cursor: onCharacter(changed, cursor + turned.length) };
      }
      case 'J':
        this.#last = change;
        return { kind: 'text', ...joinLines(now, Math.max(1, count - 1)) };
      case 'u':
        return { kind: 'undo' };
      case '.':
        return this.#again(now);
      default:
        return TAKEN;
    }
  }

  #put(isAfter: boolean, count: number, { text, cursor }: VimText): VimStep {
    const { text: held, isLinewise } = this.#register;
    if (held === '' && !isLinewise) return TAKEN;
    if (isLinewise) {
      const lines = Array.from({ length: count }, () => held).join('\n');
      const at = isAfter ? lineEnd(text, cursor) : lineStart(text, cursor);
      const put = isAfter ? `\n${lines}` : `${lines}\n`;
      const whole = text.slice(0, at) + put + text.slice(at);
      return { kind: 'text', text: whole, cursor: firstOfLine(whole, isAfter ? at + 1 : at) };
    }
    const at = isAfter ? Math.min(lineEnd(text, cursor), afterCharacter(text, cursor)) : cursor;
    const put = held.repeat(count);
    const whole = text.slice(0, at) + put + text.slice(at);
    return { kind: 'text', text: whole, cursor: Math.max(at, beforeCharacter(whole, at + put.length)) };
  }

  #again(now: VimText): VimStep {
    const last = this.#last;
    if (last === undefined) return TAKEN;
    const { count, rest } = countOf(last.keys);
    const [first, ...others] = rest;
    if (first === undefined) return TAKEN;
    const repeated = { ...last, keys: last.keys };
    const step = 'dcy'.includes(first)
      ? this.#operate(first, { keys: last.keys, count, others }, now)
      : this.#change(last.keys, { first, others, count: count ?? 1 }, now);
    if (!this.#isInsert || step?.kind !== 'text') return step ?? TAKEN;
    // It began to insert: what was typed then is put in, and normal mode goes on.
    this.#isInsert = false;
    this.#inserting = undefined;
    return this.#insert(step, { ...repeated, typed: last.typed ?? '' });
  }
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  space: ' ',
  backspace: 'h',
  left: 'h',
  right: 'l',
  home: '0',
  end: '$',
};
const OPPOSITE: Readonly<Record<string, string>> = { f: 'F', F: 'f', t: 'T', T: 't' };
