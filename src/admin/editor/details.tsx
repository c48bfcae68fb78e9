/** The side panel with the front matter as a form. */

import { useWords } from '../api/queries.js'
import type { Hash, Site, Visibility } from '../api/types.js'
import { serverNow } from '../text/server-clock.js'
import { dateText, t, timeOf } from '../text/text.js'
import { problemOf } from '../ui/form.js'
import { Select } from '../ui/field.js'
import { Field } from '../ui/text-field.js'
import { WordsField } from '../ui/words.js'
import { FieldsForm } from '../fields/fields-form.js'
import { MetadataForm } from '../fields/metadata-form.js'
import { fromLocal, toLocal } from './zoned-time.js'
import { collectionOf, type Place } from './place.js'
import type { Editor } from './use-editor.js'

interface DetailsProps {
  readonly site: Site
  readonly place: Place
  readonly editor: Editor
}

const VISIBILITIES = ['visible', 'hidden', 'draft'] as const

export function Details({ site, place, editor }: DetailsProps) {
  const { form, change, entry } = editor
  const collection = collectionOf(place, entry)
  const isPost = collection === 'posts'
  const mayPublish = entry ? entry.can.publish : site.can.publish
  return (
    <div className="details stack">
      <h2>{t('editor.details')}</h2>
      {mayPublish && (
        <Select
          label={t('visibility')}
          value={form.visibility}
          choices={VISIBILITIES.filter((id) => id !== 'draft' || isPost).map((id) => ({
            id,
            label: t(`visibility.${id}`),
          }))}
          onChange={(value) => change({ visibility: visibilityOf(value) })}
        />
      )}
      <MomentFields site={site} place={place} editor={editor} />
      {place.type === 'document' && <TaxonomyFields site={site} editor={editor} />}
      <Field
        label={t('permalink')}
        help={entry ? t('permalink.now', { url: entry.url }) : undefined}
        value={form.permalink ?? ''}
        onChange={(value) => change({ permalink: value === '' ? null : value })}
      />
      <h3 className="details-part">{t('metadata')}</h3>
      <Metadata
        key={`${entry?.id ?? 'new'}-${editor.textVersion}`}
        {...{ site, collection, editor }}
      />
    </div>
  )
}

interface MetadataProps {
  readonly site: Site
  readonly collection: string | null
  readonly editor: Editor
}

function Metadata({ site, collection, editor }: MetadataProps) {
  const { form, change, error } = editor
  // Its end has a field of its own.
  const { [END]: end, ...value } = form.metadata
  const shared = {
    value,
    onChange: (metadata: Hash) =>
      change({ metadata: end === undefined ? metadata : { ...metadata, [END]: end } }),
  }
  if (collection === null) return <MetadataForm {...shared} />
  return (
    <FieldsForm
      {...shared}
      {...{ site, collection }}
      errorOf={(name) => problemOf(error, `metadata.${name}`)}
    />
  )
}

function visibilityOf(value: string): Visibility {
  return VISIBILITIES.find((id) => id === value) ?? 'visible'
}

function TaxonomyFields({ site, editor }: Pick<DetailsProps, 'site' | 'editor'>) {
  const { data: tags = [] } = useWords(site.id, 'tags')
  const { data: categories = [] } = useWords(site.id, 'categories')
  const { form, change } = editor
  return (
    <>
      <WordsField
        label={t('tags')}
        value={form.tags}
        known={tags}
        onChange={(words) => change({ tags: words })}
      />
      <WordsField
        label={t('categories')}
        value={form.categories}
        known={categories}
        onChange={(words) => change({ categories: words })}
      />
    </>
  )
}

/** Front matter key of the time from which a text is hidden. */
const END = 'expires_at'

/** From when until when the published site has the text. */
function MomentFields({ site, place, editor }: DetailsProps) {
  const { form, change, entry } = editor
  const end = form.metadata[END]
  const { [END]: _, ...metadata } = form.metadata
  // With `future` in the configuration, dates decide nothing.
  const decides = entry?.visibility !== 'visible' || entry.date === null || entry.live_from !== null
  const isComing = form.date !== null && timeOf(form.date) > serverNow()
  const isVisible = form.visibility === 'visible' && place.type === 'document'
  return (
    <>
      <DateField
        label={t('date')}
        site={site}
        value={form.date}
        isScheduled={isComing && isVisible && decides}
        onChange={(date) => change({ date })}
      />
      <DateField
        label={t('date.end')}
        site={site}
        value={typeof end === 'string' && end !== '' ? end : null}
        onChange={(date) =>
          change({ metadata: date === null ? metadata : { ...metadata, [END]: date } })
        }
      />
    </>
  )
}

interface DateProps {
  readonly label: string
  readonly site: Site
  readonly value: string | null
  /** Whether the text will be published by itself then. */
  readonly isScheduled?: boolean
  readonly onChange: (value: string | null) => void
}

/**
 * A date and time in the site's zone, whatever the user's zone is. It is also shown in words, because browsers
 * order day and month differently.
 */
function DateField({ label, site, value, isScheduled = false, onChange }: DateProps) {
  const zone = site.timezone
  const read = { date: value === null ? '' : dateText(value, zone), zone }
  const help = isScheduled ? t('date.scheduled', read) : t('date.reads', read)
  return (
    <Field
      label={label}
      help={value === null ? t('date.zone', { zone }) : help}
      type="datetime-local"
      value={value === null ? '' : toLocal(timeOf(value), site.timezone)}
      onChange={(text) => onChange(text === '' ? null : fromLocal(text, site.timezone))}
    />
  )
}
