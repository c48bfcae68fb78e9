/** What somebody likely meant who misspelt a name: "titel" is near "title". */

/** One slip makes anything of two letters, and names that are very long are no slip of the pen. */
const SHORTEST = 3
const LONGEST = 64

/**
 * The name that is nearest to a given one, or null where none is near: one slip in short names, two in
 * those of five letters and more. A slip is a letter too many, too few, another, or two swapped; case
 * does not count.
 */
export function nearest(given: string, names: Iterable<string>): string | null {
  if (given.length < SHORTEST || given.length > LONGEST) return null
  const wanted = given.toLowerCase()
  let best: string | null = null
  let fewest = Infinity
  for (const name of names) {
    if (name.length < SHORTEST) continue
    const most = Math.min(name.length, given.length) < 5 ? 1 : 2
    if (Math.abs(name.length - given.length) > most) continue
    const slips = slipsBetween(wanted, name.toLowerCase())
    if (slips > most || slips >= fewest) continue
    best = name
    fewest = slips
  }
  return best
}

/** `, did you mean "title"?` for a message, or nothing. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const name = nearest(given, names)
  return name === null ? '' : `; did you mean ${name}?`
}

/** Optimal string alignment, row by row. */
function slipsBetween(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        at(above, j) + 1,
        at(row, j - 1) + 1,
        at(above, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, j - 2) + 1 : Infinity,
      )
    }
    before = above
    above = row
  }
  return at(above, b.length)
}

function at(row: readonly number[], j: number): number {
  return row[j] ?? Infinity
}
