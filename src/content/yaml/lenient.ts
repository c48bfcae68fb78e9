/**
 * YAML as libyaml takes it, written so that js-yaml takes it too: lines inside brackets and quotes that
 * are not indented, tabs between tokens, comments right behind a quote or a bracket. Every offset stays:
 * line ends, tabs and comments become blanks.
 */

import { Buffer } from 'node:buffer'

/** The text as js-yaml takes it; the same text where it is to blame for something else. */
export function lenientYaml(source: string): string {
  return new Scanner(source).run()
}

const BLANK = /[ \t]/

/** Knows just enough of YAML to tell tokens from text. */
class Scanner {
  #at = 0
  /** Brackets that are open. */
  #depth = 0
  /** A quote, a bracket or a block scalar may begin here. */
  #isStart = true
  /** A token ended here: `#` is a comment even without a blank before it. */
  #isEnd = true
  readonly #out: Buffer

  constructor(readonly source: string) {
    this.#out = Buffer.from(source, 'utf16le')
  }

  run(): string {
    while (this.#at < this.source.length) this.#step(this.source[this.#at] ?? '')
    return this.#out.toString('utf16le')
  }

  #step(char: string): void {
    if (char === '\n' || char === '\r') return this.#lineEnd()
    if (BLANK.test(char)) return this.#blank(char)
    if (char === '#' && this.#isEnd) return this.#comment()
    if (this.#isStart && this.#startsToken(char)) return
    if (this.#depth > 0 && /[[\]{},]/.test(char)) return this.#bracket(char)
    this.#isEnd = false
    this.#isStart = /[:?-]/.test(char) && this.#isIndicator(char)
    this.#at++
  }

  #lineEnd(): void {
    if (this.#depth > 0) this.#erase(this.#at)
    else this.#isStart = true
    this.#isEnd = true
    this.#at++
  }

  #blank(char: string): void {
    // A tab that indents is an error to both, outside brackets.
    if (char === '\t' && (this.#depth > 0 || !this.#isIndent())) this.#erase(this.#at)
    this.#isEnd = true
    this.#at++
  }

  #isIndent(): boolean {
    let at = this.#at
    while (at > 0 && BLANK.test(this.source[at - 1] ?? '')) at--
    return at === 0 || this.source[at - 1] === '\n'
  }

  #comment(): void {
    while (this.#at < this.source.length && this.source[this.#at] !== '\n') this.#erase(this.#at++)
  }

  /** True when a token that is no plain text began here and was passed. */
  #startsToken(char: string): boolean {
    if (char === '"' || char === "'") this.#quoted(char)
    else if (char === '[' || char === '{') this.#bracket(char)
    else if (/[&*!]/.test(char)) this.#property()
    else if (/[|>]/.test(char) && this.#depth === 0) this.#block()
    else return false
    return true
  }

  #quoted(quote: string): void {
    for (this.#at++; this.#at < this.source.length; this.#at++) {
      const char = this.source[this.#at]
      if (char === '\\' && quote === '"' && !/[\r\n]/.test(this.source[this.#at + 1] ?? ''))
        this.#at++
      else if (char === '\n' || char === '\r') this.#erase(this.#at)
      else if (char === quote && (quote === '"' || this.source[this.#at + 1] !== quote)) break
      else if (char === quote) this.#at++
    }
    this.#at++
    this.#isStart = false
    this.#isEnd = true
  }

  #bracket(char: string): void {
    this.#depth += char === ',' ? 0 : /[[{]/.test(char) ? 1 : -1
    this.#isStart = /[[{,]/.test(char)
    this.#isEnd = true
    this.#at++
  }

  #property(): void {
    while (/[^\s,[\]{}]/.test(this.source[this.#at] ?? ' ')) this.#at++
  }

  #isIndicator(char: string): boolean {
    const next = this.source[this.#at + 1] ?? '\n'
    if (char === ':' && this.#depth > 0 && /["'[\]{},]/.test(next)) return true
    return /\s/.test(next)
  }

  /** Passes a block scalar: the lines that are blank or deeper than the line that begins it. */
  #block(): void {
    const begin = this.source.lastIndexOf('\n', this.#at - 1) + 1
    const before = this.source.slice(begin, this.#at)
    const dashes = /^ *(?:- *)*/.exec(before)?.[0] ?? ''
    // The column of the key that it belongs to, or of the dash.
    const depth = dashes === before ? dashes.lastIndexOf('-') : dashes.length
    while (/[|>+\-0-9]/.test(this.source[this.#at] ?? '')) this.#at++
    while (BLANK.test(this.source[this.#at] ?? '')) this.#at++
    if (this.source[this.#at] === '#') this.#comment()
    if (this.source[this.#at] !== '\n') this.#at = this.#nextLineEnd()
    while (this.#at < this.source.length && this.#isDeeper(depth)) this.#at = this.#nextLineEnd()
    this.#isStart = false
    this.#commentsBehind()
  }

  /** Passes the comments behind a block scalar: as blanks they would be more of its text. */
  #commentsBehind(): void {
    for (;;) {
      const line = this.source.slice(this.#at + 1, this.#nextLineEnd())
      if (this.#at >= this.source.length || !/^[ \t]*(?:#|$)/.test(line)) return
      this.#at = this.#nextLineEnd()
    }
  }

  /** The next end of a line, behind where it is. */
  #nextLineEnd(): number {
    const end = this.source.indexOf('\n', this.#at + 1)
    return end < 0 ? this.source.length : end
  }

  /** Whether the line after this one is blank or begins behind a column. */
  #isDeeper(depth: number): boolean {
    const line = this.source.slice(this.#at + 1, this.#nextLineEnd())
    return line.trim() === '' || line.length - line.replace(/^ +/, '').length > depth
  }

  #erase(at: number): void {
    if (this.source[at] !== ' ') this.#out.writeUInt16LE(0x20, at * 2)
  }
}
