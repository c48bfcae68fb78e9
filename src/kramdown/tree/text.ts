/** White space as Ruby has it: ASCII only, unlike JavaScript's `trim` and `\s`. */

const LEADING = /^[\0 \t\n\v\f\r]+/

/** Whether the character with this code is white space. */
export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
}

/** Whether the code is that of an ASCII letter, digit or `_`. */
export function isWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95
  )
}

/** Without leading white space. */
export function stripStart(text: string): string {
  return text.replace(LEADING, '')
}

/** Without trailing white space; linear, unlike a regular expression. */
export function stripEnd(text: string): string {
  let end = text.length
  while (end > 0 && (isSpace(text.charCodeAt(end - 1)) || text.charCodeAt(end - 1) === 0)) end--
  return end === text.length ? text : text.slice(0, end)
}

/** Without white space at both ends. */
export function strip(text: string): string {
  return stripStart(stripEnd(text))
}

/** Without one line end at the end. */
export function chomp(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text
}

/** The text repeated; shorthand for indentation. */
export function spaces(count: number): string {
  return count > 0 ? ' '.repeat(count) : ''
}

/** Runs a sticky expression at a position. */
export function matchAt(
  expression: RegExp,
  text: string,
  position: number,
): RegExpExecArray | null {
  expression.lastIndex = position
  return expression.exec(text)
}

/** Whether a sticky expression matches at a position. */
export function testAt(expression: RegExp, text: string, position: number): boolean {
  expression.lastIndex = position
  return expression.test(text)
}

/** End of the line that holds the position, after its line end. */
export function lineEnd(text: string, position: number): number {
  const end = text.indexOf('\n', position)
  return end < 0 ? text.length : end + 1
}
