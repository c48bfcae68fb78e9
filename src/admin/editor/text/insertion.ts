/** Inserts images and other files into the text: uploads them, then inserts them where they were dropped. */

import { useRef, useState, type RefObject } from 'react'
import type { EditorState } from '@codemirror/state'
import { useSiteJobs } from '../../app/jobs.js'
import { uploadFailedText } from '../../text/text.js'
import { showToast } from '../../ui/toast.js'
import type { Sending } from '../../ui/sending.js'
import type { CodeEditorHandle } from '../code-editor.js'
import { insertText } from './commands.js'
import { storeFile } from '../uploads.js'
import { textFor, type Format } from './format.js'
import { asOwnParagraph } from './own-paragraph.js'

interface Target {
  readonly format: Format
  readonly handle: RefObject<CodeEditorHandle | null>
}

/** Markdown of a picture is shown as a picture where it is a paragraph of its own. */
function textAt(state: EditorState, text: string, at?: number): string {
  const { main } = state.selection
  if (!text.startsWith('![') || (at === undefined && !main.empty)) return text
  return asOwnParagraph(state, text, at ?? main.from)
}

/** The running uploads, and a function that starts one. Without an offset, files are inserted at the cursor. */
export function useInsertion({ format, handle }: Target) {
  const { site, run } = useSiteJobs()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const count = useRef(0)
  const addFile = async (file: File, at?: number) => {
    count.current += 1
    const id = count.current
    const onProgress = (share: number) =>
      setSending((was) => was.map((item) => (item.id === id ? { ...item, share } : item)))
    setSending((was) => [...was, { id, name: file.name, share: 0 }])
    try {
      const stored = await storeFile(file, { siteId: site.id, collection: 'uploads', onProgress })
      const view = handle.current?.view
      // The text may be shorter than when the upload began.
      const place = view && at !== undefined ? Math.min(at, view.state.doc.length) : undefined
      if (view) insertText(view, textAt(view.state, textFor(stored, format), place), place)
    } catch (error) {
      showToast('bad', uploadFailedText(file.name, error))
    }
    setSending((was) => was.filter((item) => item.id !== id))
  }
  const addFiles = (files: readonly File[], at?: number) => {
    void Promise.all(files.map((file) => addFile(file, at))).then(() => {
      // The page beside the text has its pictures from there.
      if (site.can.preview) void run('preview')
    })
  }
  return { sending, addFiles }
}
