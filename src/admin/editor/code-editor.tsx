/** CodeMirror as a React component. It owns its text and reports every change. */

import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  Decoration,
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { linkedPart, run, shortcuts, textOf } from './text/commands.js'
import { t } from '../text/text.js'
import { showToast } from '../ui/toast.js'
import { editLink, linkAt, typedAddress } from './text/link-source.js'
import { liveStyle } from './text/live-style.js'
import { markdownOf, TOO_LARGE } from './text/paste.js'
import { translatedPhrases } from './text/phrases.js'
import { keptPlaces } from './text/kept-places.js'
import { pictures, type PicturesOptions } from './text/pictures.js'
import { slashMenu } from './text/slash.js'
import { tableAt, tableKeys } from './text/table-keys.js'
import { tables } from './text/tables.js'
import { trackFocus } from './text/touched.js'

export interface CodeEditorHandle {
  readonly view: EditorView | null
  /** Replaces the text, for example with one that the server has merged. */
  readonly replace: (text: string) => void
}

interface CodeEditorProps {
  readonly label: string
  readonly initial: string
  readonly onChange: (text: string) => void
  readonly kind: 'markdown' | 'source'
  /** Placeholder shown while the text is empty. */
  readonly hint?: string
  readonly isReadOnly?: boolean
  /** Language of source code; Markdown brings its own. */
  readonly language?: Extension
  /** Line to highlight and scroll to, counted from 1. */
  readonly markedLine?: number | undefined
  /** Called with dropped or pasted files and the offset in the text. */
  readonly onFiles?: (files: readonly File[], at: number) => void
  /** Shows the images that the text refers to. */
  readonly pictures?: PicturesOptions
  /** Opens the file chooser. */
  readonly onPickFiles?: (() => void) | undefined
  /** Called with whether the cursor is in a table. */
  readonly onTable?: (isInTable: boolean) => void
  /** Opens the window for the link at the cursor. */
  readonly onLink?: (() => void) | undefined
  /** Called with the scroll position, from 0 to 1. */
  readonly onScroll?: (share: number) => void
  readonly ref?: Ref<CodeEditorHandle>
}

const colours = HighlightStyle.define([
  { tag: tags.meta, class: 'tok-meta' },
  { tag: tags.comment, class: 'tok-comment' },
  { tag: [tags.propertyName, tags.attributeName, tags.tagName], class: 'tok-name' },
  { tag: [tags.string, tags.attributeValue, tags.url], class: 'tok-string' },
  { tag: [tags.number, tags.bool, tags.keyword], class: 'tok-value' },
  { tag: tags.processingInstruction, class: 'tok-sign' },
  { tag: tags.contentSeparator, class: 'tok-meta' },
])

function nonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

function extensionsOf(props: CodeEditorProps): Extension[] {
  const base = markdown({ base: markdownLanguage, addKeymap: true })
  const { kind, label, initial, isReadOnly = false } = props
  return [
    EditorView.cspNonce.of(nonce()),
    // Keep CRLF line ends, so that unchanged lines stay the same to the byte.
    initial.includes('\r\n') ? EditorState.lineSeparator.of('\r\n') : [],
    EditorState.readOnly.of(isReadOnly),
    history(),
    drawSelection(),
    keptPlaces,
    search({ top: true }),
    translatedPhrases(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      'aria-label': label,
      // Accessibility checkers do not know that editable content is focusable.
      tabindex: '0',
      dir: 'auto',
      spellcheck: kind === 'markdown' ? 'true' : 'false',
      // Autocorrection must not change tags and keys.
      autocorrect: kind === 'markdown' ? 'on' : 'off',
      autocapitalize: kind === 'markdown' ? 'sentences' : 'off',
    }),
    EditorView.perLineTextDirection.of(true),
    keymap.of([
      ...(kind === 'markdown' ? [...shortcuts, ...tableKeys] : []),
      ...historyKeymap,
      ...searchKeymap,
    ]),
    keymap.of(defaultKeymap),
    syntaxHighlighting(colours),
    kind === 'markdown' ? [base, liveExtensions(props)] : [props.language ?? [], lineNumbers()],
    props.hint === undefined ? [] : placeholder(props.hint),
    markLine(props.markedLine),
  ]
}

/** The extensions for Markdown with live styling. */
function liveExtensions(props: CodeEditorProps): Extension {
  const { pictures: shown, onPickFiles, onLink, isReadOnly } = props
  const openLink = () => {
    onLink?.()
    return onLink !== undefined
  }
  return [
    keymap.of([{ key: 'Mod-k', run: openLink }]),
    trackFocus,
    liveStyle,
    tables,
    shown ? pictures(shown) : [],
    isReadOnly ? [] : slashMenu(onPickFiles ?? null),
  ]
}

function markLine(line: number | undefined): Extension {
  if (line === undefined) return []
  return EditorView.decorations.of((view) => {
    const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines))
    return Decoration.set([Decoration.line({ class: 'cm-marked' }).range(from)])
  })
}

function listeners(props: { readonly current: CodeEditorProps }): Extension {
  const take = (files: FileList | undefined, event: Event, at: number) => {
    const list = [...(files ?? [])]
    if (list.length === 0 || !props.current.onFiles) return false
    event.preventDefault()
    props.current.onFiles(list, at)
    return true
  }
  return [
    EditorView.updateListener.of((update) => {
      if (update.docChanged) props.current.onChange(update.state.sliceDoc())
      if (update.docChanged || update.selectionSet) {
        props.current.onTable?.(tableAt(update.state) !== null)
      }
    }),
    EditorView.domEventHandlers({
      paste: (event, view) =>
        pasteAddress(props.current, event, view) ||
        pasteRich(props.current, event, view) ||
        take(event.clipboardData?.files, event, view.state.selection.main.head),
      drop: (event, view) => {
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
        return take(event.dataTransfer?.files, event, at ?? view.state.selection.main.head)
      },
      scroll: (event) => {
        const { target } = event
        if (!(target instanceof HTMLElement)) return
        const height = target.scrollHeight - target.clientHeight
        if (height > 0) props.current.onScroll?.(target.scrollTop / height)
      },
    }),
  ]
}

function selectedRange(view: EditorView) {
  const { from, to } = view.state.selection.main
  return { from, to }
}

/** Handles an address pasted over words of a line, which become a link to it. */
function pasteAddress(props: CodeEditorProps, event: ClipboardEvent, view: EditorView): boolean {
  const { state } = view
  const address = typedAddress(event.clipboardData?.getData('text/plain') ?? '')
  if (props.kind !== 'markdown' || props.isReadOnly || state.selection.main.empty) return false
  const { from, to } = linkedPart(state)
  const label = state.sliceDoc(from, to)
  const isPlain = !/[\n[\]]/.test(label) && typedAddress(label) === null && !linkAt(state)
  if (address === null || !isPlain || /^[/#]/.test(address)) return false
  event.preventDefault()
  run(view, editLink(state, { from, to }, { label, address, isNewTab: false }))
  return true
}

/**
 * Handles pasted HTML. Word processors also put an image of the text on the clipboard; the text takes precedence.
 */
function pasteRich(props: CodeEditorProps, event: ClipboardEvent, view: EditorView): boolean {
  const html = event.clipboardData?.getData('text/html') ?? ''
  if (props.kind !== 'markdown' || props.isReadOnly || html === '') return false
  const made = markdownOf(html)
  if (made === null || made === '') return false
  event.preventDefault()
  const text = made === TOO_LARGE ? (event.clipboardData?.getData('text/plain') ?? '') : made
  const changes = view.state.changes({ ...selectedRange(view), insert: textOf(text) })
  const anchor = changes.mapPos(view.state.selection.main.to, 1)
  run(view, { changes, selection: { anchor }, userEvent: 'input.paste' })
  if (made === TOO_LARGE) showToast('good', t('paste.plain'))
  return true
}

export function CodeEditor(props: CodeEditorProps) {
  const element = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const current = useRef(props)
  useEffect(() => {
    current.current = props
  })
  useEffect(() => {
    if (!element.current) return undefined
    const first = current.current
    const state = EditorState.create({
      doc: first.initial,
      extensions: [extensionsOf(first), listeners(current)],
    })
    const made = new EditorView({ state, parent: element.current })
    view.current = made
    // Style sheets may arrive after the first measurement; without a new one, line numbers would be misplaced.
    const sizes = new ResizeObserver(() => made.requestMeasure())
    sizes.observe(made.contentDOM, { box: 'border-box' })
    const line = first.markedLine
    if (line !== undefined) {
      const { from } = state.doc.line(Math.min(Math.max(1, line), state.doc.lines))
      made.dispatch({ selection: { anchor: from }, scrollIntoView: true })
    }
    return () => {
      view.current = null
      sizes.disconnect()
      made.destroy()
    }
  }, [])
  useImperativeHandle(props.ref, () => ({
    get view() {
      return view.current
    },
    replace: (text: string) => {
      const made = view.current
      if (!made || made.state.sliceDoc() === text) return
      const anchor = Math.min(made.state.selection.main.anchor, text.length)
      made.dispatch({
        changes: { from: 0, to: made.state.doc.length, insert: text },
        selection: { anchor: Math.min(anchor, made.state.toText(text).length) },
      })
    },
  }))
  return <div ref={element} className={`code-editor ${props.kind}`} />
}
