/** Texts of the redirect that is offered when texts are deleted or hidden. */

import { textsOf } from '../text/text.js'

const en = {
  one: 'Its page is live at {url}. Who follows a link to it finds nothing there after the next publish, unless it leads elsewhere.',
  several:
    '{count} of the pages are live. Who follows a link to them finds nothing there after the next publish, unless they lead elsewhere.',
  search: 'Redirect to another page',
  begin: 'If visitors are to be led there: type words of its title or text.',
  to: 'Visitors are led here',
  change: 'Change',
  'hide.one': 'Hide “{title}”?',
  'hide.several': 'Hide {count} documents?',
  'hide.text':
    'After the next publish, visitors no longer see what is hidden. Make it visible again at any time: it gets its address back, and a redirect from there ends.',
}

const de: Record<keyof typeof en, string> = {
  one: 'Die Seite ist unter {url} veröffentlicht. Wer einem Link dorthin folgt, findet nach der nächsten Veröffentlichung nichts, wenn sie nicht woandershin führt.',
  several:
    '{count} der Seiten sind veröffentlicht. Wer einem Link dorthin folgt, findet nach der nächsten Veröffentlichung nichts, wenn sie nicht woandershin führen.',
  search: 'Zu einer anderen Seite weiterleiten',
  begin:
    'Wenn Besucher dorthin geführt werden sollen: Schreiben Sie Wörter aus ihrem Titel oder Text.',
  to: 'Hierhin werden Besucher geführt',
  change: 'Ändern',
  'hide.one': '„{title}“ verbergen?',
  'hide.several': '{count} Texte verbergen?',
  'hide.text':
    'Nach der nächsten Veröffentlichung sehen Besucher nicht mehr, was verborgen ist. Sie können es jederzeit wieder sichtbar machen: Dann bekommt es seine Adresse zurück, und eine Weiterleitung von dort endet.',
}

export const redirectText = textsOf({ en, de })
