/** Translates the progress messages of jobs, which the server writes in English. */

import type { Key } from './catalogue.js'
import { t } from './text.js'

const KNOWN: readonly (readonly [RegExp, Key])[] = [
  [/^Waiting to start/, 'publish.starting'],
  [/^Reading the source/, 'progress.reading'],
  [/^Read ([\d,]+) of ([\d,]+) files/, 'progress.read'],
  [/^Generated ([\d,]+) of ([\d,]+) files/, 'progress.generated'],
  [/^Rendered ([\d,]+) of ([\d,]+) pages/, 'progress.rendered'],
  [/^Wrote ([\d,]+) of ([\d,]+) files/, 'progress.wrote'],
  [/^Building anew/, 'progress.anew'],
  [/^Nothing has changed since the last release/, 'progress.same'],
  [/^Storing the release/, 'progress.storing'],
  [/^Uploaded ([\d,]+) of ([\d,]+) files?/, 'progress.uploaded'],
  [/^Comparing with what is at/, 'progress.comparing'],
  [/^Fetching /, 'progress.fetching'],
  [/^Pushing /, 'progress.pushing'],
  [/^Checking the received commits/, 'progress.checking'],
  [/^Unpacked ([\d,]+) of ([\d,]+) files/, 'progress.unpacked'],
  [/^Committing ([\d,]+) files/, 'progress.committing'],
  [/^Looking for what the site needs/, 'progress.looking'],
]

/**
 * The progress in the user's language. Unknown messages are shown in English, or as "in progress" in other
 * languages.
 */
export function progressText(message: string): string {
  if (message === '') return t('publish.starting')
  for (const [pattern, key] of KNOWN) {
    const match = pattern.exec(message)
    if (match) return t(key, { done: numberOf(match[1]), total: numberOf(match[2]) })
  }
  return t('publish.working', { text: message })
}

function numberOf(text = ''): number {
  return Number(text.replaceAll(',', ''))
}
