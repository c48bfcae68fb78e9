/** Texts of what is done with several files at once. */

import { textsOf } from '../../text/text.js'

const en = {
  region: 'Selected files',
  choose: 'Select {name}',
  count: { one: '{count} file selected', other: '{count} files selected' },
  all: 'Select all',
  none: 'Clear the selection',
  move: 'Move',
  title: { one: 'Move {count} file', other: 'Move {count} files' },
  to: 'Folder',
  top: 'The top folder',
  inner: 'New folder in it (optional)',
  'inner.as': 'It will be called “{name}”.',
  follow: {
    one: 'The {count} document that uses them is updated.',
    other: 'The {count} documents that use them are updated.',
  },
  unused: 'No document uses them. Templates and style sheets that do are not updated.',
  here: 'They are all in this folder.',
  moved: { one: '{count} file moved.', other: '{count} files moved.' },
  delete: { one: 'Delete {count} file?', other: 'Delete {count} files?' },
  deleted: { one: '{count} file deleted.', other: '{count} files deleted.' },
}

const de: Record<keyof typeof en, string | { one: string; other: string }> = {
  region: 'Ausgewählte Dateien',
  choose: '{name} auswählen',
  count: { one: '{count} Datei ausgewählt', other: '{count} Dateien ausgewählt' },
  all: 'Alle auswählen',
  none: 'Auswahl aufheben',
  move: 'Verschieben',
  title: { one: '{count} Datei verschieben', other: '{count} Dateien verschieben' },
  to: 'Ordner',
  top: 'Der oberste Ordner',
  inner: 'Neuer Ordner darin (freiwillig)',
  'inner.as': 'Er wird „{name}“ heißen.',
  follow: {
    one: 'Das {count} Dokument, das sie verwendet, wird angepasst.',
    other: 'Die {count} Dokumente, die sie verwenden, werden angepasst.',
  },
  unused:
    'Kein Dokument verwendet sie. Vorlagen und Stylesheets, die es tun, werden nicht angepasst.',
  here: 'Sie liegen alle in diesem Ordner.',
  moved: { one: '{count} Datei verschoben.', other: '{count} Dateien verschoben.' },
  delete: { one: '{count} Datei löschen?', other: '{count} Dateien löschen?' },
  deleted: { one: '{count} Datei gelöscht.', other: '{count} Dateien gelöscht.' },
}

export const selectionText = textsOf({ en, de })
