/** What commands print: JSON for programs, columns for people. */

/** One JSON value, indented, on standard output. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2))
}

/** Rows in columns as wide as their widest cell; nothing for no rows. */
export function printTable(rows: readonly (readonly string[])[]): void {
  for (const line of formatTable(rows)) console.log(line)
}

/** Lines of a table, two blanks between columns, none at the end. */
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
