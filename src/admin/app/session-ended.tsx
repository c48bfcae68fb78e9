/** The sign-in window over a screen whose session has ended. What is open stays: another server is visited in a new tab. */

import { useEffect } from 'react'
import { BASE } from '../api/base.js'
import { callWithoutSignIn } from '../api/client.js'
import type { Session } from '../api/types.js'
import { t } from '../text/text.js'
import { Window } from '../ui/dialog.js'
import { useSignInWays } from './oidc.js'
import { SignInForm } from './sign-in.js'

interface EndedProps {
  /** Of the user, the only one who can go on here. */
  readonly email: string
  readonly onDone: (session: Session) => void
}

export function SessionEnded(props: EndedProps) {
  const { onDone } = props
  const ways = useSignInWays()
  const provider = ways?.provider ?? null
  useEffect(() => {
    if (provider === null) return
    // Somebody who comes back from the other tab may be signed in.
    const look = () => void callWithoutSignIn('getSession').then(onDone, () => undefined)
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [provider, onDone])
  return (
    <Window isOpen title={t('session.ended')} onClose={() => undefined} canDismiss={false}>
      <p className="soft">{t('session.ended.text')}</p>
      {ways?.password !== false && <SignInForm {...props} />}
      {provider !== null && (
        <a className="button" href={`${BASE}/`} target="_blank" rel="noopener">
          {t('oidc.new-tab', { name: provider })}
        </a>
      )}
    </Window>
  )
}
