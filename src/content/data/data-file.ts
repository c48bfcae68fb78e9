/**
 * Data files (`_data`): reads them as values for forms, and changes them by path. An edit changes only the bytes that it
 * must; what cannot be changed so is shown as source.
 *
 * @see src/http/README.md (Data)
 */

import { Buffer } from 'node:buffer'
import {
  MAX_DATA_BYTES,
  MAX_DATA_DEPTH,
  MAX_DATA_LINES,
  MAX_DATA_VALUES,
} from '../../model/limits.js'
import { ContentError } from '../error.js'
import { withoutMark } from '../site-config.js'
import { outlineOf, type OutlineNode } from '../yaml/outline.js'
import { parseYaml } from '../yaml/parse.js'
import { toJson, type JsonValue } from '../yaml/value.js'
import { CsvError, editCsvFile, readCsvFile } from './csv-file.js'
import type { DataEdit } from './data-edit.js'
import { editJsonFile } from './json-file.js'
import { JsonError, readJsonTree } from './json-tree.js'
import { editYamlFile, isPlain, repeatedKey } from './yaml-file.js'

export type { DataEdit } from './data-edit.js'

export const DATA_FORMATS = ['yaml', 'json', 'csv', 'tsv'] as const

export type DataFormat = (typeof DATA_FORMATS)[number]

/** The format of a data file by its name; null for other files. */
export function dataFormatOf(path: string): DataFormat | null {
  const [, extension] = /\.(ya?ml|json|csv|tsv)$/.exec(path) ?? []
  if (extension === undefined) return null
  return DATA_FORMATS.find((format) => format === extension) ?? 'yaml'
}

/** Why a file is shown as source. */
export const SOURCE_REASONS = [
  'empty',
  'broken',
  'no_collection',
  'unusual',
  'repeated_key',
  'too_large',
] as const

interface SourceReason {
  readonly why: (typeof SOURCE_REASONS)[number]
  /** For `broken`: where (from 1), and what is wrong there. For `repeated_key`, the key. */
  readonly line: number | null
  readonly text: string | null
}

/** The value of a file as JSON, rows of texts for a table; or why there is none. */
export type DataReading =
  | { readonly kind: 'form'; readonly value: JsonValue }
  | { readonly kind: 'source'; readonly reason: SourceReason }

/** Reads a data file. Never throws. */
export function readDataFile(text: string, format: DataFormat): DataReading {
  if (Buffer.byteLength(text) > MAX_DATA_BYTES) return source('too_large')
  const bare = withoutMark(text)
  if (bare.trim() === '') return source('empty')
  try {
    const value = valueOf(bare, format)
    if ('why' in value) return { kind: 'source', reason: value }
    if (depthOf(value.value) > MAX_DATA_DEPTH) return source('too_large')
    return { kind: 'form', value: value.value }
  } catch (error) {
    const place = placeOf(bare, error)
    return place === null ? source('too_large') : source('broken', place.line, place.reason)
  }
}

function source(why: SourceReason['why'], line: number | null = null, text: string | null = null) {
  return { kind: 'source', reason: { why, line, text } } as const
}

function valueOf(text: string, format: DataFormat): { readonly value: JsonValue } | SourceReason {
  if (format === 'csv' || format === 'tsv') return tableOf(text, format)
  const reason = (why: SourceReason['why']) => source(why).reason
  if (format === 'json') {
    const { value, node } = readJsonTree(text)
    if (node.kind === 'scalar') return reason('no_collection')
    return repeatedIn(node) ?? { value: toJson(value, MAX_DATA_VALUES) }
  }
  const { value, error } = parseYaml(text, {
    maxLines: MAX_DATA_LINES,
    maxNodes: MAX_DATA_VALUES,
  })
  if (error !== null) return source('broken', error.line, error.reason).reason
  if (value === null) return reason('empty')
  const root = plainOutline(text)
  if (root === null) return reason('unusual')
  if (root.kind !== 'list' && root.kind !== 'map') return reason('no_collection')
  return repeatedIn(root) ?? { value: toJson(value, MAX_DATA_VALUES) }
}

function tableOf(text: string, format: 'csv' | 'tsv') {
  const rows = readCsvFile(text, delimiterOf(format))
  const cells = rows.reduce((count, row) => count + row.length, 0)
  return cells > MAX_DATA_VALUES ? source('too_large').reason : { value: rows }
}

function delimiterOf(format: DataFormat): string {
  return format === 'csv' ? ',' : '\t'
}

/** Null for a text with anchors, tags, several documents or the like. */
function plainOutline(text: string): OutlineNode | null {
  try {
    const root = outlineOf(text)
    return root !== null && isPlain(root) ? root : null
  } catch (error) {
    if (error instanceof ContentError) return null
    throw error
  }
}

function repeatedIn(root: OutlineNode): SourceReason | null {
  const path = repeatedKey(root)
  return path === null ? null : source('repeated_key', null, path.join(' › ')).reason
}

function depthOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  return 1 + inner.reduce<number>((most, item) => Math.max(most, depthOf(item)), 0)
}

/** Where the error is; null for a value over its limit. */
function placeOf(text: string, error: unknown): { line: number; reason: string } | null {
  if (error instanceof ContentError) return null
  if (!(error instanceof JsonError || error instanceof CsvError)) throw error
  return { line: text.slice(0, error.offset).split('\n').length, reason: error.reason }
}

/**
 * The file with changes made in order. Comments, order, quotes, indentation, line ends, byte order mark and delimiters of
 * everything else stay.
 *
 * @throws ContentError `refused`, with the reason, if the file has no form or a change would touch something else;
 *   `invalid` for a change that leads nowhere; `too_large`
 */
export function editDataFile(text: string, format: DataFormat, edits: readonly DataEdit[]): string {
  const reading = readDataFile(text, format)
  if (reading.kind === 'source')
    throw new ContentError('refused', 'the file can only be changed as source')
  const bare = withoutMark(text)
  const edited =
    text.slice(0, text.length - bare.length) +
    (format === 'yaml'
      ? editYamlFile(bare, edits)
      : format === 'json'
        ? editJsonFile(bare, edits)
        : editCsvFile(bare, delimiterOf(format), edits))
  const after = readDataFile(edited, format)
  // It can be read, so it is too much.
  if (after.kind === 'source' && after.reason.why !== 'empty') {
    const most = `${MAX_DATA_BYTES / 1024} KB and ${MAX_DATA_VALUES} values`
    throw new ContentError('too_large', `a file that is shown as a form may have at most ${most}`)
  }
  return edited
}
