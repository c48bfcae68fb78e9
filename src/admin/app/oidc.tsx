/** The way to sign in with another server (OpenID Connect), and what is kept while the browser is there. */

import { useQuery } from '@tanstack/react-query'
import { ApiError, callWithoutSignIn, type Reply } from '../api/client.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'

type Ways = Reply<'getSignInWays'>

const BY_PASSWORD: Ways = { password: true, provider: null }

/** How people sign in here; null until that is known. */
export function useSignInWays(): Ways | null {
  const { data, error } = useQuery({
    queryKey: ['sign-in-ways'],
    queryFn: () => callWithoutSignIn('getSignInWays'),
  })
  return data ?? (error ? BY_PASSWORD : null)
}

/** Why the browser has left, and where it goes on: a path with query and hash. */
interface Leaving {
  readonly isToLink: boolean
  readonly to: string
}

const KEY = 'galley.signing-in'

/** Leaves for the page of the provider. */
export function leaveFor(url: string, leaving: Leaving): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(leaving))
  } catch {
    // Then the sites come next.
  }
  location.assign(url)
}

/** What was kept in this tab, this once. */
export function comeBack(): Leaving {
  try {
    const text = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    const { isToLink, to } = Object(JSON.parse(text ?? '{}'))
    if (typeof to === 'string') return { isToLink: isToLink === true, to }
  } catch {
    // As if nothing was kept.
  }
  return { isToLink: false, to: '/sites' }
}

interface OidcProps {
  readonly provider: string
  /** Where to go afterwards; here if left out. */
  readonly to?: string
  readonly look?: 'primary'
}

export function OidcButton({ provider, to, look }: OidcProps) {
  const { isBusy, error, send } = useSending(async () => {
    const { url } = await callWithoutSignIn('beginOidcSignIn')
    const { pathname, search, hash } = location
    leaveFor(url, { isToLink: false, to: to ?? pathname + search + hash })
  })
  return (
    <>
      {error !== null && <Notice tone="bad">{beginError(error, provider)}</Notice>}
      <Button {...(look && { look })} icon="key" busy={isBusy} onPress={() => void send()}>
        {t('oidc.sign-in', { name: provider })}
      </Button>
    </>
  )
}

function beginError(error: unknown, name: string): string {
  const isAway = error instanceof ApiError && error.status === 503
  return isAway ? t('oidc.away', { name }) : messageOf(error)
}
