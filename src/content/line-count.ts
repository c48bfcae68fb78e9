/** True for a text of more than `most` lines; what comes after them is not looked at. */
export function hasMoreLines(text: string, most: number): boolean {
  let at = -1
  for (let lines = 0; lines < most; lines++) {
    at = text.indexOf('\n', at + 1)
    if (at < 0) return false
  }
  return at < text.length - 1
}
