/** Which other users have the document open, and what happens when they save. */

import { useState } from 'react'
import { getEntry } from '../api/entries.js'
import { initialsOf } from '../app/initials.js'
import { useSiteChanges, usePresence } from '../app/live.js'
import { t } from '../text/text.js'
import { Notice } from '../ui/notice.js'
import { GoneNotice, isGone } from './drafts/gone.js'
import type { Place } from './place.js'
import type { Editor } from './use-editor.js'

/** An avatar for each other user who has the document open. */
export function OtherUsers({ place, editor }: { place: Place; editor: Editor }) {
  const others = usePresence(place.siteId, editor.entry?.id ?? null)
  if (others.length === 0) return null
  const names = others.map(({ fullname }) => fullname || t('others.somebody')).join(', ')
  return (
    <span className="others" role="status">
      <span className="visually-hidden">{t('others.here', { names })}</span>
      {others.slice(0, 4).map(({ id, fullname }) => (
        <span
          key={id}
          className="avatar"
          data-initials={initialsOf(fullname || t('others.somebody'))}
          title={t('others.here', { names: fullname || t('others.somebody') })}
        />
      ))}
    </span>
  )
}

/** Loads what others save. Says if they have deleted it, or if saving will merge, because there are unsaved changes. */
export function SavedByOthers({ place, editor }: { place: Place; editor: Editor }) {
  const [sha, setSha] = useState<string | null>(null)
  const [isDeleted, setDeleted] = useState(false)
  const { entry } = editor
  useSiteChanges((change) => {
    if (!entry || change?.paths.includes(entry.filename) === false || editor.isSaving) return
    void getEntry(entry).then(
      (fresh) => {
        setDeleted(false)
        if (fresh.sha === entry.sha && fresh.filename === entry.filename) return
        setSha(fresh.sha)
        // What was only moved takes nothing from the text.
        if (!editor.isDirty || fresh.sha === entry.sha) editor.adopt(fresh)
      },
      (error) => setDeleted(isGone(error)),
    )
  })
  if (entry && (isDeleted || isGone(editor.error))) return <GoneNotice {...{ place, editor }} />
  if (sha === null || sha === entry?.sha || !editor.isDirty) return null
  return <Notice tone="plain">{t('others.saved')}</Notice>
}
