/** Which languages a text has, and which are missing; nothing on a site with one language. */

import type { EntryWindow } from '../../api/entry-list.js'
import type { Entry } from '../../api/types.js'
import { languageName, languageText } from '../../text/languages.js'
import { listText } from '../../text/text.js'

/** With more than these, only their number is shown. */
const MAX_OTHERS = 4

export function LanguageMarks({ entry: { language, translations } }: { readonly entry: Entry }) {
  if (language === null || translations.length === 0) return null
  const there = translations.filter(({ id }) => id !== null)
  const missing = translations.filter(({ id }) => id === null)
  const names = (some: typeof translations) =>
    listText(some.map((one) => languageName(one.language)))
  const counted = { count: there.length + 1, total: translations.length + 1 }
  return (
    <>
      <span className="visually-hidden">
        {languageText('in', { name: languageName(language) })}{' '}
        {there.length > 0 && languageText('also', { names: names(there) })}{' '}
        {missing.length > 0 && languageText('missing', { names: names(missing) })}
      </span>
      <span className="badge" aria-hidden="true">
        {language.toUpperCase()}
      </span>
      {translations.length > MAX_OTHERS ? (
        <span className="badge other-language" aria-hidden="true">
          {languageText('some', counted)}
        </span>
      ) : (
        translations.map(({ language: code, id }) => (
          <span
            key={code}
            className={`badge other-language ${id === null ? 'missing' : ''}`}
            aria-hidden="true"
          >
            {code.toUpperCase()}
          </span>
        ))
      )}
    </>
  )
}

/** Rows that are looked at for the languages of a list: each names all of them, unless its own is unknown. */
const MAX_LOOKED = 100

/** The languages of a site, as the rows of a list name them; none where it has one. */
export function languagesIn(list: EntryWindow): readonly string[] {
  const rows = Math.min(list.total ?? 0, MAX_LOOKED)
  for (let row = 0; row < rows; row += 1) {
    const { language = null, translations = [] } = list.at(row) ?? {}
    if (language !== null && translations.length > 0)
      return [language, ...translations.map((one) => one.language)].toSorted()
  }
  return []
}
