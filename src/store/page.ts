/** A part of a list, and how long the whole is. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  /** Of all matches, not of this part. */
  readonly total: number
}

/** Which part: `offset` rows are left out, at most `limit` given. */
export interface Window {
  readonly limit: number
  readonly offset: number
}
