/** The user menu: name, account screen, signing out. */

import { Button as Pressable } from 'react-aria-components'
import { messageOf, t } from '../text/text.js'
import { Menu } from '../ui/menu.js'
import { showToast } from '../ui/toast.js'
import { initialsOf } from './initials.js'
import { useSession } from './session.js'

export function AccountMenu() {
  const { session, signOut } = useSession()
  const { user } = session
  const name = user.fullname || user.email
  const leave = () => {
    signOut().catch((error: unknown) => showToast('bad', messageOf(error)))
  }
  return (
    <Menu
      label={t('account')}
      entries={[
        { id: 'sites', label: t('sites'), icon: 'globe', href: '/sites' },
        { id: 'account', label: t('account'), icon: 'user', href: '/account' },
        ...(user.admin
          ? [
              { id: 'users', label: t('people'), icon: 'people' as const, href: '/users' },
              { id: 'audit', label: t('audit'), icon: 'history' as const, href: '/audit' },
            ]
          : []),
        { id: 'out', label: t('sign-out'), icon: 'out', onAction: leave },
      ]}
    >
      <Pressable className="account" aria-label={t('account.of', { name })}>
        <span className="avatar" data-initials={initialsOf(name)} />
        <span className="account-name cut">{name}</span>
      </Pressable>
    </Menu>
  )
}
