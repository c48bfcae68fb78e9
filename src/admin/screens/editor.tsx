/** Writing one document or page. */

import { useEffect, useMemo, useState } from 'react'
import { useEntry } from '../api/queries.js'
import type { FullEntry } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { EditorBody } from '../editor/editor-body.js'
import type { Place } from '../editor/place.js'
import { t } from '../text/text.js'
import { findDraft } from '../editor/use-editor.js'
import type { Draft } from '../editor/drafts.js'
import { WaitingText } from '../ui/page.js'
import { Missing } from './missing.js'

interface EditorScreenProps {
  readonly type: 'document' | 'page'
  /** Of a new document. */
  readonly collection: string | null
  /** Null for a new one. */
  readonly id: string | null
}

interface Opened {
  readonly entry: FullEntry | null
  readonly draft: Draft | null
}

export function EditorScreen({ type, collection, id }: EditorScreenProps) {
  const { site } = useSiteJobs()
  const { data: entry, error, isFetchedAfterMount } = useEntry(type, id)
  const [opened, setOpened] = useState<Opened | null>(null)
  const place = useMemo<Place>(
    () => ({ siteId: site.id, type, collection }),
    [site.id, type, collection],
  )
  // What is in the cache may be old: one begins with what the server has now.
  const isRead = id === null || (entry !== undefined && isFetchedAfterMount && !error)
  useEffect(() => {
    if (opened || !isRead) return
    const found = entry ?? null
    void findDraft(place, found).then((draft) => setOpened({ entry: found, draft }))
  }, [opened, isRead, entry, place])
  if (error && !opened) {
    // Of which collection it was is not known: where the site begins, all of them are offered.
    const way =
      type === 'page'
        ? { to: `/sites/${site.id}/pages`, label: t('pages') }
        : { to: `/sites/${site.id}`, label: site.title }
    return <Missing error={error} way={way} id={id} />
  }
  if (!opened) return <WaitingText />
  return <EditorBody place={place} opened={opened} />
}
