/** Texts of the window with the links to previews. */

import { textsOf } from '../text/text.js'

const en = {
  title: 'Share the preview',
  lead: 'Whoever has the link sees the preview without an account, until the link ends. Only what is saved is shown.',
  what: 'What it shows',
  site: 'The whole site',
  gone: 'A text that is gone',
  days: 'Ends after',
  'days.1': 'A day',
  'days.7': '7 days',
  'days.30': '30 days',
  'days.90': '90 days',
  make: 'Create link',
  made: 'The link is shown only this once. Send it to whom it is for.',
  link: 'Link',
  copy: 'Copy link',
  list: 'Links that work now',
  by: 'By {name}',
  until: 'ends {date}',
  used: 'last opened {ago}',
  unused: 'not opened yet',
  revoke: 'Revoke',
  'revoke.label': 'Revoke the link to “{title}” by {name}',
  'revoke.title': 'Revoke the link to “{title}”?',
  'revoke.text': 'Whoever has it sees nothing any more, from now on.',
  revoked: 'The link was revoked.',
}

const de: Record<keyof typeof en, string> = {
  title: 'Vorschau teilen',
  lead: 'Wer den Link hat, sieht die Vorschau ohne Konto, bis der Link endet. Gezeigt wird nur, was gespeichert ist.',
  what: 'Was er zeigt',
  site: 'Die ganze Website',
  gone: 'Ein gelöschter Text',
  days: 'Endet nach',
  'days.1': 'Einem Tag',
  'days.7': '7 Tagen',
  'days.30': '30 Tagen',
  'days.90': '90 Tagen',
  make: 'Link erstellen',
  made: 'Der Link wird nur dieses eine Mal gezeigt. Schicken Sie ihn dem, für den er ist.',
  link: 'Link',
  copy: 'Link kopieren',
  list: 'Links, die jetzt gelten',
  by: 'Von {name}',
  until: 'endet am {date}',
  used: 'zuletzt geöffnet {ago}',
  unused: 'noch nicht geöffnet',
  revoke: 'Widerrufen',
  'revoke.label': 'Den Link zu „{title}“ von {name} widerrufen',
  'revoke.title': 'Den Link zu „{title}“ widerrufen?',
  'revoke.text': 'Wer ihn hat, sieht ab jetzt nichts mehr.',
  revoked: 'Der Link wurde widerrufen.',
}

export const shareText = textsOf({ en, de })
