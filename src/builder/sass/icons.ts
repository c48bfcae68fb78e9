/**
 * Characters of fonts of icons: libsass writes those of a text that it computed as themselves and copies the
 * escapes of others; Sass's own compiler escapes them all where it does not compress.
 */

/** The area for private use, by four digits. */
const ESCAPE = /\\(?=(?:e[\da-f]{3}|f[0-8][\da-f]{2})(?![\da-f]))/gi

/** A value that is copied, so that `withIcons` knows its escapes again. */
export function markEscapes(value: string): string {
  return value.replace(ESCAPE, '\\00')
}

const WRITTEN = /\\(00)?(e[\da-f]{3}|f[0-8][\da-f]{2})(?![\da-f])( ?)/gi

/** Compressed CSS with the marks taken away; the characters are there. */
export function withoutMarks(css: string): string {
  return css.replace(WRITTEN, (found, mark?: string) => unmarked(found, mark))
}

/** Expanded CSS with the marks taken away and the characters that were computed; custom properties stay. */
export function withIcons(css: string): string {
  const written = css.replace(/^(?![ \t]*--).*\\.*$/gm, (line) =>
    line.replace(WRITTEN, (found, mark: string | undefined, digits: string) =>
      mark === undefined ? String.fromCharCode(parseInt(digits, 16)) : unmarked(found, mark),
    ),
  )
  const isNamed = written === css || css.startsWith('@charset')
  return isNamed || !/[^\0-\x7f]/.test(written) ? written : `@charset "UTF-8";\n${written}`
}

function unmarked(found: string, mark: string | undefined): string {
  return mark === undefined ? found : found.replace('00', '')
}
