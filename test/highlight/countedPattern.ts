/**
 * A small backtracking matcher for the patterns of lexers that counts its steps, so that a test can
 * say how the work grows without a clock. It knows what the lexers use: classes, groups, greedy and
 * lazy repetition, lookaround, back references; flags `i`, `s`, `u` and `y`.
 */

/** Counts steps, one a character or alternative looked at, up to a limit. */
export class Steps {
  count = 0
  limit = Infinity

  /** @throws Error past the limit */
  add(steps = 1): void {
    this.count += steps
    if (this.count > this.limit) throw new Error(`more than ${this.limit} steps`)
  }
}

type Captures = (string | undefined)[]
type Rest = (at: number) => boolean
/** Matches from a position on and calls the rest; in a look-behind it goes backwards. */
type Node = (at: number, rest: Rest) => boolean

interface Piece {
  readonly node: Node
  /** Tests one character, for a piece that is always just one. */
  readonly single?: (at: number) => number
}

/** Stands in for a sticky RegExp in a compiled rule. */
export class CountedPattern {
  lastIndex = 0
  #at = 0
  #text = ''
  #groups = 0
  #captures: Captures = []
  readonly #unicode: boolean
  readonly #flags: string
  readonly #match: Node

  constructor(
    private readonly pattern: RegExp,
    private readonly steps: Steps,
  ) {
    this.#unicode = pattern.unicode
    this.#flags = pattern.flags.replace(/[gmy]/g, '')
    this.#match = this.#alternatives(false)
  }

  get source(): string {
    return this.pattern.source
  }

  test(text: string): boolean {
    return this.exec(text) !== null
  }

  exec(text: string): RegExpExecArray | null {
    const start = this.lastIndex
    this.#text = text
    this.#captures = []
    let end = -1
    const matched = this.#match(start, (at) => {
      end = at
      return true
    })
    this.lastIndex = matched ? end : 0
    if (!matched) return null
    const groups = Array.from({ length: this.#groups }, (_, i) => this.#captures[i + 1])
    return Object.assign([text.slice(start, end), ...groups], {
      index: start,
      input: text,
    }) as RegExpExecArray
  }

  #peek(length = 1): string {
    return this.pattern.source.slice(this.#at, this.#at + length)
  }

  #alternatives(back: boolean): Node {
    const all = [this.#sequence(back)]
    while (this.#peek() === '|') {
      this.#at++
      all.push(this.#sequence(back))
    }
    const [only] = all
    return all.length === 1 && only
      ? only
      : (at, rest) => all.some((node) => (this.steps.add(), node(at, rest)))
  }

  #sequence(back: boolean): Node {
    const nodes: Node[] = []
    while (this.#at < this.pattern.source.length && !'|)'.includes(this.#peek())) {
      nodes.push(this.#quantified(back))
    }
    if (back) nodes.reverse()
    return nodes.reduceRight<Node>(
      (next, node) => (at, rest) => node(at, (reached) => next(reached, rest)),
      (at, rest) => rest(at),
    )
  }

  #quantified(back: boolean): Node {
    const before = this.#groups
    const piece = this.#atom(back)
    const inside = [before + 1, this.#groups] as const
    const quantifier = /(?:[*+?]|\{(\d+)(,?)(\d*)\})(\??)/y
    quantifier.lastIndex = this.#at
    const match = quantifier.exec(this.pattern.source)
    if (!match) return piece.node
    this.#at = quantifier.lastIndex
    const sign = match[0].charAt(0)
    const min = sign === '{' ? Number(match[1]) : sign === '+' ? 1 : 0
    const most = match[2] === '' ? min : match[3] === '' ? Infinity : Number(match[3])
    const max = sign === '{' ? most : sign === '?' ? 1 : Infinity
    const greedy = match[4] === ''
    return piece.single
      ? this.#repeatSingle(piece.single, { min, max, greedy })
      : this.#repeat(piece.node, { min, max, greedy, inside })
  }

  // One character at a time needs no recursion.
  #repeatSingle(
    single: (at: number) => number,
    { min, max, greedy }: { min: number; max: number; greedy: boolean },
  ): Node {
    return (start, rest) => {
      const ends = [start]
      const grow = (): boolean => {
        const next = ends.length <= max ? single(ends.at(-1) ?? start) : -1
        if (next >= 0) ends.push(next)
        return next >= 0
      }
      while (ends.length <= min) if (!grow()) return false
      if (greedy) {
        while (grow());
        for (let i = ends.length - 1; i >= min; i--) {
          this.steps.add()
          if (rest(ends[i] ?? start)) return true
        }
        return false
      }
      do {
        this.steps.add()
        if (rest(ends.at(-1) ?? start)) return true
      } while (grow())
      return false
    }
  }

  #repeat(
    node: Node,
    options: { min: number; max: number; greedy: boolean; inside: readonly [number, number] },
  ): Node {
    const { min, max, greedy, inside } = options
    const again = (at: number, done: number, rest: Rest): boolean => {
      this.steps.add()
      const more = (): boolean => {
        if (done >= max) return false
        const saved = this.#captures.slice()
        for (let i = inside[0]; i <= inside[1]; i++) this.#captures[i] = undefined
        if (node(at, (reached) => (reached !== at || done < min) && again(reached, done + 1, rest)))
          return true
        this.#captures = saved
        return false
      }
      if (done < min) return more()
      return greedy ? more() || rest(at) : rest(at) || more()
    }
    return (at, rest) => again(at, 0, rest)
  }

  #atom(back: boolean): Piece {
    const char = this.#peek()
    if (char === '(') return { node: this.#group(back) }
    if (char === '[') return this.#single(this.#take(/\[(?:\\[^]|[^\]\\])*\]/y), back)
    if (char === '\\') {
      const reference = /\\([1-9])/y
      reference.lastIndex = this.#at
      const number = reference.exec(this.pattern.source)?.[1]
      if (number !== undefined) {
        this.#at += 2
        return { node: this.#reference(Number(number), back) }
      }
      const escape = this.#take(
        /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[^])/y,
      )
      if (escape === '\\b' || escape === '\\B') return { node: this.#boundary(escape === '\\b') }
      return this.#single(escape, back)
    }
    const wide = this.#unicode && (this.pattern.source.codePointAt(this.#at) ?? 0) > 0xffff
    this.#at += wide ? 2 : 1
    return this.#single(wide ? this.pattern.source.slice(this.#at - 2, this.#at) : char, back)
  }

  #take(shape: RegExp): string {
    shape.lastIndex = this.#at
    const text = shape.exec(this.pattern.source)?.[0]
    if (text === undefined) throw new Error(`cannot read ${this.pattern.source} at ${this.#at}`)
    this.#at += text.length
    return text
  }

  #single(source: string, back: boolean): Piece {
    const test = new RegExp(`^(?:${source})$`, this.#flags)
    const known = new Map<string, boolean>()
    const one = (at: number): number => {
      this.steps.add()
      const text = this.#text
      let length = 1
      if (this.#unicode) {
        const lead = text.codePointAt(back ? at - 2 : at) ?? 0
        if (lead > 0xffff && (!back || at >= 2)) length = 2
      }
      const from = back ? at - length : at
      if (from < 0 || from + length > text.length) return -1
      const char = text.slice(from, from + length)
      let fits = known.get(char)
      if (fits === undefined) known.set(char, (fits = test.test(char)))
      return fits ? (back ? from : from + length) : -1
    }
    const node: Node = (at, rest) => {
      const next = one(at)
      return next >= 0 && rest(next)
    }
    return { node, single: one }
  }

  #reference(number: number, back: boolean): Node {
    return (at, rest) => {
      const text = this.#captures[number] ?? ''
      this.steps.add(text.length + 1)
      const from = back ? at - text.length : at
      const fold = this.pattern.ignoreCase ? (s: string) => s.toLowerCase() : (s: string) => s
      if (fold(this.#text.slice(Math.max(0, from), from + text.length)) !== fold(text)) return false
      return rest(back ? from : from + text.length)
    }
  }

  #boundary(wanted: boolean): Node {
    const word = (at: number): boolean => /\w/.test(this.#text.charAt(at))
    return (at, rest) => {
      this.steps.add()
      return (word(at - 1) !== word(at)) === wanted && rest(at)
    }
  }

  #group(back: boolean): Node {
    const opening = this.#take(/\((?:\?(?:<?[=!]|:|<\w+>))?/y)
    const look = /^\(\?(<?)([=!])$/.exec(opening)
    const number = look || opening === '(?:' ? 0 : ++this.#groups
    const inner = this.#alternatives(look ? look[1] === '<' : back)
    this.#at++
    if (look) {
      const wanted = look[2] === '='
      return (at, rest) => inner(at, () => true) === wanted && rest(at)
    }
    if (number === 0) return inner
    return (at, rest) => {
      const before = this.#captures[number]
      const matched = inner(at, (reached) => {
        const outer = this.#captures[number]
        this.#captures[number] = this.#text.slice(Math.min(at, reached), Math.max(at, reached))
        if (rest(reached)) return true
        this.#captures[number] = outer
        return false
      })
      if (!matched) this.#captures[number] = before
      return matched
    }
  }
}
