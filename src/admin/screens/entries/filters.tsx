/** The filters and the order of a list, which are kept in its URL. */

import { useDeferredValue, type ReactNode } from 'react'
import { sinceLive, useUnpublished } from '../../api/pending.js'
import { usePeople, useWords } from '../../api/queries.js'
import type { Site } from '../../api/types.js'
import { useParameter } from '../../app/router.js'
import { languageName, languageText } from '../../text/languages.js'
import { compareWords } from '../../text/order.js'
import { t } from '../../text/text.js'
import { Search, Select } from '../../ui/field.js'

const SORTS = [
  'date-desc',
  'date-asc',
  'updated_at-desc',
  'title-asc',
  'title-desc',
  'position-asc',
] as const
const PAGE_SORTS = [
  'path-asc',
  'updated_at-desc',
  'title-asc',
  'title-desc',
  'position-asc',
] as const
const VISIBILITIES = ['visible', 'hidden', 'draft'] as const
/** The choices of the extension filter; `markdown` covers all Markdown extensions. */
const EXTENSIONS = ['markdown', 'html', 'xml', 'txt', 'json'] as const
/** Id of the entry for no filter; list boxes need a non-empty id. */
const ALL = ' '

export function useFilters(site: Site, collection: string | null) {
  const [search, setSearch] = useParameter('q')
  const [status, setStatus] = useParameter('visibility')
  const [tag, setTag] = useParameter('tag')
  const [category, setCategory] = useParameter('category')
  const [language, setLanguage] = useParameter('language')
  const [author, setAuthor] = useParameter('author')
  const [extension, setExtension] = useParameter('extension')
  const [sort, setSort] = useParameter('sort')
  const sorts = collection === null ? PAGE_SORTS : SORTS
  const since = sinceLive(site, useUnpublished(site))
  const order = sorts.find((name) => name === sort) ?? sorts[0]
  const query = {
    q: useDeferredValue(search) || undefined,
    sort: order,
    tag: tag || undefined,
    category: category || undefined,
    language: language || undefined,
    author: author || undefined,
    extensions: extension || undefined,
    ...statusQuery(status, since),
  }
  const others = [status, tag, category, language, author, extension]
  const isOnlySearch = others.every((value) => value === '')
  const isFiltered = !isOnlySearch || search !== ''
  const clear = () => {
    for (const set of [setSearch, setStatus, setTag, setCategory, setLanguage, setAuthor]) set(null)
    setExtension(null)
  }
  return {
    clear,
    search,
    filter: { place: { siteId: site.id, collection }, query },
    /** Only posts have drafts. */
    isDraftsFirst: collection === 'posts' && order === 'date-desc' && status === '',
    isFiltered,
    /** Whether the list is in the order that is made by hand, and all of it is there. */
    isOrdered: order === 'position-asc' && !isFiltered,
    isOnlySearch,
    site,
    collection,
    sorts,
    values: { search, status, tag, category, language, author, extension, order },
    set: {
      setSearch,
      setStatus,
      setTag,
      setCategory,
      setLanguage,
      setAuthor,
      setExtension,
      setSort,
    },
  }
}

type FiltersProps = Pick<
  ReturnType<typeof useFilters>,
  'site' | 'collection' | 'sorts' | 'values' | 'set'
> & {
  /** Content before the filters. */
  readonly first: ReactNode
  /** Codes of the languages of the site; none where it has one. */
  readonly languages: readonly string[]
}

export function Filters(props: FiltersProps) {
  const { site, collection, sorts, values, set, first, languages } = props
  return (
    <div className="filters">
      <Search label={t('entries.search')} value={values.search} onChange={set.setSearch} />
      <div className="filter-choices">
        {first}
        <Choice
          label={t('visibility')}
          value={values.status}
          choices={statusChoices(site, collection)}
          onChange={set.setStatus}
        />
        {collection === 'posts' && (
          <>
            <WordChoice site={site} kind="tags" value={values.tag} onChange={set.setTag} />
            <WordChoice
              site={site}
              kind="categories"
              value={values.category}
              onChange={set.setCategory}
            />
          </>
        )}
        <LanguageChoice languages={languages} value={values.language} onChange={set.setLanguage} />
        <AuthorChoice site={site} value={values.author} onChange={set.setAuthor} />
        <Choice
          label={t('extension')}
          value={values.extension}
          choices={EXTENSIONS.map((id) => ({ id, label: id }))}
          onChange={set.setExtension}
        />
        <Select
          isBare
          label={t('sort')}
          value={values.order}
          choices={sorts.map((id) => ({ id, label: t(`sort.${id}`) }))}
          onChange={set.setSort}
        />
      </div>
    </div>
  )
}

/** The filter for documents that have changed since the last publish; it filters by time. */
const UNPUBLISHED = 'unpublished'

function statusQuery(status: string, since: string | null) {
  if (status === UNPUBLISHED && since !== null) return { updated_since: since }
  return { visibility: VISIBILITIES.find((id) => id === status) }
}

function statusChoices(site: Site, collection: string | null) {
  const visibilities = VISIBILITIES.filter((id) => id !== 'draft' || collection === 'posts')
  const choices = visibilities.map((id) => ({ id: id as string, label: t(`visibility.${id}`) }))
  if (site.jobs.publish.last_at === null) return choices
  return [...choices, { id: UNPUBLISHED, label: t('entries.not-live') }]
}

interface ChoiceProps {
  readonly value: string
  readonly onChange: (value: string | null) => void
}

type AnyChoice = ChoiceProps & {
  readonly label: string
  readonly choices: readonly { readonly id: string; readonly label: string }[]
}

/** A filter. Without a choice, it shows its label. */
function Choice({ label, value, choices, onChange }: AnyChoice) {
  return (
    <Select
      isBare
      label={label}
      value={value || ALL}
      shown={value === '' ? label : undefined}
      choices={[{ id: ALL, label: t('filter.all') }, ...choices]}
      onChange={(next) => onChange(next === ALL ? null : next)}
    />
  )
}

interface WordProps extends ChoiceProps {
  readonly site: Site
  readonly kind: 'tags' | 'categories'
}

function WordChoice({ site, kind, ...rest }: WordProps) {
  const { data: words = [] } = useWords(site.id, kind)
  if (words.length === 0) return null
  const choices = words.map((id) => ({ id, label: id }))
  return <Choice label={t(kind === 'tags' ? 'tag' : 'category')} choices={choices} {...rest} />
}

function LanguageChoice({
  languages,
  ...rest
}: ChoiceProps & { readonly languages: readonly string[] }) {
  // What is chosen can be taken back, also where it leaves no text from which the languages are known.
  const all = new Set([...languages, rest.value].filter((code) => code !== ''))
  if (all.size === 0) return null
  const named = [...all].map((id) => ({ id, label: nameOf(id) }))
  const choices = named.toSorted((a, b) => compareWords(a.label, b.label))
  return <Choice label={languageText('language')} choices={choices} {...rest} />
}

/** An address can name anything. */
function nameOf(code: string): string {
  try {
    return languageName(code)
  } catch {
    return code
  }
}

function AuthorChoice({ site, ...rest }: ChoiceProps & { readonly site: Site }) {
  const { data: people = [] } = usePeople(site.id)
  if (people.length < 2) return null
  const choices = people.map(({ id, fullname, email }) => ({ id, label: fullname || email }))
  return <Choice label={t('author')} choices={choices} {...rest} />
}
