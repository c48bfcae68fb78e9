/**
 * Shows images in place of their Markdown source; where the user is editing, below it, so that nothing jumps. A click
 * on one edits it.
 */

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
import { t } from '../../text/text.js'
import { pictureAt, readPicture, type PictureSource } from './picture-source.js'
import { isTouched, isTouchMoved } from './touched.js'

/** Returns a URL that the page may load, or null if there is no such image. */
export type PictureLoader = (address: string) => Promise<string | null>

export interface PicturesOptions {
  readonly load: PictureLoader
  /** Opens the window for a picture of the text; without it, pictures are only shown. */
  readonly onEdit?: ((picture: PictureSource) => void) | undefined
}

const SIZELESS_PIXELS = 160

class Picture extends WidgetType {
  readonly #picture: PictureSource
  readonly #isBelow: boolean
  readonly #options: PicturesOptions

  constructor(picture: PictureSource, isBelow: boolean, options: PicturesOptions) {
    super()
    this.#picture = picture
    this.#isBelow = isBelow
    this.#options = options
  }

  override eq(other: Picture): boolean {
    const [one, two] = [this.#picture, other.#picture]
    return (
      one.address === two.address &&
      one.label === two.label &&
      one.width === two.width &&
      this.#isBelow === other.#isBelow
    )
  }

  override toDOM(view: EditorView): HTMLElement {
    const { address, label, width } = this.#picture
    const { load, onEdit } = this.#options
    const box = document.createElement('span')
    box.className = `cm-picture${this.#isBelow ? ' below' : ''}`
    const picture = document.createElement('img')
    picture.alt = label
    if (width !== '') picture.width = Number(width)
    picture.addEventListener('load', () => {
      // A drawing without a size of its own would have none here.
      if (picture.clientWidth === 0) picture.width = SIZELESS_PIXELS
      view.requestMeasure()
    })
    box.append(picture)
    void load(address).then((url) => {
      if (url !== null) picture.src = url
      else picture.replaceWith(missing(label || address))
      view.requestMeasure()
    })
    if (!onEdit || view.state.readOnly) return box
    const side = this.#isBelow ? -1 : 1
    box.append(editButton(label))
    box.addEventListener('mousedown', (event) => event.preventDefault())
    box.addEventListener('click', () => {
      const found = pictureAt(view.state, view.posAtDOM(box), side)
      if (found) onEdit(found)
    })
    return box
  }

  override ignoreEvent(): boolean {
    return true
  }
}

/** Asks for the alternative text where it is missing; else it is seen by who points at the picture. */
function editButton(label: string): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = label.trim() === '' ? 'cm-picture-edit asks' : 'cm-picture-edit'
  button.textContent = t(label.trim() === '' ? 'picture.ask' : 'picture.edit')
  return button
}

function missing(text: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'cm-picture-missing'
  element.textContent = text
  return element
}

function decorate(view: EditorView, options: PicturesOptions): DecorationSet {
  const found: Range<Decoration>[] = []
  const { state } = view
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: ({ node }) => {
        // Tables show their own images.
        const picture = node.name === 'Image' ? readPicture(state, node) : null
        if (!picture) return
        const isBelow = isTouched(state, picture.from, picture.to)
        const widget = new Picture(picture, isBelow, options)
        found.push(
          isBelow
            ? Decoration.widget({ widget, side: 1 }).range(picture.to)
            : Decoration.replace({ widget }).range(picture.from, picture.to),
        )
      },
    })
  }
  return Decoration.set(found, true)
}

/** The extension. */
export function pictures(options: PicturesOptions): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet

      constructor(view: EditorView) {
        this.decorations = decorate(view, options)
      }

      update(update: ViewUpdate): void {
        const isParsed = syntaxTree(update.startState) !== syntaxTree(update.state)
        if (isTouchMoved(update) || update.viewportChanged || isParsed) {
          this.decorations = decorate(update.view, options)
        }
      }
    },
    { decorations: (plugin) => plugin.decorations },
  )
}
