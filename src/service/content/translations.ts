/** The texts that are one thing in several languages: which languages each has, and which are missing. */

import { MAX_LANGUAGES, placeOfVersion, readLanguages } from '../../content/languages.js'
import type { Entry, Translation } from '../../model/entry.js'
import type { RoleKind } from '../../model/role.js'
import type { SiteRecord } from '../../model/site.js'
import type { Actor } from '../../model/user.js'
import type { SiteIndex, Version } from '../../store/index/site-index.js'
import type { Authors } from '../branch/authors.js'

/** Most versions of one text that are looked at: by mistake, all texts of a site can have one name. */
const MAX_VERSIONS = 2 * MAX_LANGUAGES

interface Asking {
  readonly actor: Actor
  readonly site: SiteRecord
  readonly role: RoleKind
}

interface Parts {
  readonly index: Pick<SiteIndex, 'languages' | 'siteFacts' | 'versions'>
  readonly authors: Pick<Authors, 'keysFor'>
}

/**
 * A function that gives the versions of texts of a site in its other languages. Texts with the same versions are looked up
 * once, so that the time for a list grows with its rows only.
 */
export function translating(
  { index, authors }: Parts,
  { actor, site, role }: Asking,
): (entry: Entry) => readonly Translation[] {
  const { metadata = {} } = index.siteFacts(site.id) ?? {}
  const settings = readLanguages((key) => metadata[key])
  const languages = settings.all ?? index.languages(site.id, MAX_LANGUAGES)
  if (languages.length < 2) return () => []
  const owners = authors.keysFor(actor, role)
  const isSeen = ({ entry }: Version) =>
    owners === undefined || entry.visibility === 'visible' || owners.includes(entry.createdBy)
  const known = new Map<string, readonly Version[]>()
  const versionsOf = (keys: readonly string[]) => {
    const name = JSON.stringify(keys)
    const found = known.get(name) ?? index.versions(site.id, keys, MAX_VERSIONS).filter(isSeen)
    known.set(name, found)
    return found
  }
  return (entry) => {
    const { text, relativePath, url } = entry
    if (text === null || text.language === null) return []
    const { language, permalink, versionKeys } = text
    const versions = versionsOf(versionKeys)
    const source = { relativePath, url, permalink, language, isPost: entry.collection === 'posts' }
    return languages
      .filter((code) => code !== language)
      .map((code) => {
        const there = versions.find((one) => one.language === code && one.entry.kind === entry.kind)
        if (there) return { language: code, entry: there.entry }
        return { language: code, entry: null, ...placeOfVersion(source, code, settings) }
      })
  }
}
