/**
 * The live preview: the page with the unsaved text, rendered by the server's builder.
 *
 * It is shown in a sandboxed frame with an opaque origin, so that scripts of the site cannot reach the admin.
 */

import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { ApiError, callWithoutSignIn } from '../api/client.js'
import { renderEntry } from '../api/entries.js'
import { BASE } from '../api/base.js'
import { SET } from '../api/view.js'
import { useSiteJobs } from '../app/jobs.js'
import { buildMessage } from '../text/build-messages.js'
import { messageOf, t } from '../text/text.js'
import { Notice } from '../ui/notice.js'
import { readClick, type Click } from './clicked.js'
import { EMPTY, inputOf } from './form.js'
import type { Place } from './place.js'
import type { Editor } from './use-editor.js'

interface PreviewProps {
  readonly place: Place
  readonly editor: Editor
  /** Scroll position of the text, from 0 to 1. */
  readonly scroll: number
  /** Called for Ctrl+S and Cmd+S in the preview. */
  readonly onSave: () => void
  /** Called for a click in the page. */
  readonly onClick: (click: Click) => void
  /** What is said of the last click. */
  readonly said: ReactNode
}

/**
 * Renders the page. An expired session must not interrupt typing, so 401 is an error here; the next save asks to
 * sign in.
 */
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
  return (await callWithoutSignIn('renderNew', { path, body, headers, signal })).text()
}

type Rendered = Pick<Editor, 'entry' | 'form'>

/** Shortest time between two renderings in milliseconds, because of the server's rate limit. */
const GAP_MS = 100

/** How long keys that are pressed after a click may be on their way from the page, in milliseconds. */
const LEFT_MS = 1000

/** How long the first page waits for its style sheets, in milliseconds. */
const STYLES_MS = 3000

interface Results {
  readonly onHtml: (html: string) => void
  /** Called with the error of a rendering; null when the next one succeeds. */
  readonly onError: (error: unknown) => void
}

/**
 * Requests a page at the first change; of all changes during a request, only the last is requested next. So the
 * preview needs no pause in typing, and the server renders one page at a time.
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

export function PreviewPane(props: PreviewProps) {
  const { place, editor, scroll, onSave, onClick, said } = props
  const frame = useRef<HTMLIFrameElement>(null)
  /** Where the last click in the page has led, and when, in milliseconds since 1970. */
  const left = useRef<{ to: Element | null; at: number }>({ to: null, at: 0 })
  const [isReady, setReady] = useState(false)
  const [html, setHtml] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const { entry, form } = editor
  const post = (message: object) => frame.current?.contentWindow?.postMessage(message, '*')
  // A layout effect, because a normal effect may run after the frame's only message has arrived.
  useLayoutEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow) return
      const { ready, save, clicked } = Object(data)
      if (ready === true) setReady(true)
      // Scripts of the site can say so, too: they must do nothing while the user is elsewhere.
      const isThere = document.activeElement === frame.current
      // A click has led from the page to the text, and what was pressed next was still pressed in the page.
      const { to, at } = left.current
      const wasThere = document.activeElement === to && Date.now() - at < LEFT_MS
      if (save === true && (isThere || wasThere)) onSave()
      const click = isThere ? readClick(clicked) : null
      if (!click) return
      onClick(click)
      left.current = { to: document.activeElement, at: Date.now() }
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [onSave, onClick])
  useRendering(place, { entry, form }, { onHtml: setHtml, onError: setError })
  const { previewUrl, built, isBuilding } = useStyles()
  const isShown = html !== null && !isBuilding
  useEffect(() => {
    if (isReady && isShown) post({ html })
  }, [isReady, html, isShown, previewUrl, built])
  useEffect(() => {
    if (isReady) post({ scroll })
  }, [isReady, scroll])
  return (
    <div className="preview-pane">
      {error !== null && <Notice tone="bad">{renderError(error, entry?.filename)}</Notice>}
      {!isShown && error === null && (
        <p className="preview-waiting" role="status">
          {t('preview.waiting')}
        </p>
      )}
      <iframe
        ref={frame}
        className={isShown ? '' : 'unseen'}
        src={`${BASE}/frame.html`}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        title={t('editor.preview')}
      />
      {said !== null && <Notice tone="plain">{said}</Notice>}
    </div>
  )
}

interface Styles {
  readonly previewUrl: string | null
  /** Id of the last preview that was built while the editor is open; null for none. */
  readonly built: string | null
  /** True while the style sheets are being built: a page without them would look broken, so it is not shown yet. */
  readonly isBuilding: boolean
}

/** Style sheets and images come from the site's preview, which is built first if there is none. */
function useStyles(): Styles {
  const { site, run, jobs } = useSiteJobs()
  const isAsked = useRef(false)
  const [isOver, setOver] = useState(false)
  const { preview_url: url } = site
  useEffect(() => {
    // In a change set, nothing is built: what the site has is shown, if there is something.
    if (url !== null || isAsked.current || SET !== null) return
    isAsked.current = true
    // If it takes long, show the page without styles.
    void Promise.race([run('preview'), pause(STYLES_MS)]).then(() => setOver(true))
  }, [url, run])
  const built = jobs.preview?.status === 'complete' ? jobs.preview.id : null
  return { previewUrl: url, built, isBuilding: url === null && !isOver && SET === null }
}

/** @param own path of the document: what is wrong in it needs no place */
function renderError(error: unknown, own: string | undefined): string {
  if (error instanceof ApiError && error.status === 401) return t('editor.preview.ended')
  if (!(error instanceof ApiError) || error.details.length === 0) return messageOf(error)
  const lines = error.details.map(({ field, message }) => {
    const { text } = buildMessage(message)
    return field.replace(/:\d+$/, '') === own ? text : `${field}: ${text}`
  })
  return lines.join('\n')
}
