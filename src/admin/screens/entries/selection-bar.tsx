/** Actions on the selected documents, each in one commit. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.js'
import type { Change } from '../../api/entries.js'
import { replaceEntries, type EntryWindow } from '../../api/entry-list.js'
import { refreshContent, useWords } from '../../api/queries.js'
import type { Entry, Site } from '../../api/types.js'
import { useSiteJobs } from '../../app/jobs.js'
import {
  HideQuestion,
  useIsLive,
  useRedirectOffer,
  type MakeRedirect,
} from '../../editor/redirect-offer.js'
import { messageOf, t } from '../../text/text.js'
import { Button, IconButton } from '../../ui/button.js'
import { Confirm, Window } from '../../ui/dialog.js'
import { showToast } from '../../ui/toast.js'
import { WordsField } from '../../ui/words.js'

/** The selected entries by id, as they were when they were selected: scrolling unloads their rows. */
export type Selected = ReadonlyMap<string, Entry>

interface BarProps {
  readonly selected: Selected
  readonly list: EntryWindow
  /** True while the texts are being changed in another way. */
  readonly isWaiting: boolean
  readonly onDone: () => void
}

/** The selected entries, in the versions that the list has now. */
function chosenOf(selected: Selected, list: EntryWindow): readonly Entry[] {
  const now = new Map(selected)
  for (let index = 0; selected.size > 0 && index < (list.total ?? 0); index += 1) {
    const entry = list.at(index)
    if (entry && now.has(entry.id)) now.set(entry.id, entry)
  }
  return [...now.values()]
}

/** How many are changed by one request, which is one commit. */
const MAX_AT_ONCE = 1000

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
  /** How many are changed already; null while nothing is being changed. */
  const [done, setDone] = useState<number | null>(null)
  const changePart = async (part: readonly Entry[], changeOf: ChangeOf, first: Change | null) => {
    const own = part.map(changeOf)
    const changes = first ? [...own, first] : own
    const { results } = await call('changeSite', { path: { site_id: site.id }, body: { changes } })
    // Update the cached lists at once, so that the next action uses the new versions.
    const changed = part.map((entry, at) => changedEntry(entry, own[at], results[at]?.sha))
    replaceEntries(cache, site.id, changed)
  }
  const changeAll = async (changeOf: ChangeOf, beside?: MakeRedirect) => {
    let count = 0
    setDone(0)
    try {
      let first = (await beside?.()) ?? null
      while (count < chosen.length) {
        const part = chosen.slice(count, count + MAX_AT_ONCE)
        await changePart(part, changeOf, first)
        first = null
        count += part.length
        setDone(count)
      }
      showToast('good', t('entries.done', { count }))
      onDone()
    } catch (error) {
      const before = count === 0 ? '' : `${t('entries.done', { count })} `
      showToast('bad', before + messageOf(error))
    } finally {
      setDone(null)
      await refreshContent(cache, site.id)
    }
  }
  return { isBusy: done !== null, done, changeAll }
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

export function SelectionBar({ selected, list, isWaiting, onDone }: BarProps) {
  const chosen = chosenOf(selected, list)
  const [dialog, setDialog] = useState<QuestionsProps['dialog']>(null)
  const { isBusy: isChanging, done, changeAll } = useChangeAll(chosen, onDone)
  const isBusy = isChanging || isWaiting
  const { site } = useSiteJobs()
  const isLive = useIsLive(site)
  if (selected.size === 0) return null
  const allMay = (may: (entry: Entry) => boolean) => chosen.every(may)
  const run = (changeOf: ChangeOf, beside?: MakeRedirect) => {
    setDialog(null)
    void changeAll(changeOf, beside)
  }
  const hide = () => (chosen.some(isLive) ? setDialog('hide') : run(show('hidden')))
  return (
    <div className="selection" role="region" aria-label={t('entries.chosen')}>
      <strong role="status">
        {done === null
          ? t('entries.selected', { count: selected.size })
          : t('entries.changing', { done, count: selected.size })}
      </strong>
      <span className="grow" />
      {allMay(({ can }) => can.publish) && (
        <>
          <Button icon="eye" isDisabled={isBusy} onPress={() => run(show('visible'))}>
            {t('entries.show')}
          </Button>
          <Button icon="hidden" isDisabled={isBusy} onPress={hide}>
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
      <Questions {...{ site, chosen, dialog, isBusy, run }} onClose={() => setDialog(null)} />
    </div>
  )
}

interface QuestionsProps {
  readonly site: Site
  readonly chosen: readonly Entry[]
  readonly dialog: 'delete' | 'hide' | 'tags' | null
  readonly isBusy: boolean
  readonly run: (changeOf: ChangeOf, beside?: MakeRedirect) => void
  readonly onClose: () => void
}

/** What is asked before the texts are changed. */
function Questions({ site, chosen, dialog, isBusy, run, onClose }: QuestionsProps) {
  return (
    <>
      <DeleteQuestion
        {...{ chosen, isBusy, onClose }}
        isOpen={dialog === 'delete'}
        onDelete={(redirect) => run(remove, redirect)}
      />
      <HideQuestion
        {...{ site, isBusy, onClose }}
        texts={chosen}
        isOpen={dialog === 'hide'}
        onHide={(redirect) => run(show('hidden'), redirect)}
      />
      <Window title={t('entries.add-tags')} isOpen={dialog === 'tags'} onClose={onClose}>
        <TagsForm onClose={onClose} onTags={(tags) => run(addTags(tags))} />
      </Window>
    </>
  )
}

interface DeleteProps {
  readonly chosen: readonly Entry[]
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly onClose: () => void
  /** Called with what makes the change that leads visitors elsewhere. */
  readonly onDelete: (redirect: MakeRedirect) => void
}

function DeleteQuestion({ chosen, isOpen, isBusy, onClose, onDelete }: DeleteProps) {
  const { site } = useSiteJobs()
  const { offer, isLoading, change } = useRedirectOffer(site, chosen, isOpen)
  return (
    <Confirm
      title={t('entries.delete', { count: chosen.length })}
      action={t('delete')}
      isOpen={isOpen}
      isBusy={isBusy || isLoading}
      choice={offer}
      onClose={onClose}
      onConfirm={() => onDelete(change)}
    >
      {t('entries.delete.text')}
    </Confirm>
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
