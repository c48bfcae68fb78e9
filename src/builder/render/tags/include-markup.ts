/** The markup of include tags: a file name, perhaps with variables in it, and parameters. */

// jekyll/tags/include.rb: VALID_SYNTAX, VARIABLE_SYNTAX, VALID_FILENAME_CHARS, INVALID_SEQUENCES

import type { Expression, TagParser } from '../../../liquid/definition.js'
import { argumentError } from '../../../liquid/error.js'
import type { RenderContext, Scope } from '../../../liquid/context.js'
import type { LiquidMap } from '../../../liquid/value.js'

/** A file name; one with variables is a template of its own. */
export interface IncludeMarkup {
  readonly file: string
  readonly isDynamic: boolean
  /** Null where the tag has no parameters: then those of the include around it stay visible. */
  readonly params: readonly Parameter[] | null
}

interface Parameter {
  readonly name: string
  readonly value: Expression
}

const DYNAMIC = /^([^{]*(?:\{\{\s*[\w\-.]+\s*(?:\|.*)?\}\}[^\s{}]*)+)([\s\S]*)$/
const PARAMETER =
  /\s*([\w-]+)\s*=\s*(?:"([^"\\]*(?:\\.[^"\\]*)*)"|'([^'\\]*(?:\\.[^'\\]*)*)'|([\w.-]+))(?=\s|$)/y

/** Reads the markup. @throws LiquidError for parameters that are none */
export function parseInclude(markup: string, parser: TagParser): IncludeMarkup {
  const trimmed = markup.trim()
  const dynamic = trimmed.includes('{{') ? DYNAMIC.exec(trimmed) : null
  const [file, rest] = dynamic === null ? splitFile(trimmed) : dynamic.slice(1)
  const params = (rest ?? '').trim()
  return {
    file: (file ?? '').trim(),
    isDynamic: dynamic !== null,
    params: params === '' ? null : parseParameters(params, parser),
  }
}

function splitFile(markup: string): [string, string] {
  const at = markup.search(/\s/)
  return at < 0 ? [markup, ''] : [markup.slice(0, at), markup.slice(at)]
}

function parseParameters(markup: string, parser: TagParser): Parameter[] {
  const parameters: Parameter[] = []
  PARAMETER.lastIndex = 0
  while (PARAMETER.lastIndex < markup.length) {
    const match = PARAMETER.exec(markup)
    if (match === null) {
      throw argumentError(
        `Invalid syntax for ${parser.tagName} tag: ${markup}. Valid syntax: ` +
          `{% ${parser.tagName} file.ext param='value' param2='value' %}`,
      )
    }
    const [, name = '', double, single, variable = ''] = match
    const quoted = double?.replaceAll('\\"', '"') ?? single?.replaceAll("\\'", "'")
    const value = quoted === undefined ? parser.parseExpression(variable) : () => quoted
    parameters.push({ name, value })
  }
  return parameters
}

/** The scope in which the included file sees its parameters. */
export function includeScope(params: readonly Parameter[], context: RenderContext): Scope {
  const values: LiquidMap = new Map(params.map(({ name, value }) => [name, value(context)]))
  return new Map([['include', values]])
}

/** @throws LiquidError for a name that could leave its folder */
export function checkFileName(file: string, tagName: string): void {
  if (/[./]{2,}/.test(file) || !/^[\w/.\-()+~#@]+$/.test(file)) {
    throw argumentError(
      `Invalid syntax for ${tagName} tag. File contains invalid characters or sequences: ${file}`,
    )
  }
}
