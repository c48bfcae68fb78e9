/**
 * The values that a template can hold, as Ruby's types show in its output.
 *
 * A JS number without a fraction is Ruby's Integer, any other number its Float; `LiquidFloat` exists
 * only for floats such as `2.0`, and bigint only for integers beyond 2^53. Hashes are Maps, so no
 * name of JavaScript's own can ever be read.
 */

/** A key of a hash: strings mostly, but YAML has integer, boolean and date keys too. */
type LiquidKey = LiquidValue

/** Whatever a variable, a filter's result or an element can be. */
export type LiquidValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | LiquidFloat
  | LiquidRange
  | LiquidTime
  | LiquidDate
  | readonly LiquidValue[]
  | LiquidMap
  | Drop

/** A hash; the order of insertion is the order of output. */
export type LiquidMap = Map<LiquidKey, LiquidValue>

/** A float that has no fraction, such as 2.0 (see {@link float}). */
export class LiquidFloat {
  constructor(readonly value: number) {}
}

/** `(first..last)`, both ends in; never materialised. */
export class LiquidRange {
  constructor(
    readonly first: number,
    readonly last: number,
  ) {}

  /** Number of integers in the range, 0 when it runs backwards. */
  get size(): number {
    return Math.max(0, this.last - this.first + 1)
  }
}

interface TimeOptions {
  /** Abbreviation for `%Z`, as `CET`; none for a time with a bare offset. */
  readonly zoneName?: string
  /** Whether Ruby would say `UTC` in place of `+0000` when it prints the time. */
  readonly utc?: boolean
  /** Nanoseconds below the millisecond, 0 to 999,999. */
  readonly nanoseconds?: number
  readonly watch?: TimeWatch
}

/** Told how a time is used, for hosts whose present is another one the next time. */
export interface TimeWatch {
  /** It was looked at. */
  used(): void
  /** Only the text of this format was. */
  formatted(pattern: string): void
}

/** An instant with the offset in which it is shown. */
export class LiquidTime {
  readonly zoneName: string | null
  readonly utc: boolean
  readonly nanoseconds: number
  readonly #epochMs: number
  readonly #watch: TimeWatch | null

  /**
   * @param epochMs whole milliseconds since the Unix epoch
   * @param offsetSeconds seconds east of Greenwich
   */
  constructor(
    epochMs: number,
    readonly offsetSeconds: number,
    options: TimeOptions = {},
  ) {
    this.#epochMs = epochMs
    this.#watch = options.watch ?? null
    this.utc = options.utc ?? false
    this.zoneName = options.zoneName ?? (this.utc ? 'UTC' : null)
    this.nanoseconds = options.nanoseconds ?? 0
  }

  get epochMs(): number {
    this.#watch?.used()
    return this.#epochMs
  }

  /** The text of a format: all that is looked at. */
  as(pattern: string, format: (time: LiquidTime, pattern: string) => string): string {
    if (this.#watch === null) return format(this, pattern)
    this.#watch.formatted(pattern)
    const { zoneName, utc, nanoseconds } = this
    const zone = zoneName === null ? {} : { zoneName }
    const plain = new LiquidTime(this.#epochMs, this.offsetSeconds, { ...zone, utc, nanoseconds })
    return format(plain, pattern)
  }
}

/** A day without a time, `iso` as `2024-02-29`. */
export class LiquidDate {
  constructor(readonly iso: string) {}
}

/**
 * An object of the host whose fields are read by name, lazily. A host may record what is read.
 *
 * `get` gives undefined for a name it has not got, null for one whose value is nil.
 */
export abstract class Drop {
  abstract get(key: string): LiquidValue | undefined

  /** Names in order, for filters that take hashes. */
  keys(): Iterable<string> {
    return []
  }

  /** What `{{ drop }}` prints. */
  toLiquidString(): string {
    return ''
  }

  /** What `{{ list }}` prints of it. */
  toListString(): string {
    return this.toLiquidString()
  }

  /** What filters that go through a list make of it: Ruby's `to_liquid`. */
  toLiquid(): Drop {
    return this
  }

  /** What the drop prints inside an array or a hash. */
  inspect(): string {
    return this.toLiquidString()
  }

  /** Whether `==` holds. */
  equals(other: LiquidValue): boolean {
    return this === other
  }

  /** What to say where unknown variables are errors. */
  describeMissing(key: string): string {
    return `undefined variable ${key}`
  }

  /** Elements for `for`, `first`, `size` and array filters; null when it is not a collection. */
  toList(): readonly LiquidValue[] | null {
    return null
  }

  /** Elements for `for`, when it is not a collection: its names, in order. */
  toElements(): readonly LiquidValue[] {
    return [...this.keys()]
  }

  /** Ruby's `<=>`: negative, 0, positive, or null when the two have no order. */
  compareTo(other: LiquidValue): number | null {
    return this.equals(other) ? 0 : null
  }

  /** Whether `contains` holds; by default an element of {@link toList}. */
  includes(value: LiquidValue): boolean {
    return this.toList()?.includes(value) ?? false
  }
}

/** The result of float arithmetic as a value: a LiquidFloat when it has no fraction. */
export const float = (value: number): number | LiquidFloat =>
  Number.isInteger(value) ? new LiquidFloat(value) : value

/** An integer as a value: bigint only when it is not safe as a number. */
export const integer = (value: bigint | number): number | bigint => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : BigInt(value)
  const small = Number(value)
  return Number.isSafeInteger(small) ? small : value
}

/** Narrows to an array; `Array.isArray` alone forgets `readonly`. */
export const isList = (value: unknown): value is readonly LiquidValue[] => Array.isArray(value)

/** Whether the value is Ruby's Integer. */
export const isInteger = (value: LiquidValue): value is number | bigint =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))

/** Whether the value is Ruby's Float. */
export const isFloat = (value: LiquidValue): value is number | LiquidFloat =>
  value instanceof LiquidFloat || (typeof value === 'number' && !Number.isInteger(value))

/** Everything but nil and false is true. */
export const isTruthy = (value: LiquidValue): boolean => value !== null && value !== false

/**
 * Turns plain data (JSON, parsed YAML) into values; objects become Maps by their own keys.
 * undefined, functions and symbols become nil.
 */
export const fromPlain = (data: unknown): LiquidValue => {
  if (typeof data === 'string' || typeof data === 'boolean' || typeof data === 'bigint') return data
  if (typeof data === 'object') return data === null ? null : fromObject(data)
  if (typeof data !== 'number') return null
  return Number.isInteger(data) && !Number.isSafeInteger(data) ? new LiquidFloat(data) : data
}

const fromObject = (data: object): LiquidValue => {
  if (data instanceof Drop || data instanceof LiquidTime || data instanceof LiquidDate) return data
  if (data instanceof LiquidFloat || data instanceof LiquidRange) return data
  if (data instanceof Date) return new LiquidTime(data.getTime(), 0, { utc: true })
  if (Array.isArray(data)) return data.map(fromPlain)
  const entries: Iterable<[unknown, unknown]> = data instanceof Map ? data : Object.entries(data)
  const map: LiquidMap = new Map()
  for (const [key, value] of entries) map.set(fromPlain(key), fromPlain(value))
  return map
}
