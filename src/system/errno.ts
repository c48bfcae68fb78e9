/** Codes of the errors that Node and the operating system throw. */

/** True if a caught value is an error with one of these codes, such as `ENOENT` (no such file). */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    codes.includes(error.code)
  )
}

/** For `catch`: null for a file or folder that does not exist. @throws any other error */
export function missingIsNull(error: unknown): null {
  if (hasCode(error, 'ENOENT')) return null
  throw error
}

/** True if a caught value, or a cause of it, says that a disk or quota is full. */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return hasCode(error, 'ENOSPC', 'EDQUOT', 'SQLITE_FULL') || isFullDisk(error.cause)
}

/** True if a caught value, or a cause of it, is an error of SQLite. */
export function isDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isIt = 'code' in error && String(error.code).startsWith('SQLITE_')
  return isIt || isDatabaseError(error.cause)
}
