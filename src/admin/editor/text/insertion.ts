/** Inserts images and other files into the text: uploads them, then inserts them where they were dropped. */

import { useRef, useState, type RefObject } from 'react'
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { useSiteJobs } from '../../app/jobs.js'
import { uploadFailedText } from '../../text/text.js'
import { showToast } from '../../ui/toast.js'
import type { Sending } from '../../ui/sending.js'
import type { CodeEditorHandle } from '../code-editor.js'
import { insertText } from './commands.js'
import { storeFile } from '../uploads.js'
import { baseOf, textFor, type Format, type NamedFile } from './format.js'
import { keepPlace } from './kept-places.js'
import { asOwnParagraph, besideParagraph, besideWord } from './own-paragraph.js'

interface Target {
  readonly format: Format
  readonly handle: RefObject<CodeEditorHandle | null>
}

/** Markdown of a picture is shown as a picture where it is a paragraph of its own. */
function textAt(state: EditorState, text: string, at: number): string {
  if (text.startsWith('![')) return asOwnParagraph(state, text, at)
  return spaced(state, text, at)
}

/** A text with blanks between it and the words beside it. */
function spaced(state: EditorState, text: string, at: number): string {
  const isWord = (from: number) => /[\p{L}\p{N}]/u.test(state.sliceDoc(Math.max(0, from), from + 1))
  return `${isWord(at - 1) ? ' ' : ''}${text}${isWord(at) ? ' ' : ''}`
}

/**
 * Puts what was dropped or pasted beside the paragraph or word that it met, in its order and in one step.
 *
 * @returns the offset of the first of them
 */
function insertAll(view: EditorView, texts: readonly string[], { at, format }: Dropped): number {
  const { state } = view
  const isPicture = texts.some((text) => text.startsWith('!['))
  const place =
    isPicture && format === 'markdown' ? besideParagraph(state, at) : besideWord(state, at)
  const joined = texts.join('\n\n')
  const own = isPicture ? asOwnParagraph(state, joined, place) : joined
  const isEmptyLine = state.doc.lineAt(place).text.trim() === ''
  const isBlock = isPicture && (own !== joined || isEmptyLine)
  const text = isBlock ? own : spaced(state, texts.join(' '), place)
  insertText(view, text, place)
  return place + text.indexOf(texts[0] ?? '')
}

interface Dropped {
  readonly at: number
  readonly format: Format
}

/** Gives a text the focus when no window or menu is left, which would take it back. */
export function focusBehindWindows(view: EditorView): void {
  if (document.querySelector('.veil, .popover') === null) view.focus()
  else requestAnimationFrame(() => focusBehindWindows(view))
}

/** Uploads files one after the other, and shows how far they are. */
function useSending(siteId: string) {
  const [sending, setSending] = useState<readonly Sending[]>([])
  const count = useRef(0)
  const send = async (files: readonly File[]): Promise<readonly NamedFile[]> => {
    const first = count.current
    count.current += files.length
    const items = files.map(({ name }, index) => ({ id: first + index, name, share: 0 }))
    setSending((was) => [...was, ...items])
    const stored: NamedFile[] = []
    for (const [index, file] of files.entries()) {
      const id = first + index
      const onProgress = (share: number) =>
        setSending((was) => was.map((item) => (item.id === id ? { ...item, share } : item)))
      try {
        stored.push(await storeFile(file, { siteId, collection: 'uploads', onProgress }))
      } catch (error) {
        showToast('bad', uploadFailedText(file.name, error))
      }
      setSending((was) => was.filter((item) => item.id !== id))
    }
    return stored
  }
  return { sending, send }
}

interface Adding {
  /** Offset of what is inserted; by default the cursor. */
  readonly at?: number
  /** Originals of cropped pictures, which are uploaded but not inserted. */
  readonly originals?: readonly File[] | undefined
}

/**
 * The running uploads, and what starts them. `addFiles` inserts files at an offset, by default at the cursor, and
 * resolves with the offset of the first one; with null if nothing was inserted.
 */
export function useInsertion({ format, handle }: Target) {
  const { site, run } = useSiteJobs()
  const { sending, send } = useSending(site.id)
  const base = baseOf(site)
  const addFiles = async (
    files: readonly File[],
    { at, originals = [] }: Adding = {},
  ): Promise<number | null> => {
    const view = handle.current?.view
    let first: number | null = null
    const placeOf = view && keepPlace(view, at ?? view.state.selection.main.head)
    const stored = await send(files)
    const now = handle.current?.view
    if (placeOf && view === now && stored.length > 0) {
      const texts = stored.map((file) => textFor(file, format, base))
      first = insertAll(view, texts, { at: placeOf(), format })
    }
    void send(originals)
    // The page beside the text has its pictures from there.
    if (site.can.preview) void run('preview')
    return first
  }
  const insert = (text: string) => {
    const view = handle.current?.view
    if (!view) return
    const { main } = view.state.selection
    const at = main.empty ? besideWord(view.state, main.from) : undefined
    insertText(view, at === undefined ? text : textAt(view.state, text, at), at)
    focusBehindWindows(view)
  }
  const drop = (files: readonly File[], at: number) => void addFiles(files, { at })
  return { sending, addFiles, drop, insert }
}
