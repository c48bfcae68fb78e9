/** English: the account, and the bell beside its menu. */

export const enAccount = {
  account: 'Account',
  'account.name': 'Name',
  'account.of': 'Account of {name}',
  'account.password.change': 'Change password',
  'account.password.current': 'Current password',
  'account.password.done': 'Your password was changed. All other sessions were ended.',
  'account.password.new': 'New password',
  'account.password.text': 'At least 10 characters. Changing it ends all other sessions.',
  bell: 'Notifications',
  'bell.unread': { one: 'Notifications: {count} unread', other: 'Notifications: {count} unread' },
} as const
