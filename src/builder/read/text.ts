/** Reads files of the source as text with front matter. */

import { isUtf8 } from 'node:buffer'
import { readFrontMatter } from '../../content/front-matter/read.js'
import { beginsWithFence } from '../../content/front-matter/split.js'
import { parseYaml } from '../../content/yaml/parse.js'
import type { YamlMap, YamlValue } from '../../content/yaml/value.js'
import type { ItemText } from '../items/item.js'
import { BuildError } from '../base/build-error.js'
import type { Reporter } from '../base/report.js'
import { headOf, type Source } from '../base/source.js'
import type { Reading } from './reading.js'
import { BUILD_YAML_LIMITS } from './yaml-limits.js'

const decoder = new TextDecoder()

/** Bytes as UTF-8 without a byte order mark. */
function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** The whole file as text. */
export async function readText(source: Source, path: string): Promise<string> {
  return decodeText(await source.read(path))
}

/** Whether a file begins with a line of three dashes: then it is no static file. */
export async function hasHeader(source: Source, path: string): Promise<boolean> {
  return beginsWithFence(await headOf(source, path))
}

/** The same of a file that may have been read before. */
export function beginsText({ source, kept }: Reading, path: string): Promise<boolean> {
  const read = () => hasHeader(source, path)
  return kept?.header(path, read) ?? read()
}

/** A file of YAML or JSON. @throws BuildError, which names the file as `kind`, where it is not valid */
export async function readYamlFile(
  { source }: { readonly source: Source },
  path: string,
  kind: string,
): Promise<YamlValue> {
  const { value, error } = parseYaml(await readText(source, path), BUILD_YAML_LIMITS)
  if (error === null) return value
  const place = { path, line: error.line, column: error.column }
  throw new BuildError(`The ${kind} is not valid: ${error.reason}`, place)
}

interface TextOptions {
  readonly reporter: Reporter
  readonly strict: boolean
}

/** A text with its front matter; null front matter where it has none or one that is broken. */
interface ReadText extends ItemText {
  readonly hasFrontMatter: boolean
  readonly isBroken: boolean
  /** Its bytes are UTF-8. */
  readonly isText: boolean
}

const NOT_UTF8 =
  'The file is not UTF-8: a post or document of this kind is left out, and a page shows � for what ' +
  'cannot be read. Save it as UTF-8.'

/**
 * Reads a text. Broken front matter is a warning, and the text goes on without it.
 *
 * @throws BuildError for broken front matter when `strict`
 */
export async function readItemText(
  source: Source,
  path: string,
  options: TextOptions,
): Promise<ReadText> {
  const bytes = await source.read(path)
  const isText = isUtf8(bytes)
  const whole = decodeText(bytes)
  const { has, data, body, bodyStart, error } = readFrontMatter(whole, BUILD_YAML_LIMITS)
  if (error !== null) {
    const place = { path, line: error.line, column: error.column }
    const message = `The front matter is not valid YAML: ${error.reason}`
    if (options.strict) throw new BuildError(message, place)
    options.reporter.warn(message, place)
  }
  if (!isText) options.reporter.warn(NOT_UTF8, { path })
  const lineOffset = countLines(whole, bodyStart)
  return { content: body, lineOffset, data, hasFrontMatter: has, isBroken: error !== null, isText }
}

function countLines(text: string, end: number): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** An item that a plugin makes. */
export function madeText(content: string, data: YamlMap): ItemText {
  return { content, lineOffset: 0, data }
}
