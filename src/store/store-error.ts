/** What can be wrong with the databases themselves. */
type StoreErrorCode = 'in_use' | 'newer_schema' | 'stale_index' | 'stopping' | 'damaged_records'

/** An error of the store; `service/` and `server.ts` decide what it means. */
export class StoreError extends Error {
  override readonly name = 'StoreError'

  constructor(
    readonly code: StoreErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
