/** The order of words in lists. */

const NATURAL = new Intl.Collator(undefined, { numeric: true })

/** Compares as people count: “pier 9” comes before “pier 10”. */
export const compareWords = (a: string, b: string): number => NATURAL.compare(a, b)
