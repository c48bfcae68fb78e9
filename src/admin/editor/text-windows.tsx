/** The windows of the text, for pictures and for links, and what opens them. */

import { useState } from 'react'
import { isolateHistory } from '@codemirror/commands'
import type { EditorState, TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Site } from '../api/types.js'
import { LinkWindow, type LinkStart } from './link-window.js'
import { PictureWindow } from './picture-window.js'
import { linkedPart } from './text/commands.js'
import type { Format } from './text/format.js'
import { focusBehindWindows, type useInsertion } from './text/insertion.js'
import { editLink, linkAt, removeLink, type LinkSource } from './text/link-source.js'
import { editPicture, pictureAt, removePicture, type PictureSource } from './text/picture-source.js'

interface Pictures extends Pick<ReturnType<typeof useInsertion>, 'addFiles' | 'insert'> {
  readonly site: Site
  readonly format: Format
  readonly viewOf: () => EditorView | null
}

/**
 * The window for pictures and files, and what opens it: with the picture at the cursor, or else to insert one. `pick` is
 * null for those who may add none.
 */
function usePictureWindow({ site, format, insert, addFiles, viewOf }: Pictures) {
  const [isOpen, setOpen] = useState(false)
  const [edited, setEdited] = useState<PictureSource | null>(null)
  const close = () => {
    setOpen(false)
    setEdited(null)
  }
  const change = (made: (state: EditorState) => TransactionSpec) => {
    const view = viewOf()
    close()
    if (view) changeInPlace(view, made(view.state))
  }
  const upload = async (files: readonly File[], originals?: readonly File[]) => {
    const at = await addFiles(files, { originals })
    const view = viewOf()
    if (at !== null && view && files.length === 1) setEdited(pictureAt(view.state, at))
  }
  const pick = () => {
    const view = viewOf()
    const picture =
      view && format === 'markdown' && pictureAt(view.state, view.state.selection.main.head)
    if (picture) setEdited(picture)
    else setOpen(true)
  }
  return {
    pick: site.can.upload_files ? pick : null,
    edit: setEdited,
    pictureWindow: (
      <PictureWindow
        {...{ site, format, isOpen, edited }}
        onClose={close}
        onInsert={insert}
        onEdit={(picture, shown) => change((state) => editPicture(state, picture, shown))}
        onRemove={(picture) => change((state) => removePicture(state, picture))}
        onFiles={(files, originals) => void upload(files, originals)}
      />
    ),
  }
}

/** Makes a change as one step, without moving what is in sight. */
function changeInPlace(view: EditorView, spec: TransactionSpec): void {
  view.dispatch({ userEvent: 'input', annotations: isolateHistory.of('full'), ...spec })
  focusBehindWindows(view)
}

/** The window for the link at the cursor, and what opens it. */
function useLinkWindow(site: Site, viewOf: () => EditorView | null) {
  const [at, setAt] = useState<{ link: LinkSource | null; start: LinkStart } | null>(null)
  const open = () => {
    const state = viewOf()?.state
    if (!state || state.readOnly) return
    const link = linkAt(state)
    const { from, to } = linkedPart(state)
    const fresh = { label: state.sliceDoc(from, to), address: '', isNewTab: false }
    setAt({ link, start: { ...(link ?? fresh), isLink: link !== null } })
  }
  const change = (made: (state: EditorState) => TransactionSpec) => {
    const view = viewOf()
    setAt(null)
    if (view) changeInPlace(view, made(view.state))
  }
  return {
    open,
    linkWindow: (
      <LinkWindow
        site={site}
        start={at?.start ?? null}
        onClose={() => setAt(null)}
        onDone={(shown) => change((state) => editLink(state, at?.link ?? linkedPart(state), shown))}
        onRemove={() => change(() => (at?.link ? removeLink(at.link) : {}))}
      />
    ),
  }
}

/** Both windows. `pick` opens that for pictures and files, and is null for those who may add none. */
export function useTextWindows(options: Pictures) {
  const { pick, edit, pictureWindow } = usePictureWindow(options)
  const { open: openLink, linkWindow } = useLinkWindow(options.site, options.viewOf)
  const windows = (
    <>
      {pictureWindow}
      {linkWindow}
    </>
  )
  return { pick, edit, openLink, windows }
}
