/** Reads data files: YAML, JSON, CSV and TSV below the data folder, as `site.data`. */

import { deepMerge } from '../../content/deep-merge.js'
import type { YamlMap, YamlValue } from '../../content/yaml/value.js'
import { BuildError } from '../base/build-error.js'
import { section, text } from '../base/settings.js'
import { tolerated, type Reading } from './reading.js'
import { readText, readYamlFile } from './text.js'
import { buildTree, joinPath } from './tree.js'

const EXTENSION = /\.(yaml|yml|json|csv|tsv)$/

/** The data of a site, over that of its theme. @throws BuildError for a file that is broken */
export async function readSiteData(reading: Reading): Promise<YamlMap> {
  const { theme, settings } = reading
  const own = await readData(reading, settings.dataDir)
  // Since 4.3.
  if (theme === null || settings.jekyll === '3.10') return own
  const tree = buildTree([...theme.files].filter((path) => path.startsWith(`${THEME_DATA}/`)))
  const under = await readData({ ...reading, source: theme.source, tree }, THEME_DATA)
  return deepMerge(under, own)
}

// Whatever a site calls its own.
const THEME_DATA = '_data'

/** The data of a folder and of the folders in it. @throws BuildError for a file that is broken */
async function readData(reading: Reading, folder: string): Promise<YamlMap> {
  const data: YamlMap = new Map()
  const here = reading.tree.get(folder)
  for (const name of ordered(here?.files ?? [])) {
    const value = await tolerated(reading, () => readFile(reading, joinPath(folder, name)))
    data.set(dataKey(name.replace(EXTENSION, '')), value)
  }
  for (const name of here?.folders ?? []) {
    if (name.startsWith('.')) continue
    data.set(dataKey(name), await readData(reading, joinPath(folder, name)))
  }
  return data
}

// jekyll/readers/data_reader.rb: the order of the extensions is that of its glob
const ORDER = ['yaml', 'yml', 'json', 'csv', 'tsv']

function ordered(names: readonly string[]): string[] {
  const shown = names.filter((name) => EXTENSION.test(name) && !name.startsWith('.'))
  return shown.sort((a, b) => rank(a) - rank(b))
}

function rank(name: string): number {
  return ORDER.indexOf(EXTENSION.exec(name)?.[1] ?? '')
}

// jekyll/readers/data_reader.rb: sanitize_filename
function dataKey(name: string): string {
  return name
    .replace(/[^\w \t\r\n\f\v-]+|(?<=^|[\p{L}\p{N}_]\s)\s+(?=$|\s?[\p{L}\p{N}_])/gu, '')
    .replace(/\s+/g, '_')
}

async function readFile(reading: Reading, path: string): Promise<YamlValue> {
  const [, table] = /\.([ct]sv)$/.exec(path) ?? []
  if (table === undefined) return await readYamlFile(reading, path, 'data file')
  const content = await readText(reading.source, path)
  return await readTable(reading, table === 'csv' ? 'csv' : 'tsv', { path, content })
}

async function readTable(
  { settings }: Reading,
  kind: 'csv' | 'tsv',
  { path, content }: { path: string; content: string },
): Promise<YamlValue> {
  // Jekyll 3.10 has no such settings.
  const known = settings.jekyll === '3.10' ? new Map() : settings.config
  const options = section(known, `${kind}_reader`)
  const rows = await parseRows(path, content, kind === 'csv' ? ',' : '\t')
  if (options.get('headers') === false) return rows
  const [header = [], ...body] = rows
  const names = header.map((name) => text(name))
  return body.map((row) => namedCells(names, row))
}

/** Of two columns with one name the first counts; what is behind the last header has no name. */
function namedCells(names: readonly (string | null)[], row: readonly YamlValue[]): YamlMap {
  const cells: YamlMap = new Map()
  for (let i = 0; i < Math.max(names.length, row.length); i++) {
    const name = names[i] ?? null
    if (!cells.has(name)) cells.set(name, row[i] ?? null)
  }
  return cells
}

// Ruby's CSV: an empty field is nil, an empty quoted one is ''.
async function parseRows(path: string, content: string, delimiter: string): Promise<YamlValue[][]> {
  const { parse: parseCsv } = await import('csv-parse/sync')
  try {
    const rows: unknown = parseCsv(content, {
      delimiter,
      relax_column_count: true,
      cast: (value, context) => (value === '' && !context.quoting ? null : value),
    })
    return Array.isArray(rows) ? rows : []
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw new BuildError(`The data file is not valid: ${reason}`, { path, line: lineOf(error) })
  }
}

function lineOf(error: unknown): number | null {
  const line = error instanceof Error && 'lines' in error ? error.lines : null
  return typeof line === 'number' ? line : null
}
