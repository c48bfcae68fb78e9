/** The place of a row in the order of its list: its values in the order of sorting. No other row has the same. */
export type Place = readonly (string | number | null)[]

/** A part of a list, and the length of the whole list. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  /** Of all matches, not of this part. */
  readonly total: number
  /** Where the next part begins: after the last row of this one. Null if there are no more rows. */
  readonly next: Place | null
}

/** Which part of a list: skips `offset` rows, gives at most `limit`. */
export interface Window {
  readonly limit: number
  readonly offset: number
  /** Counts instead of `offset`: the rows that come after this place, also if the row there is gone. Empty: from the first. */
  readonly after?: Place | undefined
}

/** How a list in memory is sorted. */
interface Order<Row> {
  /** Its last value tells rows apart. */
  readonly placeOf: (row: Row) => Place
  /** Of the first value; the others always ascend. */
  readonly direction?: 'asc' | 'desc'
}

/** The part of a list that is in memory, sorted. */
export function partOf<Row>(all: readonly Row[], window: Window, order: Order<Row>): Page<Row> {
  const offset = window.after ? offsetAfter(all, window.after, order) : window.offset
  const rows = all.slice(offset, offset + window.limit)
  return { rows, total: all.length, next: nextPlace({ offset, rows, total: all.length }, order) }
}

/** The place of the last row of a part if others follow. */
export function nextPlace<Row>(
  { offset, rows, total }: { offset: number; rows: readonly Row[]; total: number },
  { placeOf }: Pick<Order<Row>, 'placeOf'>,
): Place | null {
  const last = rows.at(-1)
  return last === undefined || offset + rows.length >= total ? null : placeOf(last)
}

function offsetAfter<Row>(
  all: readonly Row[],
  after: Place,
  { placeOf, direction = 'asc' }: Order<Row>,
): number {
  const name = after.at(-1)
  // Rows with equal values may have been sorted by others that are not known here.
  const known = all.findIndex((row) => placeOf(row).at(-1) === name)
  if (known >= 0 && comparePlaces(placeOf(all[known] as Row), after, direction) === 0)
    return known + 1
  const next = all.findIndex((row) => comparePlaces(placeOf(row), after, direction) > 0)
  return next < 0 ? all.length : next
}

function comparePlaces(a: Place, b: Place, direction: 'asc' | 'desc'): number {
  for (const [at, value] of a.entries()) {
    const sign = at === 0 && direction === 'desc' ? -1 : 1
    const other = b[at] ?? null
    if (value === other) continue
    if (value === null || other === null) return value === null ? -1 : 1
    return value < other ? -sign : sign
  }
  return 0
}
