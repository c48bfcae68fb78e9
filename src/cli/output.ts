/** Output of commands: JSON for programs, tables and sentences for people. */

/** Prints a JSON value, indented, to standard output. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2))
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
export function formatTable(rows: readonly (readonly string[])[]): string[] {
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
