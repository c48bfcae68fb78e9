/** Translates the most common messages of builds. Others stay in English. */

import type { Key } from './catalogue.js'
import { t } from './text.js'

const KNOWN: readonly (readonly [RegExp, Key])[] = [
  [/Unknown tag '([^']+)'/, 'build.unknown-tag'],
  [/'([^']+)' tag was never closed/, 'build.unclosed'],
  [/undefined filter (\S+)/, 'build.unknown-filter'],
  [/Could not locate the included file '([^']+)'/, 'build.no-include'],
]

interface BuildMessage {
  readonly text: string
  /** True if the text is untranslated English. */
  readonly isForeign: boolean
}

export function buildMessage(message: string): BuildMessage {
  for (const [pattern, key] of KNOWN) {
    const name = pattern.exec(message)?.[1]
    if (name !== undefined) return { text: t(key, { name }), isForeign: false }
  }
  return { text: message, isForeign: true }
}
