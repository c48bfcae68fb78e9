/** The page to which the OpenID Connect provider leads back: it sends the answer on, and goes where the user was. */

import { useEffect, useState } from 'react'
import { callWithoutSignIn } from '../api/client.js'
import { comeBack, useSignInWays } from '../app/oidc.js'
import { Front } from '../app/front.js'
import { navigate } from '../app/router.js'
import { tp } from '../text/people.js'
import { t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Notice } from '../ui/notice.js'
import { useTitle, Waiting } from '../ui/page.js'
import { oidcError } from './oidc-error.js'

/** Sent once for each load of the page, whatever is rendered how often. */
let sent: Promise<string> | null = null

/** Resolves with where to go. */
async function sendAnswer(): Promise<string> {
  const body = { response: location.search.slice(1) }
  const { isToLink, to } = comeBack()
  // The used answer leaves the address and the history.
  history.replaceState(null, '', location.pathname)
  if (isToLink) {
    // With the token that changes need.
    await callWithoutSignIn('getSession')
    await callWithoutSignIn('linkOidc', { body })
  } else {
    await callWithoutSignIn('signInByOidc', { body })
  }
  return to
}

export function SignedInPage() {
  useTitle(t('sign-in'))
  const ways = useSignInWays()
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    sent ??= sendAnswer()
    sent.then(
      (to) => {
        sent = null
        navigate(to, { replace: true })
      },
      (problem: unknown) => {
        sent = null
        setError(problem)
      },
    )
  }, [])
  if (error === null || !ways) return <Waiting />
  return (
    <Front title={tp('oidc.failed')}>
      <Notice tone="bad">{oidcError(error, ways.provider ?? '')}</Notice>
      <Button look="primary" onPress={() => navigate('/sites', { replace: true })}>
        {t('sign-in')}
      </Button>
    </Front>
  )
}
