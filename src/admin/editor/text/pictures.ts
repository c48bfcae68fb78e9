/** Shows images in place of their Markdown source, except where the user is editing. */

import { syntaxTree } from '@codemirror/language'
import type { Extension, Range } from '@codemirror/state'
import {
  Decoration,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view'
import { isTouched } from './touched.js'

/** Returns a URL that the page may load, or null if there is no such image. */
export type PictureLoader = (address: string) => Promise<string | null>

class Picture extends WidgetType {
  readonly #address: string
  readonly #label: string
  readonly #load: PictureLoader

  constructor(address: string, label: string, load: PictureLoader) {
    super()
    this.#address = address
    this.#label = label
    this.#load = load
  }

  override eq(other: Picture): boolean {
    return other.#address === this.#address && other.#label === this.#label
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('span')
    box.className = 'cm-picture'
    const picture = document.createElement('img')
    picture.alt = this.#label
    picture.addEventListener('load', () => view.requestMeasure())
    box.append(picture)
    void this.#load(this.#address).then((url) => {
      if (url !== null) picture.src = url
      else box.replaceChildren(missing(this.#label || this.#address))
      view.requestMeasure()
    })
    box.addEventListener('mousedown', (event) => {
      event.preventDefault()
      view.dispatch({ selection: { anchor: view.posAtDOM(box) } })
      view.focus()
    })
    return box
  }

  override ignoreEvent(): boolean {
    return true
  }
}

function missing(text: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'cm-picture-missing'
  element.textContent = text
  return element
}

function decorate(view: EditorView, load: PictureLoader): DecorationSet {
  const found: Range<Decoration>[] = []
  const { state } = view
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: ({ node }) => {
        if (node.name !== 'Image' || isTouched(state, node.from, node.to)) return
        const url = node.getChild('URL')
        // A replacing decoration must not contain a line break; tables show their own images.
        const isOneLine = state.doc.lineAt(node.from).to >= node.to
        if (!url || !isOneLine) return
        const label = state.sliceDoc(node.from + 2, node.getChildren('LinkMark')[1]?.from)
        const widget = new Picture(state.sliceDoc(url.from, url.to), label, load)
        found.push(Decoration.replace({ widget }).range(node.from, node.to))
      },
    })
  }
  return Decoration.set(found, true)
}

/** The extension. */
export function pictures(load: PictureLoader): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet

      constructor(view: EditorView) {
        this.decorations = decorate(view, load)
      }

      update(update: ViewUpdate): void {
        const isParsed = syntaxTree(update.startState) !== syntaxTree(update.state)
        const isMoved = update.selectionSet || update.viewportChanged || update.focusChanged
        if (update.docChanged || isMoved || isParsed) this.decorations = decorate(update.view, load)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  )
}
