/**
 * Long YAML takes tens of milliseconds to parse, and would block the event loop for that time. It is parsed in
 * a thread ahead of time, and the result is kept here for the next call of `parseYaml` with the same text.
 * The result is the same with and without this cache.
 */

import { hasMoreLines } from '../line-count.js'

const LONG_CHARACTERS = 16 * 1024
/** A line costs as much as twenty characters. */
const LONG_LINES = 1000

/** Whether the text is long enough that a thread should parse it. */
export function isLongYaml(source: string): boolean {
  return source.length > LONG_CHARACTERS || hasMoreLines(source, LONG_LINES)
}

/** Enough for both versions of a file that one request reads, and for a few requests at once. */
const MOST_KEPT = 6

/** What was read of a text, and by which limits. */
interface Reading<Limits, Read> {
  readonly source: string
  readonly limits: Limits
  readonly read: Read
}

interface Readings<Limits, Read> {
  /** Keeps a reading until enough others have come. */
  keep(reading: Reading<Limits, Read>): void
  /** What was read of a long text, and would be read by these limits; or null. */
  find(source: string, limits: Limits): Read | null
}

/** A result is valid for the same and for wider limits; an error only for exactly the same limits. */
export function createReadings<
  Limits extends { readonly [Name in keyof Limits]: number },
  Read extends { readonly error: object | null },
>(names: readonly (keyof Limits)[]): Readings<Limits, Read> {
  const kept: Reading<Limits, Read>[] = []
  const isAsGood = ({ limits, read }: Reading<Limits, Read>, wanted: Limits) =>
    names.every((name) =>
      read.error === null ? wanted[name] >= limits[name] : wanted[name] === limits[name],
    )
  return {
    keep(reading) {
      kept.unshift(reading)
      kept.length = Math.min(kept.length, MOST_KEPT)
    },
    find(source, limits) {
      if (kept.length === 0 || !isLongYaml(source)) return null
      const place = kept.findIndex((one) => one.source === source && isAsGood(one, limits))
      const [found] = place < 0 ? [] : kept.splice(place, 1)
      if (found === undefined) return null
      kept.unshift(found)
      return found.read
    },
  }
}
