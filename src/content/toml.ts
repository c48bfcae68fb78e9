/**
 * TOML 1.0 (https://toml.io/en/v1.0.0) into the values of YAML, for `_config.toml`: dates and times as YAML has them, times
 * without a date as text.
 */

import { YAML_LIMITS, type ParsedYaml } from './yaml/parse.js'
import { float, readPlainScalar } from './yaml/scalar.js'
import { isYamlMap, type YamlMap, type YamlValue } from './yaml/value.js'

const MAX_DEPTH = 100

class TomlError extends Error {}

/** The mapping of a text, or what is wrong with it and where. */
export function parseToml(text: string): ParsedYaml {
  if (text.length > YAML_LIMITS.maxBytes) {
    const reason = `more than ${YAML_LIMITS.maxBytes} characters`
    return { value: null, error: { reason, line: 1, column: 1 } }
  }
  const reader = new Reader(text.replaceAll('\r\n', '\n'))
  try {
    return { value: reader.document(), error: null }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    return { value: null, error: { reason: error.message, ...reader.place() } }
  }
}

const ESCAPES = new Map([
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['f', '\f'],
  ['r', '\r'],
  ['"', '"'],
  ['\\', '\\'],
])

/** Reads a text once, front to back. */
class Reader {
  #at = 0
  #depth = 0

  constructor(readonly text: string) {}

  place(): { line: number; column: number } {
    const before = this.text.slice(0, this.#at).split('\n')
    return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
  }

  document(): YamlMap {
    const root: YamlMap = new Map()
    let table = root
    for (;;) {
      this.#skip(/(?:[ \t\n]|#[^\n]*)*/y)
      if (this.#at >= this.text.length) return root
      const head = this.#take(/\[\[?/y)
      if (head === null) this.#pair(table)
      else table = this.#table(root, head)
      if (this.#take(/[ \t]*(?:#[^\n]*)?(?:\n|$(?![^]))/y) === null)
        this.#fail('a line with one setting was expected to end here')
    }
  }

  #fail(reason: string): never {
    throw new TomlError(reason)
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.text)
    if (found === null) return null
    this.#at = pattern.lastIndex
    return found[0]
  }

  #skip(pattern: RegExp): void {
    this.#take(pattern)
  }

  #table(root: YamlMap, head: string): YamlMap {
    const path = this.#path()
    if (this.#take(head === '[' ? /\]/y : /\]\]/y) === null) this.#fail('a bracket is missing')
    const last = path.pop() ?? ''
    const parent = this.#inside(root, path)
    const known = parent.get(last)
    if (head === '[') return this.#inside(parent, [last])
    const made: YamlMap = new Map()
    if (known === undefined) parent.set(last, [made])
    else if (Array.isArray(known)) known.push(made)
    else this.#fail(`${last} is there already`)
    return made
  }

  /** The table of a path, made where it is not there; of a list of tables, the last. */
  #inside(root: YamlMap, path: readonly string[]): YamlMap {
    let table = root
    for (const name of path) {
      const known = table.get(name)
      const next = Array.isArray(known) ? known.at(-1) : (known ?? new Map())
      if (next === undefined || !isYamlMap(next)) this.#fail(`${name} is no table`)
      if (known === undefined) table.set(name, next)
      table = next
    }
    return table
  }

  #pair(table: YamlMap): void {
    const path = this.#path()
    if (this.#take(/=[ \t]*/y) === null) this.#fail("'=' is missing")
    const last = path.pop() ?? ''
    const parent = this.#inside(table, path)
    this.#enter(path.length)
    // The later of two wins, as in YAML.
    parent.set(last, this.#value())
    this.#depth -= path.length
  }

  #path(): string[] {
    const names: string[] = []
    do {
      this.#skip(/[ \t]*/y)
      const name = this.#take(/[\w-]+/y) ?? this.#quoted()
      if (name === null) this.#fail('a name is missing')
      names.push(name)
      this.#skip(/[ \t]*/y)
      if (names.length > MAX_DEPTH) this.#fail(`more than ${MAX_DEPTH} names in one another`)
    } while (this.#take(/\./y) !== null)
    return names
  }

  #value(): YamlValue {
    const text = this.#longText() ?? this.#quoted()
    if (text !== null) return text
    this.#enter(1)
    const value = this.#collection() ?? this.#scalar()
    this.#depth--
    return value
  }

  #enter(levels: number): void {
    this.#depth += levels
    if (this.#depth > MAX_DEPTH)
      this.#fail(`more than ${MAX_DEPTH} tables and lists in one another`)
  }

  #collection(): YamlValue[] | YamlMap | null {
    if (this.#take(/\[/y) !== null) {
      const list: YamlValue[] = []
      this.#items(/\]/y, () => list.push(this.#value()))
      return list
    }
    if (this.#take(/\{/y) === null) return null
    const map: YamlMap = new Map()
    this.#items(/\}/y, () => this.#pair(map))
    return map
  }

  #items(end: RegExp, read: () => void): void {
    const skip = (): void => this.#skip(/(?:[ \t\n]|#[^\n]*)*/y)
    for (skip(); this.#take(end) === null; skip()) {
      read()
      skip()
      if (this.#take(/,/y) === null && !this.#isNext(end))
        this.#fail('a comma or bracket is missing')
    }
  }

  #isNext(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    return pattern.test(this.text)
  }

  #longText(): string | null {
    const quote = this.#take(/"""\n?|'''\n?/y)
    if (quote === null) return null
    const isRaw = quote.startsWith("'")
    const inner = this.#take(
      isRaw ? /(?:[^']|'(?!''))*'{0,2}(?=''')/y : /(?:[^"\\]|\\[^]|"(?!""))*"{0,2}(?=""")/y,
    )
    if (inner === null) this.#fail('a text is not closed')
    this.#at += 3
    return isRaw ? inner : this.#unescaped(inner.replace(/\\[ \t]*\n\s*/g, ''))
  }

  #quoted(): string | null {
    const raw = this.#take(/'[^'\n]*'/y)
    if (raw !== null) return raw.slice(1, -1)
    const text = this.#take(/"(?:[^"\\\n]|\\.)*"/y)
    return text === null ? null : this.#unescaped(text.slice(1, -1))
  }

  #unescaped(text: string): string {
    return text.replace(
      /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|([^]))/g,
      (_, ...parts: unknown[]) => {
        const [short, long, char] = parts
        if (typeof char === 'string')
          return ESCAPES.get(char) ?? this.#fail(`\\${char} is no escape`)
        const code = Number.parseInt(String(short ?? long), 16)
        return code <= 0x10ffff
          ? String.fromCodePoint(code)
          : this.#fail('a character is out of range')
      },
    )
  }

  #scalar(): YamlValue {
    const word = this.#take(/[^\s,[\]{}#"'=]+(?: \d\d:\d\d[^\s,[\]{}#"'=]*)?/y)
    if (word === null) this.#fail('a value is missing')
    if (word === 'true' || word === 'false') return word === 'true'
    if (/^\d{4}-\d\d-\d\d/.test(word)) return readPlainScalar(word)
    if (/^\d\d:\d\d/.test(word)) return word
    return this.#number(word)
  }

  #number(word: string): YamlValue {
    const digits = word.replace(/(?<=[\da-fA-F])_(?=[\da-fA-F])/g, '')
    if (/^(?:[+-]?(?:0|[1-9]\d*)|0x[\da-fA-F]+|0o[0-7]+|0b[01]+)$/.test(digits)) {
      const whole = BigInt(digits.replace(/^[+-]/, '')) * (digits.startsWith('-') ? -1n : 1n)
      return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole
    }
    const odd = /^([+-]?)(inf|nan)$/.exec(digits)
    if (odd !== null) return odd[2] === 'nan' ? NaN : odd[1] === '-' ? -Infinity : Infinity
    if (/^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(digits))
      return float(Number(digits))
    return this.#fail(`${word.slice(0, 40)} is no value: a text stands in quotes`)
  }
}
