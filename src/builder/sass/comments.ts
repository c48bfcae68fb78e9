/**
 * Comments over lines as their author wrote them: Sass's own compiler indents their lines anew, libsass copies them,
 * or puts them on one line in the style compact.
 */

const TOKEN = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g

/** Each comment of the CSS is compared with all of these. */
const MAX_WITH_GAPS = 100

/** Remembers comments, and writes them so again. */
export class CommentTexts {
  /** Without blanks -> as written; the first that is met counts. */
  readonly #written = new Map<string, string>()

  /** Without stars besides, which Sass's own compiler puts before the lines of a comment of the indented syntax. */
  readonly #indented = new Map<string, string>()

  /** Those with something put in, of which only the rest is known. */
  readonly #withGaps: string[][] = []

  /** Takes in the text of a style sheet. */
  note(text: string): void {
    if (!text.includes('/*')) return
    for (const [found] of text.matchAll(TOKEN)) {
      if (!isOverLines(found)) continue
      const written = found.replace(/\r\n?/g, '\n')
      if (written.includes('#{')) {
        if (this.#withGaps.length < MAX_WITH_GAPS) this.#withGaps.push(written.split('\n'))
        continue
      }
      for (const [known, key] of [
        [this.#written, keyOf(found)],
        [this.#indented, withoutStars(found)],
      ] as const)
        if (!known.has(key)) known.set(key, written)
    }
  }

  /** CSS with the comments that the style sheets have. */
  restore(css: string): string {
    if (this.#written.size === 0 && this.#withGaps.length === 0) return css
    return css.replace(TOKEN, (found) => {
      if (!isOverLines(found)) return found
      return (
        this.#written.get(keyOf(found)) ??
        this.#indented.get(withoutStars(found)) ??
        this.#filled(found)
      )
    })
  }

  // What is put in holds no line, so that each line of the comment stands for one of its text.
  #filled(comment: string): string {
    const lines = comment.split('\n')
    const written = this.#withGaps.find(
      (texts) => texts.length === lines.length && texts.every((text, i) => isFor(text, lines[i])),
    )
    if (written === undefined) return comment
    return lines.map((line, i) => indentOf(written[i] ?? '') + line.trimStart()).join('\n')
  }
}

function isFor(written: string, line = ''): boolean {
  const text = written.trim()
  const from = text.indexOf('#{')
  if (from < 0) return text === line.trim()
  const rest = text.slice(text.lastIndexOf('}') + 1)
  return line.trim().startsWith(text.slice(0, from)) && line.trim().endsWith(rest)
}

function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length)
}

function isOverLines(text: string): boolean {
  return text.startsWith('/*') && text.includes('\n')
}

function keyOf(comment: string): string {
  return comment.replace(/\s+/g, '')
}

function withoutStars(comment: string): string {
  return comment.replace(/[\s*]+/g, '')
}

/**
 * A comment in the style compact. Behind the end of a line blanks and stars go, one blank stands for them; where the lines
 * behind the last empty one have no blanks before them, the whole comment stays.
 */
// libsass: comment_to_compact_string
export function compactComment(text: string): string {
  const parts = text.split(/([\r\n][\r\n \t*]*)/)
  let blanks = 0
  let line = parts[0] ?? ''
  for (let i = 1; i < parts.length; i += 2) {
    const [gap = '', next = ''] = parts.slice(i, i + 2)
    const rest = gap.slice(1)
    const end = Math.max(rest.lastIndexOf('\n'), rest.lastIndexOf('\r'))
    blanks = (end < 0 ? blanks : 0) + rest.slice(end + 1).replaceAll('*', '').length
    if (next !== '') line += rest.endsWith('*') && next.startsWith('/') ? ` *${next}` : ` ${next}`
  }
  return blanks > 0 ? line : text
}
