/** The bar above the editor: back link, save state, side panels, menu, save button. */

import { useState } from 'react'
import { Button as Pressable } from 'react-aria-components'
import { useQueryClient } from '@tanstack/react-query'
import { deleteEntry } from '../api/entries.js'
import { refreshContent, useCollections } from '../api/queries.js'
import type { Site } from '../api/types.js'
import { Link, navigate } from '../app/router.js'
import { liveAddress } from '../text/live-address.js'
import { messageOf, t } from '../text/text.js'
import { Button, Toggle } from '../ui/button.js'
import { Confirm } from '../ui/dialog.js'
import { Icon } from '../ui/icons.js'
import { Menu, type MenuEntry } from '../ui/menu.js'
import { showToast } from '../ui/toast.js'
import { MoveWindow } from './move.js'
import { OtherUsers } from './others.js'
import { collectionOf, type Place } from './place.js'
import type { Editor } from './use-editor.js'

/** The side panel that is open. */
export type Pane = 'preview' | 'details' | 'history' | null

interface BarProps {
  readonly site: Site
  readonly place: Place
  readonly editor: Editor
  readonly pane: Pane
  readonly isSource: boolean
  readonly onPane: (pane: Pane) => void
  readonly onSource: (isSource: boolean) => void
  readonly onSave: () => void
}

export function EditorBar(props: BarProps) {
  const { site, place, editor, pane, isSource, onPane, onSave } = props
  const { entry, isDirty, isSaving } = editor
  const mayWrite = entry ? entry.can.update : true
  const toggle = (name: Exclude<Pane, null>) => (isOn: boolean) => onPane(isOn ? name : null)
  return (
    <div className="editor-bar">
      <BackLink site={site} place={place} editor={editor} />
      <SaveState editor={editor} mayWrite={mayWrite} />
      <span className="grow" />
      <OtherUsers place={place} editor={editor} />
      {!isSource && (
        <>
          <Toggle
            icon="panel"
            label={t('editor.preview')}
            isOn={pane === 'preview'}
            onChange={toggle('preview')}
          />
          <Toggle
            icon="form"
            label={t('editor.details')}
            isOn={pane === 'details'}
            onChange={toggle('details')}
          />
          {entry && (
            <Toggle
              icon="history"
              label={t('history')}
              isOn={pane === 'history'}
              onChange={toggle('history')}
            />
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

function useRemoval({ site, place, editor }: BarProps, onEnd: () => void) {
  const { entry } = editor
  const [isBusy, setBusy] = useState(false)
  const cache = useQueryClient()
  const remove = async () => {
    if (!entry) return
    setBusy(true)
    try {
      await deleteEntry(entry)
      await editor.forget()
      showToast('good', t('deleted', { name: entry.title || entry.basename }))
      // Not history.back(): after following an external link, that would leave the admin.
      navigate(listOf(site, place, editor), { replace: true })
      await refreshContent(cache, site.id)
    } catch (error) {
      showToast('bad', messageOf(error))
    } finally {
      setBusy(false)
      onEnd()
    }
  }
  return { isBusy, remove }
}

/** Changes the visibility by saving, together with all other unsaved changes. */
async function saveVisibility(editor: Editor, visibility: 'visible' | 'hidden'): Promise<void> {
  const { visibility: before } = editor.form
  editor.change({ visibility })
  const saved = await editor.save()
  if (saved) showToast('good', t(`editor.now-${visibility}`, { title: saved.title }))
  else editor.change({ visibility: before })
}

function MoreMenu(props: BarProps) {
  const { site, editor, isSource, onSource } = props
  const [isAsking, setAsking] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const { isBusy, remove } = useRemoval(props, () => setAsking(false))
  const { entry } = editor
  if (!entry) return null
  const live = entry.visibility === 'visible' ? site.live_url : null
  const entries: MenuEntry[] = []
  if (live !== null) {
    const open = () => void window.open(liveAddress(live, entry.url), '_blank', 'noopener')
    entries.push({ id: 'live', label: t('editor.open-live'), icon: 'external', onAction: open })
  }
  if (site.can.edit_source) {
    const label = isSource ? t('editor.form') : t('editor.source')
    const icon = isSource ? 'form' : 'source'
    entries.push({ id: 'source', label, icon, onAction: () => onSource(!isSource) })
  }
  if (entry.can.publish) {
    const isShown = entry.visibility === 'visible'
    const label = t(isShown ? 'entries.hide' : 'entries.show')
    const icon = isShown ? 'hidden' : 'eye'
    const onAction = () => void saveVisibility(editor, isShown ? 'hidden' : 'visible')
    entries.push({ id: 'visibility', label, icon, onAction })
  }
  if (entry.can.update) {
    const onAction = () => setMoving(true)
    entries.push({ id: 'move', label: t('move'), icon: 'folder', onAction })
  }
  if (entry.can.delete) {
    const onAction = () => setAsking(true)
    entries.push({ id: 'delete', label: t('delete'), icon: 'trash', isDanger: true, onAction })
  }
  if (entries.length === 0) return null
  return (
    <>
      <Menu label={t('more')} entries={entries}>
        <Pressable className="button icon-only quiet" aria-label={t('more')}>
          <Icon name="more" />
        </Pressable>
      </Menu>
      <MoveWindow {...{ site, entry, editor }} isOpen={isMoving} onClose={() => setMoving(false)} />
      <Confirm
        title={t('editor.delete', { title: entry.title })}
        action={t('delete')}
        isOpen={isAsking}
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        {t('entries.delete.text')}
      </Confirm>
    </>
  )
}
