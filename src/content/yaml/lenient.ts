/**
 * Rewrites YAML that libyaml accepts so that js-yaml accepts it, too: lines inside brackets and quotes that are not
 * indented, tabs between tokens, comments directly after a quote or bracket. Line ends, tabs and comments become
 * spaces, so that all offsets stay.
 */

import { Buffer } from 'node:buffer'

/** Stands for the `-` of `[-]`, which js-yaml takes for the dash of a list: a text of it alone. */
export const LONE_DASH = 0xe02d

/** The rewritten text, as long as `source`; the same text if it has none of these forms. */
export function lenientYaml(source: string): string {
  return new Scanner(source).run()
}

const BLANK = /[ \t]/

/** Knows just enough YAML to tell tokens from text. */
class Scanner {
  #at = 0
  /** Number of open brackets. */
  #depth = 0
  /** True where a quote, a bracket or a block scalar may begin. */
  #isStart = true
  /** True after the end of a token: `#` begins a comment even without a space before it. */
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
    if (
      char === '-' &&
      this.#depth > 0 &&
      this.#isStart &&
      /[\]},]/.test(this.source[this.#at + 1] ?? '')
    )
      this.#out.writeUInt16LE(LONE_DASH, this.#at * 2)
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
    // Outside brackets, both libraries refuse tabs as indentation.
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

  /** Skips a token, if one begins here that is not plain text; true if so. */
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

  /** Skips a block scalar: all lines that are blank or indented deeper than its first line. */
  #block(): void {
    const begin = this.source.lastIndexOf('\n', this.#at - 1) + 1
    const before = this.source.slice(begin, this.#at)
    const dashes = /^ *(?:- *)*/.exec(before)?.[0] ?? ''
    // The column of its key or dash.
    const depth = dashes === before ? dashes.lastIndexOf('-') : dashes.length
    while (/[|>+\-0-9]/.test(this.source[this.#at] ?? '')) this.#at++
    while (BLANK.test(this.source[this.#at] ?? '')) this.#at++
    if (this.source[this.#at] === '#') this.#comment()
    if (this.source[this.#at] !== '\n') this.#at = this.#nextLineEnd()
    while (this.#at < this.source.length && this.#isDeeper(depth)) this.#at = this.#nextLineEnd()
    this.#isStart = false
    this.#skipComments()
  }

  /** Skips the comments after a block scalar. As spaces, they would be part of its text. */
  #skipComments(): void {
    for (;;) {
      const line = this.source.slice(this.#at + 1, this.#nextLineEnd())
      if (this.#at >= this.source.length || !/^[ \t]*(?:#|$)/.test(line)) return
      this.#at = this.#nextLineEnd()
    }
  }

  /** Offset of the next line end after the current position. */
  #nextLineEnd(): number {
    const end = this.source.indexOf('\n', this.#at + 1)
    return end < 0 ? this.source.length : end
  }

  /** True if the next line is blank or indented by more than `depth` spaces. */
  #isDeeper(depth: number): boolean {
    const line = this.source.slice(this.#at + 1, this.#nextLineEnd())
    return line.trim() === '' || line.length - line.replace(/^ +/, '').length > depth
  }

  #erase(at: number): void {
    if (this.source[at] !== ' ') this.#out.writeUInt16LE(0x20, at * 2)
  }
}
