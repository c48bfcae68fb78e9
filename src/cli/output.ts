/** Output of commands: JSON for programs, tables for people. */

/** Prints a JSON value, indented, to standard output. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2))
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
