/** Texts about unsaved text: its question, its undo, and its other half on another machine. */

import { textsOf } from '../../text/text.js'

const en = {
  'discard.title': 'Discard what is not saved?',
  'discard.text':
    'The text goes back to what was saved last. You can undo this until you type or leave.',
  'given-up': 'What was not saved is discarded.',
  undo: 'Undo',
  other: 'You have also changed this text on another device, and saved it neither here nor there.',
  'other.look': 'Choose',
  'other.title': 'Which unsaved text goes on?',
  'other.text': 'What changes if you take the text of the other device instead of this one:',
  'other.here': 'Go on with this one',
  'other.there': 'Take the other one',
  'new.list': 'New texts that are not saved',
  untitled: 'Untitled',
  'go-on': 'Go on writing',
  mark: 'Unsaved work',
}

const de: Record<keyof typeof en, string> = {
  'discard.title': 'Nicht Gespeichertes verwerfen?',
  'discard.text':
    'Der Text wird wieder, was zuletzt gespeichert war. Das lässt sich rückgängig machen, bis Sie tippen oder gehen.',
  'given-up': 'Was nicht gespeichert war, ist verworfen.',
  undo: 'Rückgängig',
  other:
    'Sie haben diesen Text auch auf einem anderen Gerät geändert und weder hier noch dort gespeichert.',
  'other.look': 'Wählen',
  'other.title': 'Mit welchem ungespeicherten Text geht es weiter?',
  'other.text': 'Was sich ändert, wenn Sie statt diesem den Text des anderen Geräts nehmen:',
  'other.here': 'Mit diesem weiter',
  'other.there': 'Den anderen nehmen',
  'new.list': 'Neue Texte, die nicht gespeichert sind',
  untitled: 'Ohne Titel',
  'go-on': 'Weiterschreiben',
  mark: 'Ungespeichertes',
}

export const draftText = textsOf({ en, de })
