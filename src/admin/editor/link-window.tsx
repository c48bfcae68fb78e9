/** The window for a link: to a text of the site or one of its headings, found by search, or to an address. */

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getEntry } from '../api/entries.js'
import { keys } from '../api/queries.js'
import type { FoundText } from '../api/search.js'
import type { Site } from '../api/types.js'
import { TextSearch } from '../fields/text-search.js'
import { t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Select, Switch } from '../ui/field.js'
import { Field } from '../ui/text-field.js'
import { Icon } from '../ui/icons.js'
import { Name } from '../ui/name.js'
import { baseOf } from './text/format.js'
import { headingsOf, typedAddress, type LinkShown } from './text/link-source.js'

/** What the window begins with. */
export interface LinkStart extends LinkShown {
  /** Whether there is a link already. */
  readonly isLink: boolean
}

interface LinkProps {
  readonly site: Site
  /** Null while the window is closed. */
  readonly start: LinkStart | null
  readonly onClose: () => void
  readonly onDone: (shown: LinkShown) => void
  readonly onRemove: () => void
}

export function LinkWindow({ start, onClose, ...rest }: LinkProps) {
  return (
    <Window title={t('tool.link')} isOpen={start !== null} onClose={onClose}>
      {start && <LinkForm {...rest} start={start} onClose={onClose} />}
    </Window>
  )
}

/** Where a link leads: an address, or a text of the site. */
type Target = { readonly address: string; readonly text: FoundText | null }

interface FormProps extends LinkProps {
  readonly start: LinkStart
}

function LinkForm({ site, start, onClose, onDone, onRemove }: FormProps) {
  const [target, setTarget] = useState<Target | null>(
    start.address === '' ? null : { address: start.address, text: null },
  )
  const [label, setLabel] = useState(start.label)
  const [heading, setHeading] = useState('')
  const [isNewTab, setNewTab] = useState(start.isNewTab)
  const choose = (next: Target) => {
    setTarget(next)
    setHeading('')
    if (label === '') setLabel(next.text?.title ?? '')
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!target) return
        const place = heading === '' ? '' : `#${heading}`
        onDone({ label, address: target.address + place, isNewTab })
      }}
    >
      {target === null ? (
        <Targets site={site} onChoose={choose} />
      ) : (
        <>
          <div className="link-target">
            <Icon name={target.text ? 'page' : 'external'} />
            <span className="grow stack-small">
              {target.text && <Name text={target.text.title || target.text.basename} />}
              <span className="faint" dir="ltr">
                {target.address}
              </span>
            </span>
            <Button onPress={() => setTarget(null)}>{t('link.change')}</Button>
          </div>
          {target.text && <Headings text={target.text} value={heading} onChange={setHeading} />}
          <Field label={t('link.label')} value={label} onChange={setLabel} autoFocus />
          <Switch label={t('link.tab')} isOn={isNewTab} onChange={setNewTab} />
        </>
      )}
      <div className="row-end">
        {start.isLink && (
          <Button icon="trash" look="remove" onPress={onRemove}>
            {t('picture.remove')}
          </Button>
        )}
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="primary" type="submit" isDisabled={target === null}>
          {t(start.isLink ? 'picture.apply' : 'picture.insert')}
        </Button>
      </div>
    </form>
  )
}

function Targets({ site, onChoose }: { site: Site; onChoose: (target: Target) => void }) {
  const base = baseOf(site)
  return (
    <TextSearch
      site={site}
      label={t('link.search')}
      begin={t('link.begin')}
      onText={(text) => onChoose({ address: base + text.url, text })}
      typed={{
        addressOf: typedAddress,
        onAddress: (address) => {
          const isOfSite = address.startsWith('/')
          onChoose({ address: isOfSite ? base + address : address, text: null })
        },
      }}
    />
  )
}

interface HeadingsProps {
  readonly text: FoundText
  readonly value: string
  readonly onChange: (id: string) => void
}

/** The headings of a text; nothing if it has none. */
function Headings({ text, value, onChange }: HeadingsProps) {
  const { data } = useQuery({
    queryKey: [...keys.entry(text.id), 'headings'],
    queryFn: async ({ signal }) => headingsOf((await getEntry(text, signal)).body),
  })
  if (!data || data.length === 0) return null
  const choices = data.map(({ id, title }) => ({ id, label: title }))
  return (
    <Select
      label={t('link.heading')}
      value={value}
      choices={[{ id: '', label: t('link.whole') }, ...choices]}
      onChange={onChange}
    />
  )
}
