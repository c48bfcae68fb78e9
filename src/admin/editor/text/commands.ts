/** The editing commands of the toolbar, the slash menu and the keyboard shortcuts. */

import { isolateHistory } from '@codemirror/commands'
import {
  Text,
  type ChangeSpec,
  type EditorState,
  type Line,
  type TransactionSpec,
} from '@codemirror/state'
import type { Command, EditorView, KeyBinding } from '@codemirror/view'

/** What a command does to a text. */
export type Edit = (state: EditorState) => TransactionSpec

/** The command of an edit, which undo takes back in one step. */
function commandOf(edit: Edit): Command {
  return (view) => {
    run(view, edit(view.state))
    return true
  }
}

/** Makes an edit on its own: typing before and after it is undone apart. */
export function run(view: EditorView, spec: TransactionSpec): void {
  const annotations = isolateHistory.of('full')
  view.dispatch({ userEvent: 'input', scrollIntoView: true, annotations, ...spec })
  view.focus()
}

interface Piece {
  readonly from: number
  readonly to: number
}

const PREFIX = /^(\s*)(?:#{1,6} |> |[-*+] |\d+[.)] )?/

/** The selection, without blanks at the ends of its lines and the signs of lists; else the word at the cursor. */
function selectedPieces(state: EditorState): readonly Piece[] {
  const { from, to, empty } = state.selection.main
  if (empty) return wordAt(state, from)
  return selectedLines(state).flatMap((line) => {
    const start = Math.max(from, line.from + (PREFIX.exec(line.text)?.[0].length ?? 0))
    const text = state.sliceDoc(start, Math.max(start, Math.min(to, line.to)))
    if (text.trim() === '') return []
    const first = start + text.length - text.trimStart().length
    return [{ from: first, to: first + text.trim().length }]
  })
}

/** The word with the cursor inside it; nothing at its ends, where another word is begun. */
function wordAt(state: EditorState, at: number): readonly Piece[] {
  const word = state.wordAt(at)
  return word && word.from < at && at < word.to ? [{ from: word.from, to: word.to }] : []
}

/** The piece without the markers around its text, if they are selected with it. */
function unmarked(state: EditorState, { from, to }: Piece, sign: string): Piece {
  const size = sign.length
  const isSign = (at: number) => at >= 0 && state.sliceDoc(at, at + size) === sign
  const [starts, ends] = [isSign(from), isSign(to - size)]
  const isMarked = (starts || isSign(from - size)) && (ends || isSign(to))
  if (!isMarked || to - from <= size * 2) return { from, to }
  return { from: starts ? from + size : from, to: ends ? to - size : to }
}

/** Wraps the selection in a marker such as `**`, or removes it. */
function toggleAround(sign: string): Edit {
  const size = sign.length
  return (state) => {
    const { main } = state.selection
    const pieces = selectedPieces(state).map((piece) => unmarked(state, piece, sign))
    const isInside = ({ from, to }: Piece) =>
      from >= size &&
      state.sliceDoc(from - size, from) === sign &&
      state.sliceDoc(to, to + size) === sign
    if (pieces.length === 0) {
      const { head } = main
      if (isInside({ from: head, to: head }))
        return { changes: { from: head - size, to: head + size } }
      return { changes: { from: head, insert: sign + sign }, selection: { anchor: head + size } }
    }
    const isRemoved = pieces.every(isInside)
    const changes = state.changes(
      pieces.flatMap(({ from, to }): ChangeSpec[] =>
        isRemoved
          ? [
              { from: from - size, to: from },
              { from: to, to: to + size },
            ]
          : [
              { from, insert: sign },
              { from: to, insert: sign },
            ],
      ),
    )
    if (main.empty) return { changes, selection: { anchor: changes.mapPos(main.head) } }
    const [first, last] = [pieces[0]?.from ?? main.from, pieces.at(-1)?.to ?? main.to]
    return {
      changes,
      selection: { anchor: changes.mapPos(first, 1), head: changes.mapPos(last, -1) },
    }
  }
}

/** The lines that the selection touches. */
function selectedLines(state: EditorState): readonly Line[] {
  const { from, to } = state.selection.main
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number]
  return Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index))
}

interface Prefix {
  /** For the line of a number, counted from 1. */
  readonly text: (number: number) => string
  /** The same kind of prefix, after blanks. */
  readonly pattern: RegExp
  /** Whether it may be behind blanks, which make it an item below another one. */
  readonly isItem?: true
}

/**
 * Sets the prefix of each selected line, such as `## ` or `- `, replacing another one; removes it if it is there
 * already. The cursor stays at its letter: on an empty line, behind the prefix. Empty lines among others stay empty.
 */
function togglePrefix({ text, pattern, isItem }: Prefix): Edit {
  return (state) => {
    const all = selectedLines(state)
    const written = all.filter((line) => line.text.trim() !== '')
    const lines = written.length > 0 ? written : all.slice(0, 1)
    const isRemoved = lines.every((line) => pattern.test(line.text.trimStart()))
    const first = numberBefore(state, lines[0]) + 1
    const changes = state.changes(
      lines.map((line, index) => {
        const [old = '', blanks = ''] = PREFIX.exec(line.text) ?? []
        const kept = isItem && old.length > blanks.length ? blanks : ''
        const insert = kept + (isRemoved ? '' : text(first + index))
        return { from: line.from, to: line.from + old.length, insert }
      }),
    )
    const { anchor, head } = state.selection.main
    return {
      changes,
      selection: { anchor: changes.mapPos(anchor, 1), head: changes.mapPos(head, 1) },
    }
  }
}

/** The number of the list item in the line before; 0 for none. */
function numberBefore(state: EditorState, line: Line | undefined): number {
  if (!line || line.number === 1) return 0
  return Number(/^\s*(\d{1,9})[.)] /.exec(state.doc.line(line.number - 1).text)?.[1] ?? 0)
}

/** What a new link goes in place of: the selection, or the word at the cursor. */
export function linkedPart(state: EditorState): { readonly from: number; readonly to: number } {
  const { main } = state.selection
  return (main.empty ? wordAt(state, main.from)[0] : undefined) ?? main
}

/** A text to insert, whichever line ends it has: `EditorState.toText` knows only those of the document. */
export function textOf(text: string): Text {
  return Text.of(text.split(/\r\n?|\n/))
}

/** Inserts text at an offset; by default at the cursor. */
export function insertText(view: EditorView, text: string, at?: number): void {
  const { from, to } = at === undefined ? view.state.selection.main : { from: at, to: at }
  const changes = { from, to, insert: textOf(text) }
  const anchor = from + changes.insert.length
  view.dispatch({ changes, selection: { anchor }, userEvent: 'input', scrollIntoView: true })
}

export const edits = {
  bold: toggleAround('**'),
  italic: toggleAround('_'),
  code: toggleAround('`'),
  heading: (level: number) => {
    const sign = `${'#'.repeat(level)} `
    return togglePrefix({ text: () => sign, pattern: new RegExp(`^${sign}`) })
  },
  quote: togglePrefix({ text: () => '> ', pattern: /^> / }),
  bullets: togglePrefix({ text: () => '- ', pattern: /^[-*+] /, isItem: true }),
  numbers: togglePrefix({ text: (number) => `${number}. `, pattern: /^\d+[.)] /, isItem: true }),
}

export const shortcuts: readonly KeyBinding[] = [
  { key: 'Mod-b', run: commandOf(edits.bold) },
  { key: 'Mod-i', run: commandOf(edits.italic) },
  { key: 'Mod-e', run: commandOf(edits.code) },
  { key: 'Mod-Alt-1', run: commandOf(edits.heading(1)) },
  { key: 'Mod-Alt-2', run: commandOf(edits.heading(2)) },
  { key: 'Mod-Alt-3', run: commandOf(edits.heading(3)) },
  { key: 'Mod-Shift-8', run: commandOf(edits.bullets) },
  { key: 'Mod-Shift-7', run: commandOf(edits.numbers) },
  { key: 'Mod-Shift-9', run: commandOf(edits.quote) },
]
