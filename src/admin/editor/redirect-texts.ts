/** Texts of the redirect that is offered when texts are deleted. */

import { textsOf } from '../text/text.js'

const en = {
  one: 'Its page is live at {url}. Who follows a link to it finds nothing there after the next publish, unless it leads elsewhere.',
  several:
    '{count} of the pages are live. Who follows a link to them finds nothing there after the next publish, unless they lead elsewhere.',
  search: 'Redirect to another page',
  begin: 'If visitors are to be led there: type words of its title or text.',
  to: 'Visitors are led here',
  change: 'Change',
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
}

export const redirectText = textsOf({ en, de })
