/** What several texts begin and end with, whole lines of it. Pure. */

interface CommonEnds {
  readonly head: string
  /** What is between, of each text. */
  readonly middles: readonly string[]
  readonly tail: string
}

/** The lines at the start and at the end of all `texts`, which may not be empty. */
export function commonEnds(texts: readonly string[]): CommonEnds {
  const [first = '', ...others] = texts
  const shortest = Math.min(...texts.map(({ length }) => length))
  let head = 0
  while (head < shortest && isShared(first.charCodeAt(head), others, head)) head++
  // A line is whole where all of them end it.
  head = first.lastIndexOf('\n', head - 1) + 1
  let tail = 0
  while (head + tail < shortest && isSharedAtEnd(first, others, tail + 1)) tail++
  // It may begin inside a line of one of them: from the next line on it does not.
  const end = first.indexOf('\n', first.length - tail)
  tail = end < 0 ? 0 : first.length - end - 1
  return {
    head: first.slice(0, head),
    middles: texts.map((text) => text.slice(head, text.length - tail)),
    tail: first.slice(first.length - tail),
  }
}

function isShared(code: number, others: readonly string[], at: number): boolean {
  return others.every((text) => text.charCodeAt(at) === code)
}

function isSharedAtEnd(first: string, others: readonly string[], back: number): boolean {
  const code = first.charCodeAt(first.length - back)
  return others.every((text) => text.charCodeAt(text.length - back) === code)
}
