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
