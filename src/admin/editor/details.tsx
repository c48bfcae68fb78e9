/** The side panel with the front matter as a form. */

import { useWords } from '../api/queries.js'
import type { Hash, Site, Visibility } from '../api/types.js'
import { dateText, t, timeOf } from '../text/text.js'
import { problemOf } from '../ui/form.js'
import { Field, Select } from '../ui/field.js'
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
      <DateField site={site} value={form.date} onChange={(date) => change({ date })} />
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
  const shared = {
    value: form.metadata,
    onChange: (metadata: Hash) => change({ metadata }),
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

interface DateProps {
  readonly site: Site
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/**
 * A date and time in the site's zone, whatever the user's zone is. It is also shown in words, because browsers
 * order day and month differently.
 */
function DateField({ site, value, onChange }: DateProps) {
  const zone = site.timezone
  return (
    <Field
      label={t('date')}
      help={
        value === null
          ? t('date.zone', { zone })
          : t('date.reads', { date: dateText(value, zone), zone })
      }
      type="datetime-local"
      value={value === null ? '' : toLocal(timeOf(value), site.timezone)}
      onChange={(text) => onChange(text === '' ? null : fromLocal(text, site.timezone))}
    />
  )
}
