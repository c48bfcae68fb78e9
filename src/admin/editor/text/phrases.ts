/** The texts of CodeMirror's own panels and announcements, in the language of the admin. */

import { EditorState, type Extension } from '@codemirror/state'
import type { Key } from '../../text/catalogue.js'
import { t } from '../../text/text.js'

/** CodeMirror asks for its texts by their English wording; `$` stands for a value. */
const PHRASES: Readonly<Record<string, Key>> = {
  Find: 'find-panel.find',
  Replace: 'find-panel.replacement',
  next: 'find-panel.next',
  previous: 'find-panel.previous',
  all: 'find-panel.all',
  'match case': 'find-panel.case',
  regexp: 'find-panel.regexp',
  'by word': 'find-panel.word',
  replace: 'find-panel.replace',
  'replace all': 'find-panel.replace-all',
  close: 'close',
  'current match': 'find-panel.current',
  'on line': 'find-panel.on-line',
  'replaced match on line $': 'find-panel.replaced',
  'replaced $ matches': 'find-panel.replaced-all',
  'Go to line': 'find-panel.line',
  go: 'find-panel.go',
  'Selection deleted': 'find-panel.deleted',
  'Control character': 'find-panel.control',
  Completions: 'find-panel.completions',
}

/** Translates CodeMirror. Called after the catalogue is loaded. */
export function translatedPhrases(): Extension {
  const entries = Object.entries(PHRASES).map(([phrase, key]) => [phrase, t(key)] as const)
  return EditorState.phrases.of(Object.fromEntries(entries))
}
