/** The bar above the editor: back link, save state, side panels, menu, save button. */

import { lazy, Suspense, useState } from 'react'
import { Button as Pressable } from 'react-aria-components'
import { useQueryClient } from '@tanstack/react-query'
import { deleteEntry } from '../api/entries.js'
import { refreshContent, useCollections } from '../api/queries.js'
import type { Entry, FullEntry, Site } from '../api/types.js'
import { sinceLive, useUnpublished } from '../api/pending.js'
import { SET } from '../api/view.js'
import { isBuilt, useOpenPreview } from '../app/open-preview.js'
import { Link, navigate } from '../app/router.js'
import { liveAddress } from '../text/live-address.js'
import { isExpired, isScheduled } from '../text/moments.js'
import { dateText, t } from '../text/text.js'
import { Button, Toggle } from '../ui/button.js'
import { Confirm } from '../ui/dialog.js'
import { useAction } from '../ui/form.js'
import { Icon } from '../ui/icons.js'
import { Menu, type MenuEntry } from '../ui/menu.js'
import { showToast } from '../ui/toast.js'
import { MoveWindow } from './move.js'
import { OtherUsers } from './others.js'
import { TemplateWindow } from './template-window.js'
import { beginCopy } from './begin-copy.js'
import { collectionOf, type Place } from './place.js'
import { isLive, useRedirectOffer } from './redirect-offer.js'
import { copyOf } from './form.js'
import { Languages } from './languages.js'
import type { Editor } from './use-editor.js'

const ShareWindow = lazy(async () => ({
  default: (await import('../app/share-window.js')).ShareWindow,
}))

/** A panel beside the text. */
export type Pane = 'preview' | 'details' | 'history'

interface BarProps {
  readonly site: Site
  readonly place: Place
  readonly editor: Editor
  /** Those that are open. */
  readonly panes: readonly Pane[]
  readonly isSource: boolean
  readonly onPane: (pane: Pane, isOpen: boolean) => void
  readonly onSource: (isSource: boolean) => void
  readonly onSave: () => void
}

export function EditorBar(props: BarProps) {
  const { site, place, editor, panes, isSource, onPane, onSave } = props
  const { entry, isDirty, isSaving } = editor
  const mayWrite = entry ? entry.can.update : true
  const toggle = (name: Pane) => ({
    isOn: panes.includes(name),
    onChange: (isOn: boolean) => onPane(name, isOn),
  })
  return (
    <div className="editor-bar">
      <BackLink site={site} place={place} editor={editor} />
      <SaveState editor={editor} mayWrite={mayWrite} />
      {entry && <Moment site={site} entry={entry} />}
      <span className="grow" />
      <Languages {...{ site, place, editor }} />
      <OtherUsers place={place} editor={editor} />
      {!isSource && (
        <>
          <Toggle icon="panel" label={t('editor.preview')} {...toggle('preview')} />
          <Toggle icon="form" label={t('editor.details')} {...toggle('details')} />
          {entry && SET === null && (
            <Toggle icon="history" label={t('history')} {...toggle('history')} />
          )}
        </>
      )}
      {entry && <MoreMenu {...props} />}
      {mayWrite && !isSource && (
        <Button look="primary" busy={isSaving} isDisabled={!isDirty} onPress={onSave}>
          {t('save')}
        </Button>
      )}
    </div>
  )
}

/** The save state in a word; on phones as a dot, with the word for screen readers. */
function SaveState({ editor, mayWrite }: { editor: Editor; mayWrite: boolean }) {
  const { entry, isDirty, isSaving } = editor
  const state = isSaving ? 'saving' : isDirty ? 'dirty' : !entry || !mayWrite ? 'none' : 'saved'
  const words = {
    saving: t('editor.saving'),
    dirty: t('editor.dirty'),
    saved: t('saved'),
    none: mayWrite ? '' : t('editor.read-only'),
  }
  return (
    <span className="faint save-state" role="status" data-state={state}>
      <span>{words[state]}</span>
    </span>
  )
}

/** That the text is scheduled, with the time, or that it has come to its end. */
function Moment({ site, entry }: { readonly site: Site; readonly entry: Entry }) {
  if (isExpired(entry)) return <span className="badge warn">{t('expired')}</span>
  if (!isScheduled(entry)) return null
  const date = dateText(entry.live_from ?? '', site.timezone)
  return (
    <span className="badge accent">
      <span className="label-wide">{t('scheduled.for', { date })}</span>
      <span className="label-small">{t('scheduled')}</span>
    </span>
  )
}

function BackLink({ site, place, editor }: Pick<BarProps, 'site' | 'place' | 'editor'>) {
  const { data: collections = [] } = useCollections(site.id)
  const path = collectionOf(place, editor.entry)
  const known = collections.find((collection) => collection.path === path)
  const isPage = place.type === 'page'
  return (
    <Link to={listOf(site, place, editor)} className="button quiet back-link">
      <Icon name="back" />
      <span className="cut">{isPage ? t('pages') : (known?.title ?? path)}</span>
    </Link>
  )
}

/** The path of the list that contains the document. */
function listOf(site: Site, place: Place, { entry }: Editor): string {
  const path = collectionOf(place, entry) ?? 'posts'
  return `/sites/${site.id}/${place.type === 'page' ? 'pages' : `c/${encodeURIComponent(path)}`}`
}

function useRemoval({ site, place, editor }: BarProps, isAsking: boolean) {
  const { entry } = editor
  const cache = useQueryClient()
  const redirect = useRedirectOffer(site, entry ? [entry] : [], isAsking)
  const { isBusy, send } = useAction(async () => {
    if (!entry) return
    await deleteEntry(entry, site.id, await redirect.change())
    await editor.forget()
    showToast('good', t('deleted', { name: entry.title || entry.basename }))
    // Not history.back(): after following an external link, that would leave the admin.
    navigate(listOf(site, place, editor), { replace: true })
    await refreshContent(cache, site.id)
  })
  return { isBusy: isBusy || redirect.isLoading, remove: send, offer: redirect.offer }
}

/** Changes the visibility by saving, together with all other unsaved changes. */
async function saveVisibility(
  editor: Editor,
  visibility: 'visible' | 'hidden',
  zone: string,
): Promise<void> {
  const { visibility: before } = editor.form
  editor.change({ visibility })
  const saved = await editor.save()
  if (saved && SET !== null) showToast('good', t('saved'))
  else if (saved && isScheduled(saved)) {
    const date = dateText(saved.live_from ?? '', zone)
    showToast('good', t('editor.now-scheduled', { title: saved.title, date }))
  } else if (saved) showToast('good', t(`editor.now-${visibility}`, { title: saved.title }))
  else editor.change({ visibility: before })
}

/** The live page of a text; null for one that is not live yet. */
function useLivePage(site: Site, entry: FullEntry | null): URL | null {
  const since = sinceLive(site, useUnpublished(site))
  if (SET !== null || entry === null || site.live_url === null || !isLive(entry, since)) return null
  return liveAddress(site.live_url, entry.url)
}

/** What new texts can be made of this one: a copy, and a template. */
function beginnings({ site, place, editor }: BarProps, askTemplate: () => void): MenuEntry[] {
  const { entry, form } = editor
  const onAction = () =>
    entry && void beginCopy(place, entry, (collection) => copyOf(form, collection))
  const copy: MenuEntry = { id: 'copy', label: t('entries.copy'), icon: 'copy', onAction }
  const label = t('templates.make')
  const template: MenuEntry = { id: 'template', label, icon: 'form', onAction: askTemplate }
  return [...(site.can.create_documents ? [copy] : []), ...(site.can.edit_source ? [template] : [])]
}

function MoreMenu(props: BarProps) {
  const { site, editor } = props
  const [isAsking, setAsking] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const [isTemplate, setTemplate] = useState(false)
  const { isBusy, remove, offer } = useRemoval(props, isAsking)
  const openPreview = useOpenPreview()
  const live = useLivePage(site, editor.entry)
  const { entry } = editor
  if (!entry) return null
  const entries = [
    ...shownEntries(props, {
      open: live && (() => void window.open(live, '_blank', 'noopener')),
      preview: () => void openPreview(entry),
      share: () => setSharing(true),
    }),
    ...beginnings(props, () => setTemplate(true)),
    ...changeEntries(props, { move: () => setMoving(true), remove: () => setAsking(true) }),
  ]
  if (entries.length === 0) return null
  return (
    <>
      <Menu label={t('more')} entries={entries}>
        <Pressable className="button icon-only quiet" aria-label={t('more')}>
          <Icon name="more" />
        </Pressable>
      </Menu>
      <Suspense>
        {isSharing && <ShareWindow {...{ site, entry }} onClose={() => setSharing(false)} />}
      </Suspense>
      <TemplateWindow {...{ site, entry }} isOpen={isTemplate} onClose={() => setTemplate(false)} />
      <MoveWindow {...{ site, entry, editor }} isOpen={isMoving} onClose={() => setMoving(false)} />
      <Confirm
        title={t('editor.delete', { title: entry.title })}
        action={t('delete')}
        isOpen={isAsking}
        isBusy={isBusy}
        choice={offer}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove().then(() => setAsking(false))}
      >
        {t('entries.delete.text')}
      </Confirm>
    </>
  )
}

interface Showing {
  /** Null for a page that is not live. */
  readonly open: (() => void) | null
  readonly preview: () => void
  readonly share: () => void
}

/** What leads to the page of the text. */
function shownEntries({ site, editor }: BarProps, { open, preview, share }: Showing): MenuEntry[] {
  const { entry } = editor
  const entries: MenuEntry[] = []
  if (open !== null) {
    entries.push({ id: 'live', label: t('editor.open-live'), icon: 'external', onAction: open })
  } else if (SET === null && site.can.preview && entry && isBuilt(entry)) {
    entries.push({ id: 'preview', label: t('editor.open-preview'), icon: 'eye', onAction: preview })
  }
  if (SET === null && site.can.preview) {
    entries.push({ id: 'share', label: t('share'), icon: 'link', onAction: share })
  }
  return entries
}

interface Changing {
  readonly move: () => void
  readonly remove: () => void
}

/** What changes the text. */
function changeEntries(
  { site, editor, isSource, onSource }: BarProps,
  { move, remove }: Changing,
): MenuEntry[] {
  const { entry } = editor
  const entries: MenuEntry[] = []
  if (site.can.edit_source) {
    const label = isSource ? t('editor.form') : t('editor.source')
    const icon = isSource ? 'form' : 'source'
    entries.push({ id: 'source', label, icon, onAction: () => onSource(!isSource) })
  }
  if (entry?.can.publish) {
    const isShown = entry.visibility === 'visible'
    const label = t(isShown ? 'entries.hide' : 'entries.show')
    const icon = isShown ? 'hidden' : 'eye'
    const onAction = () =>
      void saveVisibility(editor, isShown ? 'hidden' : 'visible', site.timezone)
    entries.push({ id: 'visibility', label, icon, onAction })
  }
  if (entry?.can.update) {
    entries.push({ id: 'move', label: t('move'), icon: 'folder', onAction: move })
  }
  if (entry?.can.delete) {
    const label = t('delete')
    entries.push({ id: 'delete', label, icon: 'trash', isDanger: true, onAction: remove })
  }
  return entries
}
