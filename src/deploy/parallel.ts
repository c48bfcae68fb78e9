/**
 * Runs `work` over items, at most `limit` at a time, in their order.
 *
 * The first failure keeps further items from starting; it is thrown when those under way ended.
 */
export async function forEachParallel<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]()
  const failures: unknown[] = []
  const lane = async () => {
    for (let next = rest.next(); !next.done && failures.length === 0; next = rest.next()) {
      try {
        await work(next.value)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, limit) }, lane))
  if (failures.length > 0) throw failures[0]
}
