/** What builds say most often, in the language of the interface; everything else as the builder says it. */

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
  /** What it may be about, as it stands in the text, the likeliest first. */
  readonly words: readonly string[]
  /** True where it is in English, whatever the interface speaks. */
  readonly isForeign: boolean
}

/** What a sentence quotes, and tags and outputs that it shows. */
const QUOTED = /\{[{%].*?[%}]\}|'([^'\n]{2,200})'|"([^"\n]{2,200})"|`([^`\n]{2,200})`/g

function quotedIn(message: string): readonly string[] {
  const found = [...message.matchAll(QUOTED)].map(
    ([whole, ...inner]) => inner.find(Boolean) ?? whole,
  )
  // "Syntax Error in 'for loop'" is about a tag.
  return [...found, ...found.map((text) => `{% ${text.split(' ')[0] ?? ''}`)]
}

export function buildMessage(message: string): BuildMessage {
  const quoted = quotedIn(message)
  for (const [pattern, key] of KNOWN) {
    const name = pattern.exec(message)?.[1]
    if (name !== undefined) {
      const words = [name, ...quoted]
      return { text: t(key, { name }), words, isForeign: false }
    }
  }
  return { text: message, words: quoted, isForeign: true }
}
