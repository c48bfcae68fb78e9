/** The button for a new text; with templates, a menu of them. */

import { useTemplates, type Template } from '../../api/templates.js'
import type { Site } from '../../api/types.js'
import { navigate } from '../../app/router.js'
import { begunWith } from '../../editor/form.js'
import { keepAsNew } from '../../editor/memory.js'
import { shownText } from '../../text/shown.js'
import { t } from '../../text/text.js'
import { Button } from '../../ui/button.js'
import { Menu, type MenuEntry } from '../../ui/menu.js'

interface NewProps {
  readonly site: Site
  /** Null for pages. */
  readonly collection: string | null
  /** The path of the editor for a new text. */
  readonly to: string
}

export function NewButton({ site, collection, to }: NewProps) {
  const place = { siteId: site.id, collection }
  const { data: templates = [] } = useTemplates(place)
  const label = collection === null ? t('entries.new-page') : t('entries.new')
  if (templates.length === 0) {
    return (
      <Button look="primary" icon="plus" onPress={() => navigate(to)}>
        {label}
      </Button>
    )
  }
  const begin = async (template: Template) => {
    const type = collection === null ? 'page' : 'document'
    await keepAsNew({ ...place, type }, begunWith(template))
    navigate(to)
  }
  const entries: MenuEntry[] = [
    { id: 'empty', label: t('templates.none'), icon: 'plus', onAction: () => navigate(to) },
    ...templates.map((template): MenuEntry => {
      const onAction = () => void begin(template)
      return { id: template.name, label: shownText(template.label), icon: 'copy', onAction }
    }),
    ...templates
      .filter(() => site.can.edit_source)
      .map(({ name, label }): MenuEntry => {
        const href = `/sites/${site.id}/source?path=${encodeURIComponent(name)}`
        const onAction = () => navigate(href)
        return {
          id: `change ${name}`,
          label: t('templates.change', { name: label }),
          icon: 'source',
          onAction,
        }
      }),
  ]
  return (
    <Menu label={label} entries={entries}>
      <Button look="primary" icon="plus">
        {label}
      </Button>
    </Menu>
  )
}
