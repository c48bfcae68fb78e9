/** Index in a set of first characters that stands for everything outside ASCII. */
export const OTHER = 128

/** One flag for each ASCII code, and one at `OTHER` for all other characters. */
export type CharSet = Uint8Array

interface First {
  readonly set: CharSet
  /** True when the part may match without consuming, so that what follows may come first too. */
  readonly empty: boolean
}

const CLASS_ESCAPES: Readonly<Record<string, RegExp>> = {
  d: /[0-9]/,
  w: /\w/,
  s: /[ \t\n\v\f\r]/,
  D: /[^0-9]/,
  W: /\W/,
  S: /[^ \t\n\v\f\r]/,
}
const CONTROL: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  v: '\v',
  f: '\f',
  '0': '\0',
}

/**
 * Finds which characters a match of the pattern can begin with, so that the engine tries only
 * the rules that can match at a position.
 *
 * @returns a set that never misses a character, or null when a match may be empty
 */
export function firstChars(pattern: RegExp): CharSet | null {
  const reader = new Reader(pattern.source, pattern.flags.includes('i'))
  const first = reader.alternatives()
  return first.empty ? null : first.set
}

class Reader {
  #at = 0
  constructor(
    private readonly source: string,
    private readonly ignoreCase: boolean,
  ) {}

  alternatives(): First {
    let all = this.#sequence()
    while (this.source[this.#at] === '|') {
      this.#at++
      const next = this.#sequence()
      all = { set: union(all.set, next.set), empty: all.empty || next.empty }
    }
    return all
  }

  #sequence(): First {
    let first: First = { set: emptySet(), empty: true }
    while (this.#at < this.source.length && !'|)'.includes(this.source.charAt(this.#at))) {
      const atom = this.#quantified(this.#atom())
      if (first.empty) first = { set: union(first.set, atom.set), empty: atom.empty }
    }
    return first
  }

  #quantified(atom: First): First {
    const quantifier = /(?:([*?])|\+|\{(\d+)(?:,\d*)?\})\??/y
    quantifier.lastIndex = this.#at
    const match = quantifier.exec(this.source)
    if (!match) return atom
    this.#at = quantifier.lastIndex
    return { set: atom.set, empty: atom.empty || match[1] !== undefined || match[2] === '0' }
  }

  #atom(): First {
    const char = this.source.charAt(this.#at)
    if (char === '(') return this.#group()
    if (char === '[') return { set: this.#class(), empty: false }
    this.#at++
    if (char === '^' || char === '$') return { set: emptySet(), empty: true }
    if (char === '.') return { set: matching(/[^]/), empty: false }
    if (char === '\\') return this.#escape()
    return { set: this.#literal(char), empty: false }
  }

  #group(): First {
    const opening = /\((?:\?(?:<?[=!]|:|<\w+>))?/y
    opening.lastIndex = this.#at
    const text = opening.exec(this.source)?.[0] ?? '('
    this.#at += text.length
    const inner = this.alternatives()
    this.#at++
    return /^\(\?<?[=!]/.test(text) ? { set: emptySet(), empty: true } : inner
  }

  #class(): CharSet {
    const start = this.#at
    for (this.#at++; this.source[this.#at] !== ']'; this.#at++) {
      if (this.source[this.#at] === '\\') this.#at++
    }
    this.#at++
    const text = this.source.slice(start, this.#at)
    const unicode = /\\[pu]\{?/.test(text)
    const flags = (this.ignoreCase ? 'i' : '') + (/\\p\{|\\u\{/.test(text) ? 'u' : '')
    const set = matching(new RegExp(text, flags))
    if (unicode || /[^\0-\x7f]/.test(text)) set[OTHER] = 1
    return set
  }

  #escape(): First {
    const char = this.source.charAt(this.#at++)
    if (char === 'b' || char === 'B') return { set: emptySet(), empty: true }
    if (/[1-9k]/.test(char)) return { set: matching(/[^]/), empty: true }
    if (/[puxc]/.test(char)) {
      const rest = /\{[^}]*\}|[0-9a-fA-F]{2,4}|[A-Z]/y
      rest.lastIndex = this.#at
      this.#at += rest.exec(this.source)?.[0].length ?? 0
      return { set: matching(/[^]/), empty: false }
    }
    const shorthand = CLASS_ESCAPES[char]
    if (shorthand) return { set: matching(shorthand), empty: false }
    return { set: this.#literal(CONTROL[char] ?? char), empty: false }
  }

  #literal(char: string): CharSet {
    const set = emptySet()
    const forms = this.ignoreCase ? [char.toLowerCase(), char.toUpperCase()] : [char]
    for (const form of forms) set[Math.min(form.charCodeAt(0), OTHER)] = 1
    return set
  }
}

function emptySet(): CharSet {
  return new Uint8Array(OTHER + 1)
}

function union(a: CharSet, b: CharSet): CharSet {
  return a.map((flag, i) => flag | (b[i] ?? 0))
}

function matching(pattern: RegExp): CharSet {
  const set = emptySet()
  for (let code = 0; code < OTHER; code++) {
    if (pattern.test(String.fromCharCode(code))) set[code] = 1
  }
  // Beyond ASCII a class is only asked for a sample; classes that name such characters are marked
  // by the caller, all others treat them alike.
  if (pattern.test('\u0416') || pattern.test('\u2603')) set[OTHER] = 1
  return set
}
