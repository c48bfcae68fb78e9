/** The editor screen: bar, title, text, and the side panel. */

import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/client.js'
import { useWaiting } from '../api/pending.js'
import type { FullEntry } from '../api/types.js'
import { keepEditor } from '../app/editor-keys.js'
import { useSiteJobs } from '../app/jobs.js'
import { navigate, rememberPath } from '../app/router.js'
import { shownText } from '../text/shown.js'
import { agoText, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Notice } from '../ui/notice.js'
import { useHeadingFocus, useTitle } from '../ui/page.js'
import { showToast } from '../ui/toast.js'
import { BuildProblems } from './build-problem.js'
import { ChangesWindow } from './changes-window.js'
import { ConflictWindow } from './conflict/conflict.js'
import { Details } from './details.js'
import type { Opened } from './memory.js'
import { isGone } from './drafts/gone.js'
import { EditorBar, type Pane } from './editor-bar.js'
import { SavedByOthers } from './others.js'
import { useSaveKey } from '../ui/save-key.js'
import { HistoryPane } from './history-pane.js'
import { PreviewPane } from './preview-pane.js'
import { SourceView } from './source-view.js'
import type { Place } from './place.js'
import { useEditor, type Editor } from './use-editor.js'
import { Writing } from './writing.js'

interface BodyProps {
  readonly place: Place
  readonly opened: Opened
}

const WIDE = '(min-width: 1100px)'

export function EditorBody({ place, opened }: BodyProps) {
  const { site } = useSiteJobs()
  const editor = useEditor(place, opened)
  const isBroken = editor.entry?.front_matter_error !== undefined
  const [pane, setPane] = useState<Pane>(matchMedia(WIDE).matches ? 'preview' : null)
  const [isSource, setSource] = useState(isBroken && site.can.edit_source)
  const [isLater, setLater] = useState(false)
  const [scroll, setScroll] = useState(0)
  useTitle(editor.form.title || t('editor.untitled'))
  const heading = useHeadingFocus()
  useProblemsInSight(editor.error, setPane)
  const save = useSaveAndGo(place, editor, () => setLater(false))
  useSaveKey(() => void save(), !isSource)
  return (
    <div className={`editor${pane === null ? '' : ' with-pane'}`}>
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        {shownText(editor.form.title) || t('editor.untitled')}
      </h1>
      <EditorBar
        site={site}
        place={place}
        editor={editor}
        pane={isSource ? null : pane}
        isSource={isSource}
        onPane={setPane}
        onSource={setSource}
        onSave={() => void save()}
      />
      <Notices place={place} editor={editor} isLater={isLater} onSettle={() => setLater(false)} />
      {isSource && editor.entry ? (
        <SourceView site={site} entry={editor.entry} editor={editor} />
      ) : (
        <div className="editor-panes">
          <Writing place={place} editor={editor} onScroll={setScroll} />
          {pane === 'preview' && <PreviewPane place={place} editor={editor} scroll={scroll} />}
          {pane === 'details' && (
            <aside className="editor-side" aria-label={t('editor.details')}>
              <Details site={site} place={place} editor={editor} />
            </aside>
          )}
          {pane === 'history' && editor.entry && (
            <aside className="editor-side" aria-label={t('history')}>
              <HistoryPane site={site} entry={editor.entry} editor={editor} />
            </aside>
          )}
        </div>
      )}
      <ConflictWindow editor={editor} isLater={isLater} onClose={() => setLater(true)} />
    </div>
  )
}

/** Saves. After the first save of a new document, goes to its URL, unless the user has left the editor. */
function useSaveAndGo(place: Place, editor: Editor, onSave: () => void) {
  const { save, entry } = editor
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return useCallback(async () => {
    onSave()
    const isSamePath = rememberPath()
    const saved = await save()
    if (!saved) return
    showToast('good', t('saved'))
    if (entry || !isHere.current || !isSamePath()) return
    keepEditor(saved.id, place.collection ?? 'pages')
    navigate(`/sites/${place.siteId}/${place.type}s/${saved.id}`, { replace: true })
  }, [save, entry, place, onSave])
}

/** Leads to what the server refused: to the title, or to the panel with the field. */
function useProblemsInSight(error: unknown, show: (pane: Pane) => void): void {
  useEffect(() => {
    const fields = error instanceof ApiError ? error.details.map(({ field }) => field) : []
    if (fields.some(isMetadata)) show('details')
    if (fields.includes('title')) document.querySelector<HTMLElement>('.title-input')?.focus()
  }, [error, show])
}

function isMetadata(field: string | undefined): boolean {
  return field?.startsWith('metadata.') ?? false
}

interface NoticesProps {
  readonly place: Place
  readonly editor: Editor
  readonly isLater: boolean
  readonly onSettle: () => void
}

function Notices({ place, editor, isLater, onSettle }: NoticesProps) {
  const { site } = useSiteJobs()
  const { error, restoredAt, isKept, conflict, entry } = editor
  const broken = entry?.front_matter_error
  return (
    <div className="editor-notices">
      {error !== null && !(entry && isGone(error)) && (
        <Notice tone="bad">
          {messageOf(error)} {isKept && t('editor.text-is-safe')}
        </Notice>
      )}
      {restoredAt !== null && (
        <Notice tone="warn">
          <span className="row">
            <span className="grow">
              {t('editor.restored', { ago: agoText(new Date(restoredAt).toISOString()) })}
            </span>
            <Button onPress={() => void editor.discard()}>{t('editor.discard')}</Button>
          </span>
        </Notice>
      )}
      {conflict !== null && isLater && (
        <Notice tone="warn">
          <span className="row">
            <span className="grow">{t('conflict.waiting')}</span>
            <Button onPress={onSettle}>{t('conflict.title')}</Button>
          </span>
        </Notice>
      )}
      {broken && (
        <Notice tone="bad">
          {t('editor.broken', { line: broken.line, reason: broken.reason })}
        </Notice>
      )}
      {entry && <BuildProblems site={site} entry={entry} />}
      <SavedByOthers place={place} editor={editor} />
      {entry && !editor.isDirty && isForReview(entry) && (
        <Notice tone="plain">{t('review.handed-over')}</Notice>
      )}
      {entry && !editor.isDirty && <Approval editor={editor} entry={entry} />}
      {!isKept && <Notice tone="warn">{t('editor.not-kept')}</Notice>}
    </div>
  )
}

/** True for a writer's own document that others must make visible. */
const isForReview = ({ can, visibility }: FullEntry): boolean =>
  can.update && !can.publish && visibility !== 'visible'

/** The approval notice for users who may make a writer's document visible. */
function Approval({ editor, entry }: { editor: Editor; entry: FullEntry }) {
  const { site } = useSiteJobs()
  const { data: waiting = [] } = useWaiting(site)
  const [isLooking, setLooking] = useState(false)
  if (!entry.can.publish || !waiting.some(({ id }) => id === entry.id)) return null
  const approve = async () => {
    editor.change({ visibility: 'visible' })
    if (await editor.save()) showToast('good', t('review.done', { title: entry.title }))
  }
  return (
    <Notice tone="plain">
      <span className="row">
        <span className="grow">{t('review.waits')}</span>
        <Button look="quiet" onPress={() => setLooking(true)}>
          {t('review.changes')}
        </Button>
        <Button icon="check" busy={editor.isSaving} onPress={() => void approve()}>
          {t('review.approve')}
        </Button>
      </span>
      <ChangesWindow entry={entry} isOpen={isLooking} onClose={() => setLooking(false)} />
    </Notice>
  )
}
