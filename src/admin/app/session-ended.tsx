/** The sign-in window over a screen whose session has ended. */

import type { Session } from '../api/types.js'
import { t } from '../text/text.js'
import { Window } from '../ui/dialog.js'
import { SignInForm } from './sign-in.js'

interface EndedProps {
  /** Of the user, the only one who can go on here. */
  readonly email: string
  readonly onDone: (session: Session) => void
}

export function SessionEnded(props: EndedProps) {
  return (
    <Window isOpen title={t('session.ended')} onClose={() => undefined} canDismiss={false}>
      <p className="soft">{t('session.ended.text')}</p>
      <SignInForm {...props} />
    </Window>
  )
}
