/** The editor screen for one document or page. */

import { useEffect, useMemo, useState } from 'react'
import type { FullEntry } from '../api/types.js'
import { useEntry } from '../api/queries.js'
import { useUsualLayout } from '../api/usual-layout.js'
import { useSiteJobs } from '../app/jobs.js'
import { useParameter } from '../app/router.js'
import { siteName } from '../app/site-name.js'
import { EditorBody } from '../editor/editor-body.js'
import { afterSaving } from '../editor/conflict/after-saving.js'
import { dropDraft } from '../editor/drafts/drafts.js'
import { changedFields, EMPTY, formOf } from '../editor/form.js'
import type { Place } from '../editor/place.js'
import { t } from '../text/text.js'
import { UnsavedNotice } from '../editor/drafts/gone.js'
import { readServerDraft, type ServerDraft } from '../editor/drafts/on-server.js'
import { isFirstTab, type TakenSlot } from '../editor/drafts/slot.js'
import { useSlot } from '../editor/drafts/use-slot.js'
import { whichDraft } from '../editor/drafts/which-draft.js'
import {
  draftNameOf,
  isDirty,
  isSameContent,
  type Draft,
  type DraftContent,
  type Opened,
} from '../editor/memory.js'
import { WaitingText } from '../ui/page.js'
import { Missing } from './missing.js'

interface EditorScreenProps {
  readonly type: 'document' | 'page'
  /** Collection of a new document. */
  readonly collection: string | null
  /** Null for a new document. */
  readonly id: string | null
}

export function EditorScreen({ type, collection, id }: EditorScreenProps) {
  const { site } = useSiteJobs()
  const { data: entry, error, isFetchedAfterMount } = useEntry(type, id)
  const [opened, setOpened] = useState<Opened | null>(null)
  const place = useMemo<Place>(
    () => ({ siteId: site.id, type, collection }),
    [site.id, type, collection],
  )
  // The cache may be outdated; an edit must start from the server's current version.
  const layout = useUsualLayout(place, id === null)
  const isRead =
    id === null ? layout !== undefined : entry !== undefined && isFetchedAfterMount && !error
  const [unsaved] = useParameter('unsaved')
  const wanted = /^[0-9a-f]{24}$/.test(unsaved) ? unsaved : ''
  const isWanted = (draft: Draft) => draft.unsavedId === wanted
  const taken = useSlot<Draft>(draftNameOf(place, id), id === null && wanted ? isWanted : undefined)
  const there = useServerDraft(site.id, id ?? wanted, taken)
  if (!opened && isRead && taken && there !== undefined) {
    const begin = layout ? { ...EMPTY, metadata: { layout } } : EMPTY
    setOpened({
      entry: entry ?? null,
      begin,
      slot: taken.slot,
      ...chosen(taken, there, { entry, wanted }),
    })
  }
  if (error && !opened) {
    // The collection is unknown, so the link leads to the site's start, where all are listed.
    const next =
      type === 'page'
        ? { to: `/sites/${site.id}/pages`, label: t('pages') }
        : { to: `/sites/${site.id}`, label: siteName(site) }
    const notice = <UnsavedNotice place={place} taken={taken} />
    return <Missing error={error} next={next} id={id} unsaved={notice} />
  }
  if (!opened) return <WaitingText />
  return <EditorBody place={place} opened={opened} />
}

type Taken = TakenSlot<Draft>
type There = ServerDraft<DraftContent> | null

/** What the server has of the draft; undefined until that is known. If it can't be read, the browser's half is enough. */
function useServerDraft(siteId: string, wanted: string, taken: Taken | null): There | undefined {
  const [there, setThere] = useState<There>()
  const id = wanted || taken?.draft?.unsavedId
  const owner = taken?.slot.owner
  useEffect(() => {
    if (owner === undefined) return
    const reading = id === undefined ? null : readServerDraft<DraftContent>({ siteId, id, owner })
    void Promise.resolve(reading).then(setThere, () => setThere(null))
  }, [siteId, id, owner])
  return there
}

interface Asked {
  /** Undefined for a new document. */
  readonly entry: FullEntry | undefined
  /** The id of a new text on the server, if the address names one. */
  readonly wanted: string
}

/** Decides which draft is shown. */
function chosen({ slot, draft }: Taken, there: There, { entry, wanted }: Asked) {
  const here = draft && isDirty(draft) ? draft : null
  const unsavedId = wanted || (draft?.unsavedId ?? randomId())
  const isSame = here !== null && there !== null && isSameContent(here, there.content)
  // The server has that of the tab that was opened first.
  const isSecond = entry !== undefined && !isFirstTab(slot)
  const which = isSecond ? 'here' : whichDraft(here, there, isSame)
  const shown =
    which === 'there' && there ? { key: slot.key, at: there.at, ...there.content } : here
  const isToDecide = which === 'ask'
  if (!isToDecide && shown && entry && isSaved(shown, entry)) {
    void dropDraft(slot.key)
    return { draft: null, there, isToDecide, unsavedId }
  }
  return { draft: shown, there, isToDecide, unsavedId }
}

/** True if all that a draft changes has been saved meanwhile, for instance on another device. */
function isSaved({ base, form, sha }: Draft, entry: FullEntry): boolean {
  if (base === null || sha === entry.sha) return false
  const saved = formOf(entry)
  const merged = afterSaving({ base, sent: base, saved, current: form })
  return merged !== null && changedFields(saved, merged).length === 0
}

/** 24 hexadecimal characters, as ids of the server. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
