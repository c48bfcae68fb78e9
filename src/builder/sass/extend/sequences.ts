/** Lists of lists, as weaving and extending go through them. */

import { isCompound, type Component, type Sequence } from './selector.js'

/** What would take too many steps. */
export class TooMany extends Error {}

/** Steps that one style sheet may take: the thread that counts them has other work. */
const MAX_STEPS = 1_500_000

/** What is left of them. */
export class Steps {
  #left = MAX_STEPS

  /** @throws TooMany */
  take(count: number): void {
    this.#left -= count
    if (this.#left < 0) throw new TooMany()
  }
}

/** More than this no real style sheet has; libsass itself refuses 500 selectors for one. */
const MAX_PATHS = 2000

/** Each way to take one of each choice, the first choice changing fastest. @throws TooMany */
// libsass: permutate.hpp
export function pathsOf<T>(choices: readonly (readonly T[])[]): T[][] {
  const count = choices.reduce((product, { length }) => product * length, 1)
  if (count > MAX_PATHS) throw new TooMany()
  return choices.reduce<T[][]>(
    (paths, choice) => choice.flatMap((option) => paths.map((path) => [...path, option])),
    [[]],
  )
}

/** Compounds, each with the combinators behind it. */
export function groupsOf(components: Sequence): Sequence[] {
  const groups: Component[][] = []
  for (const component of components) {
    const last = groups.at(-1)
    if (last === undefined || (isCompound(component) && isCompound(last.at(-1))))
      groups.push([component])
    else last.push(component)
  }
  return groups
}

/** The longest list that both hold in this order. @param select what two elements have in common */
// libsass: lcs in dart_helpers.hpp
export function longestCommon<T>(
  one: readonly T[],
  two: readonly T[],
  select: (one: T, two: T) => T | null,
): T[] {
  const common = one.map((x) => two.map((y) => select(x, y)))
  const lengths: number[][] = [Array<number>(two.length + 1).fill(0)]
  const lengthAt = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = 1; i <= one.length; i++) {
    const row = [0]
    lengths.push(row)
    for (let j = 1; j <= two.length; j++)
      row.push(
        (common[i - 1]?.[j - 1] ?? null) !== null
          ? lengthAt(i - 1, j - 1) + 1
          : Math.max(lengthAt(i - 1, j), row[j - 1] ?? 0),
      )
  }
  const found: T[] = []
  let [i, j] = [one.length, two.length]
  while (i > 0 && j > 0) {
    const both = common[i - 1]?.[j - 1] ?? null
    if (both !== null) {
      found.unshift(both)
      i--
      j--
    } else if (lengthAt(i - 1, j) > lengthAt(i, j - 1)) i--
    else j--
  }
  return found
}
