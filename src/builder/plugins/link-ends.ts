/** Finds where the destination of a link ends, in time that grows with the text. */

/** A destination, `#fragment` and title as they are written, and where the bracket behind them ends. */
interface LinkEnd {
  readonly link: string
  readonly fragment: string
  readonly title: string
  readonly end: number
}

/** Looks for ends in one text, from the beginning on: what was found ahead is not looked for again. */
export class LinkEnds {
  readonly #next = new Map<string, { readonly from: number; readonly at: number }>()
  #good = { from: 0, at: -1 }

  constructor(private readonly text: string) {}

  /** The end of a destination that begins at an index; null where there is none. */
  from(start: number): LinkEnd | null {
    const { text } = this
    for (let at = start + 1; at <= text.length && text[at - 1] !== ')'; at++) {
      const fragment = text[at] === '#' ? this.#withFragment(at) : null
      const found = fragment ?? this.#withTitle(at)
      if (found === null) continue
      const [fragmentEnd, end] = found
      return {
        link: text.slice(start, at),
        fragment: text.slice(at, fragmentEnd),
        title: text.slice(fragmentEnd, end),
        end: end + 1,
      }
    }
    return null
  }

  /** Ends of an empty fragment and of the title that may be behind it, where a bracket follows. */
  #withTitle(at: number): [number, number] | null {
    const end = this.#titleEnd(at)
    return end === null ? null : [at, end]
  }

  /** A fragment without blanks, or else one that goes as far as it must on its line. */
  #withFragment(at: number): [number, number] | null {
    const stop = this.#find(/[)\s]/g, at + 1)
    const isShort = stop >= at + 2 && this.#titleEnd(stop) !== null
    const end = isShort ? stop : this.#goodEnd(at + 2)
    const line = this.#find(/\n/g, at + 1)
    if (end < at + 2 || (line >= 0 && end > line) || line === at + 1) return null
    const titleEnd = this.#titleEnd(end)
    return titleEnd === null ? null : [end, titleEnd]
  }

  /** The first index from one on at which the bracket stands, or a title with it. */
  #goodEnd(from: number): number {
    if (this.#good.from <= from && (this.#good.at >= from || this.#good.at === Infinity)) {
      return this.#good.at === Infinity ? -1 : this.#good.at
    }
    for (let at = from; at < this.text.length; at++) {
      at = this.#find(/[)\s]/g, at)
      if (at < 0) break
      if (this.#titleEnd(at) === null) continue
      this.#good = { from, at }
      return at
    }
    this.#good = { from, at: Infinity }
    return -1
  }

  /** Where a title that begins at an index ends, or the index itself; null where no bracket follows. */
  #titleEnd(at: number): number | null {
    const { text } = this
    if (/\s/.test(text[at] ?? '')) {
      const quote = this.#find(/\S/g, at)
      for (const mark of text[quote] === '"' ? [/(?<!\\)"/g, /(?<!\\)'/g] : []) {
        const close = this.#find(mark, quote + 1)
        if (close >= 0 && text[close + 1] === ')') return close + 1
      }
    }
    return text[at] === ')' ? at : null
  }

  /** Index of the first match from an index on, -1 for none. */
  #find(pattern: RegExp, from: number): number {
    const known = this.#next.get(pattern.source)
    if (known !== undefined && known.from <= from && (known.at >= from || known.at < 0))
      return known.at
    pattern.lastIndex = from
    const at = pattern.exec(this.text)?.index ?? -1
    this.#next.set(pattern.source, { from, at })
    return at
  }
}
