/** The editor screen for one document or page. */

import { useMemo, useState } from 'react'
import { useEntry } from '../api/queries.js'
import { useSiteJobs } from '../app/jobs.js'
import { siteName } from '../app/site-name.js'
import { EditorBody } from '../editor/editor-body.js'
import type { Place } from '../editor/place.js'
import { t } from '../text/text.js'
import { UnsavedNotice } from '../editor/drafts/gone.js'
import { useSlot } from '../editor/drafts/use-slot.js'
import { draftNameOf, isDirty, type Draft, type Opened } from '../editor/memory.js'
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
  const isRead = id === null || (entry !== undefined && isFetchedAfterMount && !error)
  const taken = useSlot<Draft>(draftNameOf(place, id))
  if (!opened && isRead && taken) {
    const { slot, draft } = taken
    setOpened({ entry: entry ?? null, slot, draft: draft && isDirty(draft) ? draft : null })
  }
  if (error && !opened) {
    // The collection is unknown, so the link leads to the site's start, where all are listed.
    const next =
      type === 'page'
        ? { to: `/sites/${site.id}/pages`, label: t('pages') }
        : { to: `/sites/${site.id}`, label: siteName(site) }
    const unsaved = <UnsavedNotice place={place} taken={taken} />
    return <Missing error={error} next={next} id={id} unsaved={unsaved} />
  }
  if (!opened) return <WaitingText />
  return <EditorBody place={place} opened={opened} />
}
