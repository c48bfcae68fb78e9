/** What a thrown value says of itself. */

/** Whether an unknown thrown value is an error with one of these codes (`ENOENT`, `EEXIST` …). */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    codes.includes(error.code)
  )
}
