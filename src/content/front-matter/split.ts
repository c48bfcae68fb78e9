/**
 * Finds where front matter begins and ends, with the same results as Jekyll.
 *
 * The first line is `---`, then comes YAML, then a line `---` or `...`; white space may follow each. Jekyll's regular
 * expression takes quadratic time for this, this scanner linear time.
 *
 * @see jekyll/document.rb: YAML_FRONT_MATTER_REGEXP; src/content/README.md
 */

/** Offsets into the text (UTF-16 units). */
export interface FrontMatterSpan {
  readonly yamlStart: number
  /** Offset of the closing line, which ends the YAML. */
  readonly yamlEnd: number
  readonly bodyStart: number
}

const BYTE_ORDER_MARK = '\ufeff'

/** Jekyll looks for the opening line in these first bytes. */
const FIRST_BYTES = 256

/**
 * True if a file begins with a line of three dashes. Jekyll then never treats it as a static file.
 *
 * @param head its first 256 bytes, or more of them
 * @see jekyll/utils.rb: has_yaml_header?
 */
export function beginsWithFence(head: Uint8Array): boolean {
  return /^---[ \t\f\v]*\r?\n/.test(new TextDecoder('latin1').decode(head.subarray(0, FIRST_BYTES)))
}

/** True for a text that starts with a byte order mark. */
export function hasByteOrderMark(text: string): boolean {
  return text.startsWith(BYTE_ORDER_MARK)
}

/** The span of the front matter, or null if there is none. Skips a byte order mark. */
export function splitFrontMatter(text: string): FrontMatterSpan | null {
  const start = hasByteOrderMark(text) ? 1 : 0
  if (!text.startsWith('---', start)) return null
  const opening = blanksAfter(text, start + 3)
  if (opening.lastNewline < 0) return null
  const yamlStart = opening.lastNewline + 1
  for (let line = yamlStart; line >= 0; line = nextLine(text, line)) {
    const bodyStart = bodyAfterFence(text, line)
    if (bodyStart >= 0) return { yamlStart, yamlEnd: line, bodyStart }
  }
  return null
}

/** Offset after the closing line that starts at `line`, or -1 if it is not one. */
function bodyAfterFence(text: string, line: number): number {
  if (!text.startsWith('---', line) && !text.startsWith('...', line)) return -1
  const closing = blanksAfter(text, line + 3)
  if (closing.end === text.length) return closing.end
  // Jekyll's expression includes the blank lines after the fence.
  return closing.lastNewline < 0 ? -1 : closing.lastNewline + 1
}

function blanksAfter(text: string, from: number): { end: number; lastNewline: number } {
  let lastNewline = -1
  let end = from
  for (; end < text.length && isBlank(text.charCodeAt(end)); end++) {
    if (text.charCodeAt(end) === 10) lastNewline = end
  }
  return { end, lastNewline }
}

/** Ruby's `\s`: space, tab, line feed, vertical tab, form feed, carriage return. */
function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
}

function nextLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from)
  return newline < 0 ? -1 : newline + 1
}

/** What a body behind front matter reads back as: blank lines before it count as part of the front matter. */
export function bodyAsRead(body: string): string {
  const { end, lastNewline } = blanksAfter(body, 0)
  return body.slice(end === body.length ? end : lastNewline + 1)
}
