/** Knows what was said last of each site, for work that is tried again and again: each error is logged only once. */
export function createToldErrors() {
  const told = new Map<string, string>()
  return {
    /** True if this is not what was said last of the site. */
    isNew(error: unknown, siteId: string): boolean {
      const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      if (told.get(siteId) === text) return false
      told.set(siteId, text)
      return true
    },

    /** To be called when the work has succeeded, or when the site is gone. */
    settled: (siteId: string): void => void told.delete(siteId),
  }
}
