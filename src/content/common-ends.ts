/** Finds the lines that several texts have in common at their beginning and end. Pure. */

interface CommonEnds {
  readonly head: string
  /** For each text, what is between `head` and `tail`. */
  readonly middles: readonly string[]
  readonly tail: string
}

/** Splits texts into common first lines, different middles, and common last lines. @param texts at least one */
export function commonEnds(texts: readonly string[]): CommonEnds {
  const [first = '', ...others] = texts
  const shortest = Math.min(...texts.map(({ length }) => length))
  let head = 0
  while (head < shortest && isShared(first.charCodeAt(head), others, head)) head++
  // Back to the last whole line.
  head = first.lastIndexOf('\n', head - 1) + 1
  let tail = 0
  while (head + tail < shortest && isSharedAtEnd(first, others, tail + 1)) tail++
  // The tail may begin inside a line: forward to the next one.
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
