/** The error of the store itself. */

type StoreErrorCode = 'in_use' | 'newer_schema' | 'stale_index' | 'stopping' | 'damaged_records'

/** `service/`, `server.ts` and the command line decide what an error means for users. */
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

/** True for work that ended because the server stops, or the site is being deleted. */
export function isStop(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'stopping'
}
