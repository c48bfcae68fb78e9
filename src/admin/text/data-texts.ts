/** The texts of the screen of data files, which are loaded with it. */

import type { Phrase } from './catalogue.js'
import { textsOf } from './text.js'

export const enData = {
  add: 'Add an entry',
  'add-column': 'Add a column',
  'add-field': 'Add a field',
  'add-row': 'Add a row',
  broken: 'Line {line} is broken: {text}',
  'broken.save': 'Save it broken',
  'broken.text':
    'Line {line} cannot be read: {text}. Pages that use this file would miss it, or the site could not be built.',
  'broken.title': 'Save a broken file?',
  column: 'Column {count}',
  'column.name': 'Name of the column',
  columns: 'Columns',
  'config.title': 'Name of the website, for titles and feeds.',
  'config.description':
    'What the website is about, in a sentence or two; search engines and feeds show it.',
  'config.url': 'Address of the website without a path, such as https://example.org.',
  'config.baseurl': 'Path below which the website lies, such as /blog; empty for the root.',
  'config.timezone': 'Zone of dates without an offset, such as Europe/Berlin.',
  'config.permalink':
    'Pattern for the addresses of posts: pretty, date, none, or one such as /:year/:title/.',
  'config.paginate': 'Posts on each page of a list.',
  'config.markdown': 'What turns Markdown into HTML; kramdown if nothing is said.',
  'config.theme': 'Name of the gem with the theme.',
  'config.plugins': 'Plugins that the website uses.',
  'config.exclude': 'Files and folders that are not published.',
  'config.include':
    'Files and folders that are published although their names begin with a dot or underscore.',
  'config.defaults': 'Fields that texts have if they do not say otherwise, by path and type.',
  'config.collections': 'Kinds of documents, each with its folder and settings.',
  'config.publisher_data': 'Data files and folders that publishers may change.',
  'config.open': 'Settings of the website (_config.yml)',
  conflict: 'Somebody has changed this file',
  'conflict.text':
    'While you were working, somebody has changed the same part of this file. Take over what is right; the result is saved.',
  copy: 'Duplicate',
  count: { one: '{count} entry', other: '{count} entries' },
  discard: 'Discard changes',
  'field.name': 'Name of the field',
  fields: 'Fields of all entries',
  'for-publishers': 'Publishers may change this file',
  'for-publishers.folder': 'Publishers may change all files of this folder.',
  'for-publishers.help': 'Otherwise only admins see it.',
  'for-publishers.mark': 'For publishers',
  item: 'Entry {count}',
  key: 'Name of the entry',
  'key.taken': 'This name is taken.',
  lead: 'What pages take from files: menus, authors, lists, settings.',
  move: 'Move {name}: drag, or use the arrow keys',
  'move.down': 'Move down',
  'move.up': 'Move up',
  moved: '{name} is now {at} of {count}',
  more: { one: 'Show {count} more', other: 'Show {count} more' },
  'none.text': 'Files in the folder of data (_data) are listed here.',
  'none.title': 'No data files yet',
  of: 'Actions for {name}',
  others: 'Fields of other entries',
  remove: 'Remove',
  rename: 'Rename',
  row: 'Row {count}',
  source: 'Edit as source',
  'why.broken': 'This file is shown as source because line {line} is broken: {text}.',
  'why.empty': 'This file is shown as source because there is nothing in it yet.',
  'why.no_collection':
    'This file is shown as source because it holds a single value, and no list or mapping.',
  'why.repeated_key':
    'This file is shown as source because the name “{text}” occurs twice in one place.',
  'why.too_large': 'This file is too large, or too deep, for a form; it is shown as source.',
  'why.too_large.none': 'This file is too large to be shown here. Change it with git.',
  'why.unusual':
    'This file is shown as source because it uses anchors, tags or other things that a form does not have.',
  'why.unusual.none': 'This file is no text in UTF-8, so it cannot be changed here.',
} as const

export const deData: Readonly<Record<keyof typeof enData, Phrase>> = {
  add: 'Eintrag hinzufügen',
  'add-column': 'Spalte hinzufügen',
  'add-field': 'Feld hinzufügen',
  'add-row': 'Zeile hinzufügen',
  broken: 'Zeile {line} ist fehlerhaft: {text}',
  'broken.save': 'Fehlerhaft speichern',
  'broken.text':
    'Zeile {line} lässt sich nicht lesen: {text}. Seiten, die diese Datei verwenden, würde sie fehlen, oder die Website ließe sich nicht erstellen.',
  'broken.title': 'Fehlerhafte Datei speichern?',
  column: 'Spalte {count}',
  'column.name': 'Name der Spalte',
  columns: 'Spalten',
  'config.title': 'Name der Website, für Titel und Feeds.',
  'config.description':
    'Worum es auf der Website geht, in ein, zwei Sätzen; Suchmaschinen und Feeds zeigen es.',
  'config.url': 'Adresse der Website ohne Pfad, etwa https://example.org.',
  'config.baseurl': 'Pfad, unter dem die Website liegt, etwa /blog; leer für die Wurzel.',
  'config.timezone': 'Zone für Zeiten ohne Angabe, etwa Europe/Berlin.',
  'config.permalink':
    'Muster für die Adressen von Beiträgen: pretty, date, none oder eines wie /:year/:title/.',
  'config.paginate': 'Beiträge auf jeder Seite einer Liste.',
  'config.markdown': 'Was aus Markdown HTML macht; ohne Angabe kramdown.',
  'config.theme': 'Name des Gems mit dem Theme.',
  'config.plugins': 'Plugins, die die Website verwendet.',
  'config.exclude': 'Dateien und Ordner, die nicht veröffentlicht werden.',
  'config.include':
    'Dateien und Ordner, die veröffentlicht werden, obwohl ihr Name mit Punkt oder Unterstrich beginnt.',
  'config.defaults': 'Felder, die Texte haben, wenn sie nichts anderes sagen, nach Pfad und Art.',
  'config.collections': 'Arten von Dokumenten, jede mit Ordner und Einstellungen.',
  'config.publisher_data': 'Datendateien und Ordner, die Redakteure ändern dürfen.',
  'config.open': 'Einstellungen der Website (_config.yml)',
  conflict: 'Jemand hat diese Datei geändert',
  'conflict.text':
    'Während Sie daran gearbeitet haben, hat jemand dieselbe Stelle dieser Datei geändert. Übernehmen Sie, was richtig ist; das Ergebnis wird gespeichert.',
  copy: 'Duplizieren',
  count: { one: '{count} Eintrag', other: '{count} Einträge' },
  discard: 'Änderungen verwerfen',
  'field.name': 'Name des Felds',
  fields: 'Felder aller Einträge',
  'for-publishers': 'Redakteure dürfen diese Datei ändern',
  'for-publishers.folder': 'Redakteure dürfen alle Dateien dieses Ordners ändern.',
  'for-publishers.help': 'Sonst sehen sie nur Admins.',
  'for-publishers.mark': 'Für Redakteure',
  item: 'Eintrag {count}',
  key: 'Name des Eintrags',
  'key.taken': 'Diesen Namen gibt es schon.',
  lead: 'Was Seiten aus Dateien nehmen: Menüs, Autoren, Listen, Einstellungen.',
  move: '{name} verschieben: ziehen oder Pfeiltasten',
  'move.down': 'Nach unten',
  'move.up': 'Nach oben',
  moved: '{name} ist jetzt {at} von {count}',
  more: { one: '{count} weiteren zeigen', other: '{count} weitere zeigen' },
  'none.text': 'Hier stehen die Dateien im Ordner für Daten (_data).',
  'none.title': 'Noch keine Datendateien',
  of: 'Aktionen für {name}',
  others: 'Felder anderer Einträge',
  remove: 'Entfernen',
  rename: 'Umbenennen',
  row: 'Zeile {count}',
  source: 'Als Quelltext bearbeiten',
  'why.broken': 'Diese Datei wird als Quelltext gezeigt, weil Zeile {line} fehlerhaft ist: {text}.',
  'why.empty': 'Diese Datei wird als Quelltext gezeigt, weil noch nichts darin steht.',
  'why.no_collection':
    'Diese Datei wird als Quelltext gezeigt, weil sie einen einzelnen Wert enthält und keine Liste oder Zuordnung.',
  'why.repeated_key':
    'Diese Datei wird als Quelltext gezeigt, weil der Name „{text}“ an einer Stelle zweimal vorkommt.',
  'why.too_large':
    'Diese Datei ist zu groß oder zu tief verschachtelt für ein Formular; sie wird als Quelltext gezeigt.',
  'why.too_large.none':
    'Diese Datei ist zu groß, um hier gezeigt zu werden. Ändern Sie sie mit Git.',
  'why.unusual':
    'Diese Datei wird als Quelltext gezeigt, weil sie Anker, Tags oder anderes verwendet, das es im Formular nicht gibt.',
  'why.unusual.none':
    'Diese Datei ist kein Text in UTF-8 und lässt sich deshalb hier nicht ändern.',
}

/** The text for a key, as `t` gives those of the whole admin. */
export const d = textsOf({ en: enData, de: deData })
