/** Looking for the same things from many positions of one text without reading it again and again. */

interface Found {
  readonly from: number
  readonly at: number
}

/** Finds what comes next in a text; what it found or missed once, it remembers. */
export class Finder {
  // Most texts ask for nothing, so the maps are made late.
  #found: Map<string, Found> | null = null
  #patterns: Map<string, RegExp> | null = null

  constructor(readonly source: string) {}

  /** Position of the next `needle` from a position on, or -1. */
  next(needle: string, from: number): number {
    return this.#remember(needle, from, () => this.source.indexOf(needle, from))
  }

  /** Position of the next match of an expression, given by its source, or -1. */
  nextMatch(pattern: string, from: number): number {
    return this.#remember(`/${pattern}/`, from, () => {
      this.#patterns ??= new Map()
      const known = this.#patterns.get(pattern) ?? new RegExp(pattern, 'gm')
      this.#patterns.set(pattern, known)
      known.lastIndex = from
      return known.exec(this.source)?.index ?? -1
    })
  }

  #remember(key: string, from: number, find: () => number): number {
    this.#found ??= new Map()
    const known = this.#found.get(key)
    if (known && known.from <= from && (known.at < 0 || known.at >= from)) return known.at
    const at = find()
    this.#found.set(key, { from, at })
    return at
  }
}

/** Line numbers of positions in one text, counted on from the last one asked. */
export class LineCounter {
  #at = 0
  #line: number

  constructor(
    readonly source: string,
    readonly first: number,
  ) {
    this.#line = first
  }

  /** Number of the line that holds a position. */
  lineAt(position: number): number {
    if (position < this.#at) {
      this.#at = 0
      this.#line = this.first
    }
    for (
      let end = this.source.indexOf('\n', this.#at);
      end >= 0 && end < position;
      end = this.source.indexOf('\n', this.#at)
    ) {
      this.#line++
      this.#at = end + 1
    }
    return this.#line
  }
}
