/** Guesses which name is meant by a misspelt one: "titel" is close to "title". Messages use it for `did you mean`. */

/** Names of two letters are all close to each other; a very long name is not a misspelling. */
const MIN_LENGTH = 3
const MAX_LENGTH = 64

/**
 * The name with the smallest edit distance to `given`, or null if none is close enough: distance 1 for names under five
 * letters, else 2. An edit is a letter added, left out or replaced, or two neighbours swapped. Case does not count.
 */
export function nearest(given: string, names: Iterable<string>): string | null {
  if (given.length < MIN_LENGTH || given.length > MAX_LENGTH) return null
  const wanted = given.toLowerCase()
  let best: string | null = null
  let smallest = Infinity
  for (const name of names) {
    if (name.length < MIN_LENGTH) continue
    const most = Math.min(name.length, given.length) < 5 ? 1 : 2
    if (Math.abs(name.length - given.length) > most) continue
    const distance = editDistance(wanted, name.toLowerCase())
    if (distance > most || distance >= smallest) continue
    best = name
    smallest = distance
  }
  return best
}

/** The end of a message, such as `; did you mean title?`; empty if no name is close. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const name = nearest(given, names)
  return name === null ? '' : `; did you mean ${name}?`
}

/** Optimal string alignment distance, computed row by row. */
function editDistance(a: string, b: string): number {
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
