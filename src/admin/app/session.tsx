/**
 * The session. When it ends, a sign-in window opens over the current screen; nothing is unmounted, and waiting
 * requests continue after the sign-in.
 */

import {
  createContext,
  lazy,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import { useQueryClient } from '@tanstack/react-query'
import {
  ApiError,
  callWithoutSignIn,
  continueRequests,
  forgetRequests,
  onSessionEnd,
} from '../api/client.js'
import type { Session } from '../api/types.js'
import { setDraftOwner } from '../editor/drafts/drafts.js'
import { Button } from '../ui/button.js'
import { Notice } from '../ui/notice.js'
import { Waiting } from '../ui/page.js'
import { messageOf, t } from '../text/text.js'
import { SignIn } from './sign-in.js'
import { Front } from './front.js'

const SessionEnded = lazy(async () => ({
  default: (await import('./session-ended.js')).SessionEnded,
}))
const SetUpFirst = lazy(async () => ({
  default: (await import('../people/second-factor.js')).SetUpFirst,
}))

interface SessionState {
  readonly session: Session
  readonly setUser: (user: Session['user']) => void
  readonly signOut: () => Promise<void>
}

const Context = createContext<SessionState | null>(null)

/** The signed-in user. Must be called inside `SessionGate`. */
export function useSession(): SessionState {
  const state = useContext(Context)
  if (!state) throw new Error('outside of a session')
  return state
}

type State =
  | { readonly kind: 'starting' }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'signed-in'; readonly session: Session }
  | { readonly kind: 'ended'; readonly session: Session }

/** Shows its children to signed-in users, and the sign-in page to others. */
export function SessionGate({ children }: { children: ReactNode }) {
  const [state, setState] = useState<State>({ kind: 'starting' })
  const start = useCallback(() => void openSession().then(setState), [])
  useEffect(() => {
    onSessionEnd(() => {
      setState((was) => (was.kind === 'signed-in' ? { ...was, kind: 'ended' } : was))
    })
    start()
  }, [start])
  const enter = useCallback((session: Session) => {
    setState(signedIn(session))
    continueRequests()
  }, [])
  // What is open, and what waits to be sent, must not become another user's.
  const enterAgain = (before: Session) => (session: Session) =>
    session.user.id === before.user.id ? enter(session) : location.reload()
  if (state.kind === 'starting') return <Waiting />
  if (state.kind === 'failed') return <Unreachable error={state.error} onRetry={start} />
  if (state.kind === 'none') return <SignIn onDone={enter} />
  if (state.session.needs_second_factor) {
    return (
      <Suspense fallback={<Waiting />}>
        <SetUpFirst onDone={start} />
      </Suspense>
    )
  }
  return (
    <SignedIn session={state.session} setState={setState}>
      {children}
      <Suspense>
        {state.kind === 'ended' && (
          <SessionEnded email={state.session.user.email} onDone={enterAgain(state.session)} />
        )}
      </Suspense>
    </SignedIn>
  )
}

function signedIn(session: Session): State {
  setDraftOwner(session.user.id)
  return { kind: 'signed-in', session }
}

async function openSession(): Promise<State> {
  try {
    return signedIn(await callWithoutSignIn('getSession'))
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { kind: 'none' }
    return { kind: 'failed', error }
  }
}

interface SignedInProps {
  readonly session: Session
  readonly setState: (state: State) => void
  readonly children: ReactNode
}

function SignedIn({ session, setState, children }: SignedInProps) {
  const cache = useQueryClient()
  const value = useMemo<SessionState>(
    () => ({
      session,
      setUser: (user) => setState({ kind: 'signed-in', session: { ...session, user } }),
      signOut: async () => {
        await callWithoutSignIn('signOut')
        forgetRequests()
        cache.clear()
        setState({ kind: 'none' })
      },
    }),
    [session, setState, cache],
  )
  return <Context.Provider value={value}>{children}</Context.Provider>
}

function Unreachable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Front title="Galley">
      <Notice tone="bad">{messageOf(error)}</Notice>
      <Button look="primary" onPress={onRetry}>
        {t('retry')}
      </Button>
    </Front>
  )
}
