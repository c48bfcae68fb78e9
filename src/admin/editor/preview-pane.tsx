/**
 * The page as it will be, of the text that is not saved yet, made by the builder itself.
 *
 * It is shown in a frame that the browser puts into an origin of its own, so that nothing that a site
 * brings can reach the admin.
 */

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError, ask } from '../api/client.js'
import { renderEntry } from '../api/entries.js'
import { useSiteJobs } from '../app/jobs.js'
import { messageOf, t } from '../text/text.js'
import { Notice } from '../ui/notice.js'
import { EMPTY, inputOf } from './form.js'
import type { Place } from './place.js'
import type { Editor } from './use-editor.js'

interface PreviewProps {
  readonly place: Place
  readonly editor: Editor
  /** How far the text is scrolled, from 0 to 1. */
  readonly scroll: number
}

/** Nobody asked for it, so it interrupts nobody: signing in again can wait until one saves. */
async function render(place: Place, editor: Rendered, signal: AbortSignal): Promise<string> {
  const { entry, form } = editor
  const { visibility: _, ...fields } = form
  if (entry) return renderEntry(entry, fields, signal)
  const body = {
    ...inputOf(EMPTY, form),
    title: form.title.trim() || t('editor.untitled'),
    ...(place.collection !== null && { collection: place.collection }),
  }
  const headers = { Accept: 'text/html, application/json' }
  const path = { site_id: place.siteId }
  return (await ask('renderNew', { path, body, headers, signal })).text()
}

type Rendered = Pick<Editor, 'entry' | 'form'>

/** What one may ask in five minutes has a limit, and nobody sees more pages than these in a second. */
const GAP_MS = 100

/** How long a page waits for its styles. */
const LOOKS_MS = 3000

interface Results {
  readonly onHtml: (html: string) => void
  /** Null where there is none any more. */
  readonly onError: (error: unknown) => void
}

/**
 * Asks for the page at the first change, and of all that comes while it is made for the last: nobody waits
 * for a pause in typing, and however fast one types the server makes one page at a time.
 */
function useRendering(place: Place, shown: Rendered, { onHtml, onError }: Results): void {
  const wanted = useRef<(Rendered & { readonly place: Place }) | null>(null)
  const isBusy = useRef(false)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  const { entry, form } = shown
  useEffect(() => {
    wanted.current = { place, entry, form }
    const { signal } = leaving.current
    const run = async () => {
      if (isBusy.current) return
      isBusy.current = true
      while (wanted.current && !signal.aborted) {
        const next = wanted.current
        wanted.current = null
        const gap = pause(GAP_MS)
        try {
          onHtml(await render(next.place, next, signal))
          onError(null)
        } catch (problem) {
          if (!signal.aborted) onError(problem)
        }
        await gap
      }
      isBusy.current = false
    }
    void run()
  }, [place, entry, form, onHtml, onError])
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

export function PreviewPane({ place, editor, scroll }: PreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const [html, setHtml] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const { entry, form } = editor
  const post = (message: object) => frame.current?.contentWindow?.postMessage(message, '*')
  // Before anything else can run: an effect after the paint may come later than the frame's only message.
  useLayoutEffect(() => {
    const listen = (event: MessageEvent) => {
      if (event.source === frame.current?.contentWindow) setReady(true)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  useRendering(place, { entry, form }, { onHtml: setHtml, onError: setError })
  const { looks, isLookedFor } = useLooks()
  const isShown = html !== null && !isLookedFor
  useEffect(() => {
    if (isReady && isShown) post({ html })
  }, [isReady, html, isShown, looks])
  useEffect(() => {
    if (isReady) post({ scroll })
  }, [isReady, scroll])
  return (
    <div className="preview-pane">
      {error !== null && <Notice tone="bad">{renderError(error)}</Notice>}
      {!isShown && error === null && (
        <p className="preview-waiting" role="status">
          {t('editor.preview.waiting')}
        </p>
      )}
      <iframe
        ref={frame}
        className={isShown ? '' : 'unseen'}
        src="/admin/frame.html"
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        title={t('editor.preview')}
      />
    </div>
  )
}

interface Looks {
  readonly looks: string | null
  /** A page without its styles would look broken: it waits for them, or until they can't be made. */
  readonly isLookedFor: boolean
}

/** The page takes styles and pictures from the site's preview: one is made where none was yet. */
function useLooks(): Looks {
  const { site, run } = useSiteJobs()
  const isAsked = useRef(false)
  const [isOver, setOver] = useState(false)
  const { preview_url: url } = site
  useEffect(() => {
    if (url !== null || isAsked.current) return
    isAsked.current = true
    // Where it takes long, a page that looks plain is better than none.
    void Promise.race([run('preview'), pause(LOOKS_MS)]).then(() => setOver(true))
  }, [url, run])
  return { looks: url, isLookedFor: url === null && !isOver }
}

function renderError(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return t('editor.preview.ended')
  if (!(error instanceof ApiError) || error.details.length === 0) return messageOf(error)
  return error.details.map(({ field, message }) => `${field}: ${message}`).join('\n')
}
