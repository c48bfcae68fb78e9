/** The whole admin: query cache, session, and what needs no session. */

import { lazy, Suspense } from 'react'
import { I18nProvider } from 'react-aria-components'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ApiError, onServerWait, type ServerWait } from '../api/client.js'
import { clockText, language, t } from '../text/text.js'
import { showToastWhile, Toasts } from '../ui/toast.js'
import { Waiting } from '../ui/page.js'
import { Router, usePath } from './router.js'
import { SessionGate } from './session.js'

/** Loaded after the sign-in: until then, what is loaded is paid on each new device, over any line. */
const CurrentScreen = lazy(async () => ({
  default: (await import('./screens.js')).CurrentScreen,
}))
const FirstStart = lazy(async () => ({
  default: (await import('../setup/first-start.js')).FirstStart,
}))
const InvitationPage = lazy(async () => ({
  default: (await import('../people/invitation.js')).InvitationPage,
}))
const PasswordPage = lazy(async () => ({
  default: (await import('../people/password.js')).PasswordPage,
}))

const SignedInPage = lazy(async () => ({
  default: (await import('../people/signed-in.js')).SignedInPage,
}))

const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A request that the server refused would be refused again.
      retry: (count, error) => !(error instanceof ApiError) && count < 2,
    },
  },
})

/** Shorter waits are not shown. */
const MIN_WAIT_MS = 1500

onServerWait(({ status, milliseconds, over }: ServerWait) => {
  if (milliseconds < MIN_WAIT_MS) return
  const time = clockText(Date.now() + milliseconds)
  showToastWhile(t(status === 429 ? 'error.waits' : 'error.waits-start', { time }), over)
})

export function App() {
  return (
    <I18nProvider locale={language()}>
      <QueryClientProvider client={cache}>
        <Router>
          <Suspense fallback={<Waiting />}>
            <Start />
          </Suspense>
          <Toasts />
        </Router>
      </QueryClientProvider>
    </I18nProvider>
  )
}

/** These need no session: their links make users, and give new passwords. */
function Start() {
  const path = usePath()
  if (path === '/start') return <FirstStart />
  if (path === '/invitation') return <InvitationPage />
  if (path === '/password') return <PasswordPage />
  if (path === '/signed-in') return <SignedInPage />
  return (
    <SessionGate>
      <Suspense fallback={<Waiting />}>
        <CurrentScreen />
      </Suspense>
    </SessionGate>
  )
}
