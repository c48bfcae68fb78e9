/** `npm run house`: metrics of the code, each beside its aim. `npm run house -- --put` also lists the files that a PUT runs. */

import path from 'node:path'
import { ENTRIES, TABLES } from './left-out.js'
import { cyclesOf, graphOf, unusedExports } from './graph.js'
import { deadComments, deadLinks } from './references.js'
import { readSources, type SourceFile } from './sources.js'
import { touchedByPut } from './trace.js'

const all = readSources('src')
const tests = readSources('test')

printRooms()
printSizes()
printGraph()
const touched = await touchedByPut()
console.log(`a PUT goes through ${touched.length} files`)
if (process.argv.includes('--put')) for (const file of touched) console.log(`  ${file}`)

function printRooms(): void {
  console.log('files  lines  folder')
  for (const [folder, files] of byFolder(all)) {
    const lines = files.reduce((sum, file) => sum + file.lines, 0)
    console.log(`${String(files.length).padStart(5)} ${String(lines).padStart(6)}  ${folder}`)
  }
}

function printSizes(): void {
  const files = all.filter(({ file }) => !TABLES.test(path.posix.dirname(file)))
  const functions = files.flatMap(({ file, functions }) =>
    functions.map((one) => ({ ...one, where: `${file}:${one.line} ${one.name}` })),
  )
  const lengths = files.map(({ lines }) => lines)
  const sizes = functions.map(({ lines }) => lines)
  console.log(
    `file length: median ${at(lengths, 0.5)}, p95 ${at(lengths, 0.95)}, longest ${Math.max(...lengths)}`,
  )
  console.log(
    `function length: median ${at(sizes, 0.5)}, p95 ${at(sizes, 0.95)}, longest ${Math.max(...sizes)} (aim 60)`,
  )
  for (const { where, lines } of functions.filter(({ lines }) => lines > 60)) {
    console.log(`  ${lines} lines: ${where}`)
  }
}

function printGraph(): void {
  printList('cycles by values', cyclesOf(graphOf(all, { types: false })).map(String))
  printList('cycles by types', cyclesOf(graphOf(all, { types: true })).map(String))
  const unused = unusedExports(all, [...all, ...tests]).filter((row) => !ENTRIES.test(row))
  printList('exports nobody imports, but for the package’s own', unused)
  printList('references that lead nowhere', [...deadComments([...all, ...tests]), ...deadLinks()])
}

function printList(title: string, rows: readonly string[]): void {
  console.log(`${title}: ${rows.length}`)
  for (const row of rows) console.log(`  ${row}`)
}

function byFolder(sources: readonly SourceFile[]): Map<string, SourceFile[]> {
  const folders = new Map<string, SourceFile[]>()
  for (const source of sources) {
    const folder = path.posix.dirname(source.file)
    folders.set(folder, [...(folders.get(folder) ?? []), source])
  }
  return folders
}

function at(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
