/** Actions on the selected documents, each in one commit. */

import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call, type Arguments } from '../../api/client.js'
import { replaceEntries, type EntryWindow } from '../../api/entry-list.js'
import { refreshContent, useWords } from '../../api/queries.js'
import type { Entry } from '../../api/types.js'
import { useSiteJobs } from '../../app/jobs.js'
import { messageOf, t } from '../../text/text.js'
import { Button, IconButton } from '../../ui/button.js'
import { Confirm, Window } from '../../ui/dialog.js'
import { showToast } from '../../ui/toast.js'
import { WordsField } from '../../ui/words.js'

interface BarProps {
  readonly selected: ReadonlySet<string>
  readonly list: EntryWindow
  readonly onDone: () => void
}

/** The selected entries. They are remembered, because scrolling unloads their rows. */
function useChosen(selected: ReadonlySet<string>, list: EntryWindow): readonly Entry[] {
  const seen = useRef(new Map<string, Entry>())
  for (let index = 0; index < (list.total ?? 0); index += 1) {
    const entry = selected.size > 0 ? list.at(index) : undefined
    if (entry && selected.has(entry.id)) seen.current.set(entry.id, entry)
  }
  return [...selected].flatMap((id) => seen.current.get(id) ?? [])
}

type Change = Arguments<'changeSite'>[0]['body']['changes'][number]
type ChangeOf = (entry: Entry) => Change

/** The entry after a change. */
function changedEntry(entry: Entry, change: Change | undefined, sha?: string | null): Entry {
  const update: Partial<Pick<Entry, 'visibility' | 'tags'>> =
    change?.action === 'update' && change.type === 'document' ? change : {}
  const { visibility = entry.visibility, tags = entry.tags } = update
  return { ...entry, sha: sha ?? entry.sha, visibility, ...(tags && { tags }) }
}

/** Applies a change to all selected documents, each in the version that the user saw. */
function useChangeAll(chosen: readonly Entry[], onDone: () => void) {
  const { site } = useSiteJobs()
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const changeAll = async (changeOf: ChangeOf) => {
    setBusy(true)
    try {
      const changes = chosen.map(changeOf)
      const body = { changes }
      const { results } = await call('changeSite', { path: { site_id: site.id }, body })
      // Update the cached lists at once, so that the next action uses the new versions.
      replaceEntries(
        cache,
        site.id,
        chosen.map((entry, index) => changedEntry(entry, changes[index], results[index]?.sha)),
      )
      showToast('good', t('entries.done', { count: chosen.length }))
      onDone()
    } catch (error) {
      showToast('bad', messageOf(error))
    } finally {
      setBusy(false)
      await refreshContent(cache, site.id)
    }
  }
  return { isBusy, changeAll }
}

function nameOf({ type, id, sha }: Entry) {
  return { type, id, if_match: sha }
}

function show(visibility: 'visible' | 'hidden'): ChangeOf {
  return (entry) => ({ ...nameOf(entry), action: 'update', visibility })
}

/** A change that adds tags. */
function addTags(tags: readonly string[]): ChangeOf {
  return (entry) => ({
    ...nameOf(entry),
    action: 'update',
    tags: [...new Set([...(entry.tags ?? []), ...tags])],
  })
}

const mayTag = ({ can, type }: Entry) => can.update && type === 'document'

/** True if the user may do at least one action with the entry. */
export function mayDoWithSeveral(entry: Entry): boolean {
  return entry.can.publish || entry.can.delete || mayTag(entry)
}

const remove: ChangeOf = (entry) => ({ ...nameOf(entry), action: 'delete' })

export function SelectionBar({ selected, list, onDone }: BarProps) {
  const chosen = useChosen(selected, list)
  const [dialog, setDialog] = useState<'delete' | 'tags' | null>(null)
  const { isBusy, changeAll } = useChangeAll(chosen, onDone)
  if (selected.size === 0) return null
  const allMay = (may: (entry: Entry) => boolean) => chosen.every(may)
  const run = (changeOf: ChangeOf) => {
    setDialog(null)
    void changeAll(changeOf)
  }
  return (
    <div className="selection" role="region" aria-label={t('entries.chosen')}>
      <strong>{t('entries.selected', { count: selected.size })}</strong>
      <span className="grow" />
      {allMay(({ can }) => can.publish) && (
        <>
          <Button icon="eye" isDisabled={isBusy} onPress={() => run(show('visible'))}>
            {t('entries.show')}
          </Button>
          <Button icon="hidden" isDisabled={isBusy} onPress={() => run(show('hidden'))}>
            {t('entries.hide')}
          </Button>
        </>
      )}
      {allMay(mayTag) && (
        <Button icon="tag" isDisabled={isBusy} onPress={() => setDialog('tags')}>
          {t('entries.add-tags')}
        </Button>
      )}
      {allMay(({ can }) => can.delete) && (
        <Button icon="trash" isDisabled={isBusy} onPress={() => setDialog('delete')}>
          {t('delete')}
        </Button>
      )}
      <IconButton icon="close" label={t('entries.unselect')} onPress={onDone} />
      <Confirm
        title={t('entries.delete', { count: selected.size })}
        action={t('delete')}
        isOpen={dialog === 'delete'}
        isBusy={isBusy}
        onClose={() => setDialog(null)}
        onConfirm={() => run(remove)}
      >
        {t('entries.delete.text')}
      </Confirm>
      <Window
        title={t('entries.add-tags')}
        isOpen={dialog === 'tags'}
        onClose={() => setDialog(null)}
      >
        <TagsForm onClose={() => setDialog(null)} onTags={(tags) => run(addTags(tags))} />
      </Window>
    </div>
  )
}

interface TagsProps {
  readonly onTags: (tags: readonly string[]) => void
  readonly onClose: () => void
}

function TagsForm({ onTags, onClose }: TagsProps) {
  const { site } = useSiteJobs()
  const { data: known = [] } = useWords(site.id, 'tags')
  const [tags, setTags] = useState<readonly string[]>([])
  return (
    <>
      <WordsField autoFocus label={t('tags')} value={tags} known={known} onChange={setTags} />
      <div className="row-end">
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="primary" isDisabled={tags.length === 0} onPress={() => onTags(tags)}>
          {t('add')}
        </Button>
      </div>
    </>
  )
}
