/** What can be done with several documents at once. */

import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { EntryWindow } from '../api/entry-list.js'
import { request } from '../api/http.js'
import { entryPath, refreshContent } from '../api/queries.js'
import type { Entry } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { messageOf, t } from '../text/text.js'
import { Button, IconButton } from '../ui/button.js'
import { Confirm } from '../ui/dialog.js'
import { tell } from '../ui/notice.js'

interface BarProps {
  readonly selected: ReadonlySet<string>
  readonly list: EntryWindow
  readonly onDone: () => void
}

/** Entries that were seen while they were chosen; scrolling on takes them out of the window. */
function useChosen(selected: ReadonlySet<string>, list: EntryWindow): readonly Entry[] {
  const seen = useRef(new Map<string, Entry>())
  for (let index = 0; index < (list.total ?? 0); index += 1) {
    const entry = selected.size > 0 ? list.at(index) : undefined
    if (entry && selected.has(entry.id)) seen.current.set(entry.id, entry)
  }
  return [...selected].flatMap((id) => seen.current.get(id) ?? [])
}

type Action = (entry: Entry) => Promise<unknown>

/** Does something to all that were chosen. */
function useAll(chosen: readonly Entry[], onDone: () => void) {
  const { site } = useSiteJobs()
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const all = async (action: Action) => {
    setBusy(true)
    try {
      // One after the other: each is a commit.
      for (const entry of chosen) await action(entry)
      tell('good', t('entries.done', { count: chosen.length }))
      onDone()
    } catch (error) {
      tell('bad', messageOf(error))
    } finally {
      setBusy(false)
      await refreshContent(cache, site.id)
    }
  }
  return { isBusy, all }
}

function show(visibility: 'visible' | 'hidden'): Action {
  return (entry) => {
    const headers = { 'If-Match': `"${entry.sha}"` }
    return request({ method: 'PUT', path: entryPath(entry), json: { visibility }, headers })
  }
}

const remove: Action = (entry) => {
  const headers = { 'If-Match': `"${entry.sha}"` }
  return request({ method: 'DELETE', path: entryPath(entry), headers })
}

export function SelectionBar({ selected, list, onDone }: BarProps) {
  const { rights } = useSiteJobs()
  const chosen = useChosen(selected, list)
  const [isAsking, setAsking] = useState(false)
  const { isBusy, all } = useAll(chosen, onDone)
  if (selected.size === 0) return null
  return (
    <div className="selection" role="region" aria-label={t('entries.chosen')}>
      <strong>{t('entries.selected', { count: selected.size })}</strong>
      <span className="grow" />
      {chosen.every((entry) => rights.entry(entry).publish) && (
        <>
          <Button isDisabled={isBusy} onPress={() => void all(show('visible'))}>
            {t('entries.show')}
          </Button>
          <Button isDisabled={isBusy} onPress={() => void all(show('hidden'))}>
            {t('entries.hide')}
          </Button>
        </>
      )}
      {chosen.every((entry) => rights.entry(entry).delete) && (
        <Button icon="trash" isDisabled={isBusy} onPress={() => setAsking(true)}>
          {t('delete')}
        </Button>
      )}
      <IconButton icon="close" label={t('entries.unselect')} onPress={onDone} />
      <Confirm
        title={t('entries.delete', { count: selected.size })}
        action={t('delete')}
        isOpen={isAsking}
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          void all(remove)
        }}
      >
        {t('entries.delete.text')}
      </Confirm>
    </div>
  )
}
