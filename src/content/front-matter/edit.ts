/** Changes front matter and body of a text. Every other byte stays. */

import { Buffer } from 'node:buffer'
import { MAX_FRONT_MATTER_BYTES, MAX_FRONT_MATTER_LINES } from '../../model/limits.js'
import { ContentError } from '../error.js'
import { hasMoreLines } from '../text-length.js'
import { editYaml } from '../yaml/edit.js'
import type { YamlValue } from '../yaml/value.js'
import type { YamlEdit } from '../yaml/with-edits.js'
import type { FrontMatter } from './read.js'
import { hasByteOrderMark, splitFrontMatter } from './split.js'

export interface FrontMatterEdit {
  /** New values by key. */
  readonly set?: ReadonlyMap<string, YamlValue>
  readonly remove?: readonly string[]
  /** The whole new body. */
  readonly body?: string
  /** The front matter of this text, if the caller has read it (without an error). */
  readonly read?: Pick<FrontMatter, 'data' | 'span'>
}

/**
 * Returns the text with keys set and removed and the body replaced. Comments, order, quoting, line ends and byte order
 * mark stay. A text without front matter gets one if keys are set.
 *
 * @throws ContentError `refused`, with the reason, if other keys would change or the YAML is invalid; `too_large` if
 *   the front matter is over the limits for reading
 */
export function editFrontMatter(text: string, edit: FrontMatterEdit): string {
  const edits: YamlEdit[] = [
    ...(edit.remove ?? []).map((key) => ({ path: [key] })),
    ...[...(edit.set ?? [])].map(([key, value]) => ({ path: [key], value })),
  ]
  const span = edit.read === undefined ? splitFrontMatter(text) : edit.read.span
  if (span === null) return addFrontMatter(text, edits, edit)
  const yaml = text.slice(span.yamlStart, span.yamlEnd)
  const edited = edits.length === 0 ? yaml : editYaml(yaml, edits, edit.read?.data)
  if (edited !== yaml) requireShort(edited)
  // Empty front matter has no line end of its own.
  const eol = text.slice(0, span.yamlStart).endsWith('\r\n') ? '\r\n' : '\n'
  const lines = yaml === '' ? edited.replaceAll('\n', eol) : edited
  const fence = text.slice(span.yamlEnd, span.bodyStart)
  const body = edit.body ?? text.slice(span.bodyStart)
  return text.slice(0, span.yamlStart) + lines + withBody(fence, body, text)
}

/** A closing fence at the end of a file may have no line end; a body needs one. */
function withBody(fence: string, body: string, text: string): string {
  const isOpen = body !== '' && !fence.endsWith('\n')
  return fence + (isOpen ? eolOf(text) : '') + body
}

function addFrontMatter(text: string, edits: readonly YamlEdit[], edit: FrontMatterEdit): string {
  const bom = hasByteOrderMark(text) ? '\ufeff' : ''
  const body = edit.body ?? text.slice(bom.length)
  const isNeeded = (edit.set?.size ?? 0) > 0
  if (!isNeeded) return bom + body
  const eol = eolOf(text)
  const yaml = editYaml('', edits).replaceAll('\n', eol)
  requireShort(yaml)
  return `${bom}---${eol}${yaml}---${eol}${body}`
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

/** Checks the limits for reading front matter. @throws ContentError `too_large` */
export function requireShort(yaml: string): void {
  const isShort = Buffer.byteLength(yaml) <= MAX_FRONT_MATTER_BYTES
  if (isShort && !hasMoreLines(yaml, MAX_FRONT_MATTER_LINES)) return
  const most = isShort
    ? `${MAX_FRONT_MATTER_LINES.toLocaleString('en')} lines`
    : `${MAX_FRONT_MATTER_BYTES / 1024} KB`
  const reason = `title, metadata and all other front matter may have at most ${most}`
  throw new ContentError('too_large', reason)
}
