/**
 * A merge sort from the top, halves first: what Ruby's `sort!` is on Linux. Where a comparison is no
 * total order (documents with and without dates) the result depends on which pairs are compared.
 */
export function mergeSort<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Item[] {
  if (items.length < 2) return [...items]
  const middle = Math.floor(items.length / 2)
  const left = mergeSort(items.slice(0, middle), compare)
  const right = mergeSort(items.slice(middle), compare)
  const sorted: Item[] = []
  let taken = 0
  for (const item of left) {
    for (let other = right[taken]; other !== undefined; other = right[++taken]) {
      if (compare(item, other) <= 0) break
      sorted.push(other)
    }
    sorted.push(item)
  }
  return [...sorted, ...right.slice(taken)]
}
