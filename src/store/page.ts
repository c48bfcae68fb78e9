/** A part of a list, and the length of the whole list. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  /** Of all matches, not of this part. */
  readonly total: number
}

/** Which part of a list: skips `offset` rows, gives at most `limit`. */
export interface Window {
  readonly limit: number
  readonly offset: number
}
