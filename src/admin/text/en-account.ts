/** English: the account, passkeys at sign-in, and the bell beside its menu. */

export const enAccount = {
  account: 'Account',
  'account.name': 'Name',
  'account.of': 'Account of {name}',
  'account.password.change': 'Change password',
  'account.password.current': 'Current password',
  'account.password.done': 'Your password was changed. All other sessions were ended.',
  'account.password.new': 'New password',
  'account.password.text': 'At least 10 characters. Changing it ends all other sessions.',
  'passkey.cancelled': 'No passkey was given: it was cancelled, or took too long.',
  'passkey.elsewhere': 'At this address, the browser has no passkeys: they are for {host}.',
  'passkey.known': 'This device has a passkey of yours already.',
  'passkey.use': 'Use a passkey',
  'sign-in.wrong-passkey': 'The passkey was not accepted. Sign in again.',
  bell: 'Notifications',
  'bell.unread': { one: 'Notifications: {count} unread', other: 'Notifications: {count} unread' },
} as const
