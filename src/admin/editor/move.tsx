/** The window that moves a document or page, with a redirect from its old URL. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { updateEntry } from '../api/entries.js'
import { followMoved } from '../api/follow-moved.js'
import { keys, refreshContent } from '../api/queries.js'
import type { FullEntry, Site } from '../api/types.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Switch } from '../ui/field.js'
import { Field } from '../ui/text-field.js'
import { Notice } from '../ui/notice.js'
import { problemOf, useSending } from '../ui/form.js'
import { showToast } from '../ui/toast.js'
import type { Editor } from './use-editor.js'

interface MoveProps {
  readonly site: Site
  readonly entry: FullEntry
  readonly editor: Editor
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function MoveWindow({ isOpen, onClose, ...rest }: MoveProps) {
  return (
    <Window title={t('move.title')} isOpen={isOpen} onClose={onClose}>
      <MoveForm {...rest} onClose={onClose} />
    </Window>
  )
}

function MoveForm({ site, entry, editor, onClose }: Omit<MoveProps, 'isOpen'>) {
  const [path, setPath] = useState(entry.path)
  // A URL that was never published needs no redirect.
  const [isKept, setKept] = useState(site.jobs.publish.last_at !== null)
  const cache = useQueryClient()
  const isSame = path.trim() === entry.path || path.trim() === ''
  const isReady = !isSame && !editor.isDirty
  const { isBusy, error, send, onSubmit } = useSending(async () => {
    const moved = await move(entry, path.trim(), isKept)
    editor.adopt(moved)
    const count = await followed(entry, moved)
    await refreshContent(cache, site.id)
    await cache.invalidateQueries({ queryKey: keys.history(entry.id) })
    showToast('good', count === 0 ? t('move.done') : t('move.followed', { count }))
    onClose()
  }, isReady)
  const problem = problemOf(error, 'path')
  return (
    <form className="stack" onSubmit={onSubmit}>
      {editor.isDirty && <Notice tone="warn">{t('move.dirty')}</Notice>}
      {error !== null && problem === undefined && <Notice tone="bad">{messageOf(error)}</Notice>}
      <Field
        autoFocus
        isCode
        label={t('move.path')}
        help={t('permalink.now', { url: entry.url })}
        error={problem}
        value={path}
        onChange={setPath}
      />
      <Switch label={t('move.keep')} isOn={isKept} onChange={setKept} />
      {isKept && !hasRedirects(site) && <Notice tone="warn">{t('move.no-plugin')}</Notice>}
      <div className="row-end">
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="primary" busy={isBusy} isDisabled={!isReady} onPress={() => void send()}>
          {t('move.do')}
        </Button>
      </div>
    </form>
  )
}

/** The Jekyll plugin that makes the redirects; without it, `redirect_from` has no effect. */
const PLUGIN = 'jekyll-redirect-from'

function hasRedirects({ metadata }: Site): boolean {
  const names = [metadata['plugins'], metadata['gems']].flat()
  return names.includes(PLUGIN)
}

/** Moves first, because only the server knows the new URL. An unchanged URL needs no redirect. */
async function move(entry: FullEntry, path: string, isKept: boolean): Promise<FullEntry> {
  const moved = await updateEntry(entry, { path, sha: entry.sha })
  if (!isKept || moved.url === entry.url) return moved
  const metadata = { ...moved.metadata, redirect_from: redirects(moved, entry.url) }
  return updateEntry(moved, { metadata, sha: moved.sha })
}

/** How many texts have links that lead to the new place now. The text is moved even if they can't be changed. */
async function followed(was: FullEntry, now: FullEntry): Promise<number> {
  try {
    return await followMoved(was, now)
  } catch (error) {
    showToast('bad', `${t('move.links')} ${messageOf(error)}`)
    return 0
  }
}

/** All previous URLs, without the current one. */
function redirects({ metadata, url }: FullEntry, old: string): readonly string[] {
  const given = metadata['redirect_from']
  const known = (Array.isArray(given) ? given : [given]).filter((from) => typeof from === 'string')
  return [...new Set([...known, old])].filter((from) => from !== url)
}
