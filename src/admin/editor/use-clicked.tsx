/** Goes from a click in the preview to where that was written. */

import { useState, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { Link } from '../app/router.js'
import type { Site } from '../api/types.js'
import { t } from '../text/text.js'
import { placeOfClick, type Click, type ClickedPlace } from './clicked.js'
import type { CodeEditorHandle } from './code-editor.js'
import type { Editor } from './use-editor.js'

interface Doors {
  readonly site: Site
  readonly handle: RefObject<CodeEditorHandle | null>
  /** Shows the text beside or instead of the preview. */
  readonly showText: () => void
  readonly showDetails: () => void
}

/** What to do with a click, and what is said of one that leads to no part of the text. */
export function useClicked(editor: Editor, { site, handle, showText, showDetails }: Doors) {
  const [said, setSaid] = useState<ReactNode>(null)
  const go = (place: ClickedPlace) => {
    if (place.kind === 'field') {
      flushSync(showDetails)
      focusInput(place.value)
      return
    }
    flushSync(showText)
    if (place.kind === 'title') document.querySelector<HTMLElement>('.title-input')?.focus()
    const view = handle.current?.view
    if (place.kind === 'title' || !view) return
    view.dispatch({ selection: { anchor: place.at }, scrollIntoView: true })
    view.focus()
  }
  const onClick = (click: Click) => {
    // Offsets are those of the view, for which each line end is one character.
    const body = handle.current?.view?.state.doc.toString() ?? editor.form.body
    const place = placeOfClick({ ...editor.form, body }, click)
    setSaid(place === null && hasWords(click) ? <Elsewhere {...{ site, editor }} /> : null)
    if (place) go(place)
  }
  return { onClick, said }
}

const hasWords = ({ before, after }: Click): boolean => (before + after).trim() !== ''

/** How long the details may take to know their fields, in milliseconds. */
const DETAILS_MS = 5000

/** Focuses the input of the details with a value, or with a word, as soon as it is there. */
function focusInput(value: string): void {
  const side = document.querySelector('.editor-side')
  if (!side || focusedIn(side, value)) return
  const observer = new MutationObserver(() => {
    if (focusedIn(side, value)) observer.disconnect()
  })
  observer.observe(side, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), DETAILS_MS)
}

function focusedIn(side: Element, value: string): boolean {
  const inputs = Array.from(side.querySelectorAll<HTMLInputElement>('input, textarea'))
  const exact = inputs.find((input) => input.value === value)
  const field = Array.from(side.querySelectorAll('.field')).find((one) =>
    one.textContent.includes(value),
  )
  const found = exact ?? field?.querySelector<HTMLElement>('input, textarea')
  found?.focus()
  return found !== undefined && found !== null
}

function Elsewhere({ site, editor }: { readonly site: Site; readonly editor: Editor }) {
  const { layout } = editor.form.metadata
  const words =
    typeof layout === 'string' ? t('preview.of-layout', { layout }) : t('preview.of-others')
  return (
    <>
      <span>{words}</span>
      <span className="row">
        {site.can.edit_source && <Link to={`/sites/${site.id}/source`}>{t('source')}</Link>}
        {site.can.update && <Link to={`/sites/${site.id}/settings`}>{t('settings')}</Link>}
      </span>
    </>
  )
}
