/** German: the account, and the bell beside its menu. */

import type { Phrase } from './catalogue.js'
import type { enAccount } from './en-account.js'

export const deAccount: Readonly<Record<keyof typeof enAccount, Phrase>> = {
  account: 'Konto',
  'account.name': 'Name',
  'account.of': 'Konto von {name}',
  'account.password.change': 'Passwort ändern',
  'account.password.current': 'Aktuelles Passwort',
  'account.password.done': 'Das Passwort ist geändert. Andere Sitzungen wurden beendet.',
  'account.password.new': 'Neues Passwort',
  'account.password.text': 'Mindestens 10 Zeichen. Alle anderen Sitzungen werden beendet.',
  bell: 'Benachrichtigungen',
  'bell.unread': {
    one: 'Benachrichtigungen: {count} ungelesen',
    other: 'Benachrichtigungen: {count} ungelesen',
  },
}
