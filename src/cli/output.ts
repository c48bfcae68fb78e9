/** Output of commands: JSON for programs, tables and sentences for people. */

/** Prints a JSON value, indented, to standard output. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2))
}

/**
 * A text with its control characters as `\u001b`, except for line breaks and tabs: titles, names of files and messages
 * come from sites, and none of them may steer the terminal.
 */
export function visible(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, escapeOne)
}

function escapeOne(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** A number with its noun: `1 file`, `2 files`. @param noun the singular; the plural has an `s` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Prints rows as aligned columns; nothing if there are none. */
export function printTable(rows: readonly (readonly string[])[]): void {
  for (const line of formatTable(rows)) console.log(line)
}

/** The lines of a table, with two spaces between columns and none at the end. */
export function formatTable(given: readonly (readonly string[])[]): string[] {
  const rows = given.map((row) => row.map((cell) => cell.replace(/\p{Cc}/gu, escapeOne)))
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
    }
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
