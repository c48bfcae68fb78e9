/** What an import finds missing, in the user's language. */

import { themeProblem } from '../screens/jekyll-texts.js'
import { buildMessage } from '../text/build-messages.js'
import { textsOf } from '../text/text.js'

const en = {
  filter: 'There is no Liquid filter “{name}”: what it gets stays as it is.',
  plugin: 'The plugin “{name}” is not here: the site is built without it.',
}

const de: Readonly<Record<keyof typeof en, string>> = {
  filter: 'Den Liquid-Filter „{name}“ gibt es nicht: Was er ändern soll, bleibt, wie es ist.',
  plugin: 'Das Plugin „{name}“ gibt es hier nicht: Die Website wird ohne dieses Plugin gebaut.',
}

const findingText = textsOf({ en, de })

const KNOWN: readonly (readonly [RegExp, keyof typeof en])[] = [
  [/^The filter '([^']+)' in .+ is unknown/, 'filter'],
  [/^The plugin '([^']+)' is not available/, 'plugin'],
]

/** What a finding says; null for an unknown one. */
export function findingMessage(message: string): string | null {
  for (const [pattern, key] of KNOWN) {
    const name = pattern.exec(message)?.[1]
    if (name !== undefined) return findingText(key, { name })
  }
  const { text, isForeign } = buildMessage(message)
  return isForeign ? themeProblem(message) : text
}
