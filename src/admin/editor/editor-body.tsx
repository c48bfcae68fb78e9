/** The editor screen: bar, title, text, and the side panel. */

import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/client.js'
import { useWaiting } from '../api/pending.js'
import type { FullEntry, Site } from '../api/types.js'
import { SET } from '../api/view.js'
import { useCommands } from '../app/commands.js'
import { keepEditor } from '../app/editor-keys.js'
import { useSiteJobs } from '../app/jobs.js'
import { useTellUnsaved } from '../app/unsaved.js'
import { navigate, rememberPath } from '../app/router.js'
import { shownText } from '../text/shown.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Notice } from '../ui/notice.js'
import { useMedia } from '../ui/media.js'
import { useHeadingFocus, useTitle } from '../ui/page.js'
import { showToast } from '../ui/toast.js'
import { BuildProblems } from './build-problem.js'
import { ChangesWindow } from './changes-window.js'
import { ConflictWindow } from './conflict/conflict.js'
import { Details } from './details.js'
import type { CodeEditorHandle } from './code-editor.js'
import type { Opened } from './memory.js'
import { DraftNotices } from './drafts/draft-notices.js'
import { isGone } from './drafts/gone.js'
import { EditorBar, type Pane } from './editor-bar.js'
import { SavedByOthers } from './others.js'
import { useSaveKey } from '../ui/save-key.js'
import { useHiding } from './hiding.js'
import { HistoryPane } from './history-pane.js'
import { PreviewPane } from './preview-pane.js'
import { SourceView } from './source-view.js'
import type { Place } from './place.js'
import { useClicked } from './use-clicked.js'
import { useEditor, type Editor } from './use-editor.js'
import { Writing } from './writing.js'

const Proposal = lazy(async () => ({
  default: (await import('../sets/proposal.js')).Proposal,
}))

interface BodyProps {
  readonly place: Place
  readonly opened: Opened
}

const WIDE = '(min-width: 1100px)'
/** Has room for the text, the page, and a panel beside them. */
const ROOMY = '(min-width: 1300px)'
/** Has room for one of them. */
const NARROW = '(max-width: 900px)'

export function EditorBody({ place, opened }: BodyProps) {
  const { site } = useSiteJobs()
  const { beforeSave, question } = useHiding(site)
  const editor = useEditor(place, opened, beforeSave)
  const isBroken = editor.entry?.front_matter_error !== undefined
  const { panes, show, hide } = usePanes()
  const [isSource, setSource] = useState(isBroken && site.can.edit_source)
  const [isLater, setLater] = useState(false)
  useTitle(editor.form.title || t('editor.untitled'))
  const heading = useHeadingFocus()
  useProblemsInSight(editor.error, show)
  const save = useSaveAndGo(place, editor, () => setLater(false))
  useSaveKey(() => void save(), !isSource)
  usePaneCommands(editor, save, show)
  const title = shownText(editor.form.title) || t('editor.untitled')
  useTellUnsaved(editor.isDirty && !isSource ? title : null, save)
  return (
    <div className={`editor${panes.length === 0 ? '' : ' with-pane'}`}>
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        {title}
      </h1>
      <EditorBar
        site={site}
        place={place}
        editor={editor}
        panes={isSource ? [] : panes}
        isSource={isSource}
        onPane={(pane, isOpen) => (isOpen ? show(pane) : hide(pane))}
        onSource={setSource}
        onSave={() => void save()}
      />
      {isSource && editor.entry ? (
        <SourceView site={site} entry={editor.entry} editor={editor} />
      ) : (
        <Panes {...{ site, place, editor, panes, show, hide }} onSave={() => void save()} />
      )}
      {/* Below the text: what comes and goes here moves no line of it. */}
      <Notices place={place} editor={editor} isLater={isLater} onSettle={() => setLater(false)} />
      {question}
      <ConflictWindow editor={editor} isLater={isLater} onClose={() => setLater(true)} />
    </div>
  )
}

interface PanesProps extends ReturnType<typeof usePanes> {
  readonly site: Site
  readonly place: Place
  readonly editor: Editor
  readonly onSave: () => void
}

/** The text, and what is open beside it. */
function Panes({ site, place, editor, panes, show, hide, onSave }: PanesProps) {
  const [scroll, setScroll] = useState(0)
  const handle = useRef<CodeEditorHandle>(null)
  const showText = () => {
    if (matchMedia(NARROW).matches) hide('preview')
  }
  const showDetails = () => show('details')
  const { onClick, said } = useClicked(editor, { site, handle, showText, showDetails })
  return (
    <div className="editor-panes">
      <Writing {...{ place, editor, handle }} onScroll={setScroll} />
      {panes.includes('preview') && (
        <PreviewPane {...{ place, editor, scroll, onSave, onClick, said }} />
      )}
      {panes.includes('details') && (
        <aside className="editor-side" aria-label={t('editor.details')}>
          <Details site={site} place={place} editor={editor} />
        </aside>
      )}
      {panes.includes('history') && editor.entry && (
        <aside className="editor-side" aria-label={t('history')}>
          <HistoryPane site={site} entry={editor.entry} editor={editor} />
        </aside>
      )}
    </div>
  )
}

/**
 * Saves. After the first save of a new document, goes to its URL, unless the user has left the editor. Resolves with
 * whether it is saved.
 */
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
    if (!saved) return false
    showToast('good', t('saved'))
    if (entry || !isHere.current || !isSamePath()) return true
    keepEditor(saved.id, place.collection ?? 'pages')
    navigate(`/sites/${place.siteId}/${place.type}s/${saved.id}`, { replace: true })
    return true
  }, [save, entry, place, onSave])
}

/** The panels beside the text: the preview and one other where there is room, else the last one that was opened. */
function usePanes() {
  const [opened, setOpened] = useState<readonly Pane[]>(matchMedia(WIDE).matches ? ['preview'] : [])
  const isRoomy = useMedia(ROOMY)
  const show = useCallback(
    (pane: Pane) =>
      setOpened((was) => {
        const beside = was.filter((one) => (one === 'preview') !== (pane === 'preview'))
        return isRoomy ? [...beside, pane] : [pane]
      }),
    [isRoomy],
  )
  const hide = useCallback(
    (pane: Pane) => setOpened((was) => was.filter((one) => one !== pane)),
    [],
  )
  return { panes: isRoomy ? opened : opened.slice(-1), show, hide }
}

/** What the bar of the editor does, for the palette. */
function usePaneCommands(
  { entry }: Editor,
  save: () => Promise<boolean>,
  show: (pane: Pane) => void,
): void {
  useCommands(() => [
    { id: 'save', label: t('save'), icon: 'check', run: () => void save() },
    { id: 'preview', label: t('preview'), icon: 'panel', run: () => show('preview') },
    { id: 'details', label: t('editor.details'), icon: 'form', run: () => show('details') },
    ...(entry && SET === null
      ? [
          {
            ...({ id: 'history', label: t('history'), icon: 'history' } as const),
            run: () => show('history'),
          },
        ]
      : []),
  ])
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
  const { error, isKept, conflict, entry } = editor
  const broken = entry?.front_matter_error
  return (
    <div className="editor-notices">
      {error !== null && !(entry && isGone(error)) && (
        <Notice tone="bad">
          {messageOf(error)} {isKept && t('editor.text-is-safe')}
        </Notice>
      )}
      <DraftNotices editor={editor} />
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
      {SET === null && entry && !editor.isDirty && <Handing editor={editor} entry={entry} />}
      {!isKept && <Notice tone="warn">{t('editor.not-kept')}</Notice>}
    </div>
  )
}

/** On the site: whose turn it is with the text of a writer, and how to propose a change where one can't make it. */
function Handing({ editor, entry }: { editor: Editor; entry: FullEntry }) {
  return (
    <>
      {isForReview(entry) && <Notice tone="plain">{t('review.handed-over')}</Notice>}
      <Approval editor={editor} entry={entry} />
      <Suspense>{!entry.can.update && <Proposal entry={entry} />}</Suspense>
    </>
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
