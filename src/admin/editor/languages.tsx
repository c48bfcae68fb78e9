/** The other languages of the text in the editor: to go there, or to begin one that is missing. */

import { Button as Pressable } from 'react-aria-components'
import type { Site } from '../api/types.js'
import { navigate } from '../app/router.js'
import { languageName, languageText } from '../text/languages.js'
import { compareWords } from '../text/order.js'
import { Icon } from '../ui/icons.js'
import { Menu, type MenuEntry } from '../ui/menu.js'
import { beginCopy } from './begin-copy.js'
import { versionOf } from './form.js'
import type { Place } from './place.js'
import type { Editor } from './use-editor.js'

interface LanguagesProps {
  readonly site: Site
  readonly place: Place
  readonly editor: Editor
}

/** Nothing on a site with one language. */
export function Languages({ site, place, editor: { entry, form } }: LanguagesProps) {
  if (!entry || entry.language === null || entry.translations.length === 0) return null
  const begin = (one: Parameters<typeof versionOf>[2]) =>
    void beginCopy(place, entry, (collection) => versionOf(form, collection, one))
  const named = entry.translations.map((one) => ({ ...one, name: languageName(one.language) }))
  const sorted = named.toSorted((a, b) => compareWords(a.name, b.name))
  const entries = sorted.flatMap<MenuEntry>((one) => {
    const { language: id, name } = one
    if (one.id !== null) {
      const onAction = () => navigate(`/sites/${site.id}/${place.type}s/${one.id}`)
      return [{ id, label: name, icon: 'page', onAction }]
    }
    if (!site.can.create_documents) return []
    const label = languageText('begin', { name })
    return [{ id, label, icon: 'plus', onAction: () => begin(one) }]
  })
  if (entries.length === 0) return null
  return (
    <Menu label={languageText('others')} entries={entries}>
      <Pressable className="button quiet">
        <Icon name="globe" />
        <span className="visually-hidden">
          {languageText('of', { name: languageName(entry.language) })}
        </span>
        <span aria-hidden="true">{entry.language.toUpperCase()}</span>
      </Pressable>
    </Menu>
  )
}
