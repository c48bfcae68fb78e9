/** German: the account, passkeys at sign-in, and the bell beside its menu. */

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
  'passkey.cancelled': 'Es kam kein Passkey: Es wurde abgebrochen oder dauerte zu lange.',
  'passkey.elsewhere': 'An dieser Adresse hat der Browser keine Passkeys: Sie gelten für {host}.',
  'passkey.known': 'Auf diesem Gerät haben Sie schon einen Passkey.',
  'passkey.use': 'Passkey benutzen',
  'sign-in.wrong-passkey': 'Der Passkey wurde nicht angenommen. Melden Sie sich noch einmal an.',
  bell: 'Benachrichtigungen',
  'bell.unread': {
    one: 'Benachrichtigungen: {count} ungelesen',
    other: 'Benachrichtigungen: {count} ungelesen',
  },
}
