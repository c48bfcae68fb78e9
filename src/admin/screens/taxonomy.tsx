/** The screen of tags and categories with their counts; each can be renamed in all posts. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { renameWord, useUsedWords, type UsedWord, type WordKind } from '../api/taxonomy.js'
import { refreshContent } from '../api/queries.js'
import { useSiteJobs } from '../app/jobs.js'
import { Link } from '../app/router.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Search } from '../ui/field.js'
import { Field } from '../ui/text-field.js'
import { useSending } from '../ui/form.js'
import { LoadError } from '../ui/load-error.js'
import { Notice } from '../ui/notice.js'
import { Card, Empty, Screen, WaitingList } from '../ui/page.js'
import { Name } from '../ui/name.js'
import { showToast } from '../ui/toast.js'

const KINDS = ['tags', 'categories'] as const
/** The parameter of the list of posts. */
const FILTER = { tags: 'tag', categories: 'category' } as const
/** Up to this many words there is no search field. */
const MAX_WORDS_WITHOUT_SEARCH = 10

export function TaxonomyScreen() {
  const [search, setSearch] = useState('')
  const [renamed, setRenamed] = useState<{ kind: WordKind; used: UsedWord } | null>(null)
  const close = () => setRenamed(null)
  const { site } = useSiteJobs()
  const { data: tags } = useUsedWords(site.id, 'tags')
  const { data: categories } = useUsedWords(site.id, 'categories')
  const isEmpty = tags?.length === 0 && categories?.length === 0
  const isLong = [tags, categories].some((words) => (words?.length ?? 0) > MAX_WORDS_WITHOUT_SEARCH)
  return (
    <Screen title={t('taxonomy')} lead={t('taxonomy.lead')}>
      {isLong && <Search label={t('taxonomy.search')} value={search} onChange={setSearch} />}
      {isEmpty ? (
        <Empty icon="tag" title={t('taxonomy.none')}>
          {t('taxonomy.none.text')}
        </Empty>
      ) : (
        KINDS.map((kind) => (
          <Card key={kind} title={t(kind)}>
            <Words
              kind={kind}
              search={isLong ? search.trim() : ''}
              onRename={(used) => setRenamed({ kind, used })}
            />
          </Card>
        ))
      )}
      <Window
        title={renamed ? t('taxonomy.rename', { word: renamed.used.word }) : ''}
        isOpen={renamed !== null}
        onClose={close}
      >
        {renamed && <RenameForm {...renamed} onClose={close} />}
      </Window>
    </Screen>
  )
}

interface WordsProps {
  readonly kind: WordKind
  /** Text that the words must contain; empty for all. */
  readonly search: string
  readonly onRename: (used: UsedWord) => void
}

function Words({ kind, search, onRename }: WordsProps) {
  const { site } = useSiteJobs()
  const { data, error } = useUsedWords(site.id, kind)
  if (error) return <LoadError error={error} />
  if (!data) return <WaitingList look="lines" rows={4} />
  if (data.length === 0) return <p className="faint">{t('taxonomy.none')}</p>
  const wanted = search.toLocaleLowerCase()
  const shown = data.filter(({ word }) => word.toLocaleLowerCase().includes(wanted))
  if (shown.length === 0) return <p className="faint">{t('search.none', { text: search })}</p>
  return (
    <ul className="lines slim">
      {shown.map((used) => (
        <li key={used.word}>
          <span className="grow cut">
            <Link to={`/sites/${site.id}/c/posts?${FILTER[kind]}=${encodeURIComponent(used.word)}`}>
              <Name text={used.word} />
            </Link>
          </span>
          <span className="faint">{t('entries.count', { count: used.posts.length })}</span>
          {used.posts.every(({ can }) => can.update) && (
            <Button look="quiet" onPress={() => onRename(used)}>
              <span>{t('source.rename')}</span>
              <span className="visually-hidden">{used.word}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface RenameProps {
  readonly kind: WordKind
  readonly used: UsedWord
  readonly onClose: () => void
}

function RenameForm({ kind, used, onClose }: RenameProps) {
  const { site } = useSiteJobs()
  const cache = useQueryClient()
  const [next, setNext] = useState(used.word)
  const { data = [] } = useUsedWords(site.id, kind)
  const word = next.trim()
  const isMerging = word !== used.word && data.some((other) => other.word === word)
  const isReady = word !== used.word
  const { isBusy, error, onSubmit, send } = useSending(async () => {
    try {
      await renameWord(site.id, used, { kind, next: word })
    } finally {
      await refreshContent(cache, site.id)
    }
    showToast('good', t('entries.done', { count: used.posts.length }))
    onClose()
  }, isReady)
  return (
    <form className="stack" onSubmit={onSubmit}>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <Field
        autoFocus
        label={t('name')}
        help={t('taxonomy.help', { count: used.posts.length })}
        value={next}
        onChange={setNext}
      />
      {isMerging && <Notice tone="warn">{t('taxonomy.merge', { word })}</Notice>}
      <div className="row-end">
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="primary" busy={isBusy} isDisabled={!isReady} onPress={() => void send()}>
          {word === '' ? t('taxonomy.remove') : t('source.rename')}
        </Button>
      </div>
    </form>
  )
}
