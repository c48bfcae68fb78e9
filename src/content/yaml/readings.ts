/**
 * Long YAML takes tens of milliseconds to read, which nobody else shall wait for: it is read in a thread,
 * and kept here for whoever parses it next. Parsing gives the same with it and without.
 */

import { hasMoreLines } from '../line-count.js'

const LONG_CHARACTERS = 16 * 1024
/** A line costs as much as twenty characters. */
const LONG_LINES = 1000

/** Whether it is better read in a thread. */
export function isLongYaml(source: string): boolean {
  return source.length > LONG_CHARACTERS || hasMoreLines(source, LONG_LINES)
}

/** What one request reads, of both its versions, and what some others read meanwhile. */
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

/** What was read within limits is the same within wider ones; what could not be, only within the same. */
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
