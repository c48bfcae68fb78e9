/** Translates the server's error messages, recognized by their English wording. Rare ones stay in English. */

import type { Key } from './catalogue.js'

type Known = readonly (readonly [RegExp, Key])[]

/** Patterns for whole messages; the first group becomes `{name}`. */
const SENTENCES: Known = [
  [/last administrator of the server/, 'refused.last-server-admin'],
  [/^Passkeys need a host name/, 'refused.passkey-host'],
  [/last administrator of a site/, 'refused.last-admin'],
  [/The user owns a site/, 'refused.owner'],
  [/role on this site already/, 'refused.role'],
  [/no files to (?:publish|export)/, 'refused.no-files'],
  [/Another test is under way/, 'refused.testing'],
  [/Another import of yours is still contacting/, 'refused.asking'],
  [/another file at (.+) now/, 'refused.other-file'],
  [/front matter is not valid YAML/, 'refused.broken'],
  [/can't be changed key by key/, 'refused.by-key'],
  [/was given for .+ with encryption and is not sent/, 'refused.unencrypted'],
  [/was given for .+ and is not sent to/, 'refused.secret'],
  [/^This site is being moved to another server/, 'refused.moving'],
  [/^This site has moved to (\S+): change it there/, 'refused.moved'],
  [/before the import finished/, 'refused.written'],
]

/** Patterns for messages about one field; the first group becomes `{name}`. */
const DETAILS: Known = [
  [/^(?:must not be empty|is empty|is needed)/, 'refused.needed'],
  [/^may have at most ([\d,]+) characters/, 'refused.long'],
  [/^must have at least ([\d,]+) characters/, 'refused.short'],
  [/^must be an e-mail address/, 'refused.email'],
  [/^must be (?:a date|an ISO 8601)/, 'refused.date'],
  [/^must be a (?:whole )?number/, 'refused.number'],
  [/^must be a color/, 'refused.color'],
  [/^belongs to no user/, 'refused.nobody'],
  [/^is not a ZIP archive/, 'refused.zip'],
  [/^must be an http or https address/, 'refused.http'],
  [/^must not contain credentials/, 'refused.login'],
  [/^points to an empty repository/, 'refused.empty-repository'],
  [/^is not (?:a branch of the repository|the name of a branch)/, 'refused.branch'],
  [/^must begin with YYYY-MM-DD/, 'refused.dated'],
  [/^(?:must not (?:hold|contain)|contains)/, 'refused.signs'],
]

interface Refusal {
  readonly key: Key
  /** The part of the message for `{name}`; empty if there is none. */
  readonly name: string
}

function find(known: Known, text: string): Refusal | null {
  for (const [pattern, key] of known) {
    const match = pattern.exec(text)
    if (match) return { key, name: match[1] ?? '' }
  }
  return null
}

/** The translation of a message; null for an unknown one. */
export const refusedSentence = (text: string): Refusal | null => find(SENTENCES, text)

/** Like `refusedSentence`, for a message about a field. */
export const refusedField = (text: string): Refusal | null => find(DETAILS, text)
